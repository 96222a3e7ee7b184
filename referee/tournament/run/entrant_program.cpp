#include "referee/tournament/run/entrant_program.h"

#include <filesystem>
#include <system_error>

#include "protocol/sha256.h"
#include "referee/base/content_hash.h"
#include "referee/base/folder.h"
#include "referee/base/folder_copy.h"
#include "referee/process/named_content.h"
#include "referee/process/program.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

/// "" if the folder is too large, or cannot be read: the launcher says so.
std::string folder_hash(const fs::path& folder) {
  try {
    return bytes_in(folder) > SizeBound().bytes ? "" : content_hash(folder);
  } catch (const std::system_error&) {
    return "";
  }
}

}  // namespace

std::string program_hash(const EntrantSpec& entrant, SandboxLevel sandbox) {
  const std::vector<std::string>& argv = entrant.bot->argv;
  const fs::path program(argv.front());
  protocol::Sha256 hash;
  hash.add(program.filename().native());
  std::error_code unknown;
  for (auto word = argv.begin() + 1; word != argv.end(); ++word) {
    hash.add("\n").add(fs::exists(*word, unknown) ? "" : *word);  // files and folders: by what they hold
  }
  if (!is_samples_folder(program.parent_path())) {
    hash.add("\n").add(named_content(argv));
  }
  if (!entrant.folder.empty() && sandbox != SandboxLevel::none) {
    hash.add("\n").add(folder_hash(entrant.folder));
  }
  return hash.hex();
}

}  // namespace referee
