#include "referee/collect/lay_out.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

#include "referee/base/folder_copy.h"
#include "referee/base/text.h"
#include "referee/base/units.h"
#include "referee/prepare/archive.h"

namespace referee::collect {
namespace {

namespace fs = std::filesystem;
using prepare::BadSubmission;

/// Copies one part of a hand-in into `files`, and takes its bytes from those that are left.
void copy_part(const HandIn::Part& part, const fs::path& files, SizeBound& left) {
  if (!part.name.empty()) {
    left.bytes -= copy_named_file(part.path, files / part.name, left);
    return;
  }
  try {
    (void)copy_folder(part.path, files, [](const fs::path&) { return false; });
  } catch (const FolderTooLarge& large) {
    throw BadSubmission(std::string("the hand-in is ") + large.what());
  }
}

/// Copies the parts of a hand-in into `files`, an empty folder. What the system refuses to read is owed to
/// the hand-in, unless the machine has failed.
void copy_parts(const HandIn& hand_in, const fs::path& files) {
  const SizeBound bound;
  SizeBound left = bound;
  try {
    for (const HandIn::Part& part : hand_in.parts) {
      copy_part(part, files, left);
    }
  } catch (const FolderTooLarge&) {
    throw BadSubmission("the files are more than " + std::to_string(bound.bytes / kMib) + " MiB");
  } catch (const std::system_error& error) {
    if (prepare::is_of_machine(error.code())) {
      throw;
    }
    throw BadSubmission(std::string("the hand-in cannot be read: ") + error.what());
  }
}

std::vector<fs::path> archives_in(const fs::path& files) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(files)) {
    if (entry.is_regular_file() && !entry.is_symlink() &&
        has_archive_name(entry.path().filename().string())) {
      found.push_back(entry.path());
    }
  }
  std::ranges::sort(found);
  return found;
}

/// The folder in which all lies that an archive holds; `unpacked` itself if there is none.
fs::path only_folder(const fs::path& unpacked) {
  fs::path only = unpacked;
  for (const auto& entry : fs::directory_iterator(unpacked)) {
    if (is_of_system(entry.path().filename().string())) {
      continue;
    }
    if (only != unpacked || !fs::is_directory(entry.symlink_status())) {
      return unpacked;
    }
    only = entry.path();
  }
  return only;
}

}  // namespace

fs::path lay_out(const HandIn& hand_in, const fs::path& scratch, Archives archives) {
  const fs::path files = scratch / "files";
  fs::create_directory(files);
  // A folder, into which the copy needs an empty one, stands before files.
  HandIn ordered = hand_in;
  std::ranges::sort(ordered.parts, {}, &HandIn::Part::name);
  copy_parts(ordered, files);
  const std::vector<fs::path> found =
      archives == Archives::unpack ? archives_in(files) : std::vector<fs::path>();
  if (found.empty()) {
    return files;
  }
  if (found.size() > 1) {
    throw BadSubmission(
        "there are several archives: " + printable(found[0].filename().string(), prepare::kMaxShownName) +
        " and " + printable(found[1].filename().string(), prepare::kMaxShownName) + "; expected one");
  }
  const fs::path unpacked = scratch / "unpacked";
  fs::create_directory(unpacked);
  prepare::unpack_archive(found.front(), unpacked);
  const fs::path program = only_folder(unpacked);
  for (const auto& entry : fs::directory_iterator(files)) {
    const fs::path beside = program / entry.path().filename();
    if (entry.path() != found.front() && !fs::exists(fs::symlink_status(beside))) {
      fs::rename(entry.path(), beside);
    }
  }
  return unpacked;
}

}  // namespace referee::collect
