#include "referee/collect/lay_out.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

#include "referee/base/folder_copy.h"
#include "referee/base/units.h"
#include "referee/prepare/archive.h"

namespace referee::collect {
namespace {

namespace fs = std::filesystem;
using prepare::BadSubmission;

/// Copies one part of a hand-in into `files`, and takes its bytes from those that are left. Returns what was
/// left out.
std::vector<std::string> copy_part(const HandIn::Part& part, const fs::path& files, SizeBound& left) {
  if (!part.name.empty()) {
    left.bytes -= copy_named_file(part.path, files / part.name, left);
    return {};
  }
  try {
    return copy_folder(part.path, files, [](const fs::path&) { return false; });
  } catch (const FolderTooLarge& large) {
    throw BadSubmission(std::string("the submission is ") + large.what());
  }
}

}  // namespace

std::vector<std::string> lay_out(const HandIn& hand_in, const fs::path& files) {
  // A folder, into which the copy needs an empty one, stands before files.
  std::vector<HandIn::Part> parts = hand_in.parts;
  std::ranges::sort(parts, {}, &HandIn::Part::name);
  const SizeBound bound;
  SizeBound left = bound;
  std::vector<std::string> left_out;
  try {
    for (const HandIn::Part& part : parts) {
      std::ranges::move(copy_part(part, files, left), std::back_inserter(left_out));
    }
    return left_out;
  } catch (const FolderTooLarge&) {
    throw BadSubmission("the files are more than " + std::to_string(bound.bytes / kMib) + " MiB");
  } catch (const std::system_error& error) {
    if (prepare::is_of_machine(error.code())) {
      throw;
    }
    throw BadSubmission(std::string("the submission cannot be read: ") + error.what());
  }
}

}  // namespace referee::collect
