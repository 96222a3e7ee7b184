#include "referee/prepare/submission_copy.h"

#include <fnmatch.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <system_error>

#include "referee/base/text.h"
#include "referee/prepare/archive.h"
#include "referee/prepare/file_kind.h"

namespace referee::prepare {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxBuiltFolders = 200;  // a tool of a build may nest more than people do

constexpr fs::perms kAllRead = fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read;
constexpr fs::perms kAllWrite = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
constexpr fs::perms kAllEnter = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;

bool is_executable(const fs::path& file) {
  return (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
}

/// Makes files ours that a build has made as another user.
void take_over(const fs::path& path) {
  if (::geteuid() == 0 && ::lchown(path.c_str(), 0, 0) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot take over " + path.string());
  }
}

void set_permissions(const fs::path& path, CopyUse use) {
  // A confined build that root starts runs as another user.
  const fs::perms write = ::geteuid() == 0 ? kAllWrite : fs::perms::owner_write;
  const bool runs = fs::is_directory(path) || is_executable(path);
  fs::permissions(path, kAllRead | (runs ? kAllEnter : fs::perms::none) |
                            (use == CopyUse::building ? write : fs::perms::none));
}

/// A folder, and no link to one.
bool is_real_folder(const fs::path& path) { return fs::is_directory(fs::symlink_status(path)); }

/// The patterns among `required` that no file below `folder` matches: "'*.c', 'authors.txt'"; empty: none.
std::string missing_in(const fs::path& folder, const std::vector<std::string>& required) {
  std::vector<std::string> places;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::error_code leads_nowhere;  // a link, or a ring of them
    if (entry.is_regular_file(leads_nowhere)) {
      places.push_back(entry.path().lexically_relative(folder).string());
    }
  }
  std::string missing;
  for (const std::string& pattern : required) {
    const bool there = std::ranges::any_of(places, [&](const std::string& place) {
      return ::fnmatch(pattern.c_str(), place.c_str(), FNM_PATHNAME) == 0;
    });
    if (!there) {
      missing.append(missing.empty() ? "'" : ", '").append(pattern).append("'");
    }
  }
  return missing;
}

/// The folders to build one level deeper than expected, as in an archive of a folder "group" that holds
/// "iap".
std::vector<fs::path> deeper_folders(const fs::path& top, const Build& build) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(top)) {
    if (!is_real_folder(entry.path()) || is_left_behind(entry.path().filename().string())) {
      continue;
    }
    const fs::path folder = build.folder ? (entry.path() / *build.folder).lexically_normal() : entry.path();
    if (is_real_folder(folder) && missing_in(folder, build.require).empty()) {
      found.push_back(folder);
    }
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

void remove_copy(const fs::path& folder) {
  try {
    open_copy(folder, CopyUse::building);
  } catch (const std::exception& error) {
    spdlog::warn("submission's copy: {}", error.what());  // all files that can be removed are removed
  }
  std::error_code stays;
  fs::remove_all(folder, stays);
}

SubmissionCopy::SubmissionCopy(const fs::path& place) {
  if (place.empty()) {
    scratch_.emplace();
  } else {
    fs::create_directory(place);
  }
  folder_ = scratch_ ? scratch_->path() : place;
}

SubmissionCopy::~SubmissionCopy() {
  if (scratch_) {
    remove_copy(folder_);
  }
}

std::vector<std::string> SubmissionCopy::copy(const fs::path& from, const std::vector<fs::path>& left_out,
                                              const SizeBound& bound) const {
  std::vector<fs::path> others;
  for (const fs::path& path : left_out) {
    others.push_back(fs::weakly_canonical(path));
  }
  try {
    return copy_folder(
        from, folder(), [&](const fs::path& path) { return std::ranges::find(others, path) != others.end(); },
        bound);
  } catch (const FolderTooLarge& large) {
    throw BadSubmission("submission " + printable(fs::canonical(from).string(), kMaxShownName) + ": " +
                        large.what() + "; name the folder that has only the submission with --submission");
  }
}

void open_copy(const fs::path& folder, CopyUse use) {
  set_permissions(folder, use);
  for (fs::recursive_directory_iterator at(folder); at != fs::recursive_directory_iterator(); ++at) {
    if (at.depth() > kMaxBuiltFolders) {
      throw BadSubmission("the build has left more than " + std::to_string(kMaxBuiltFolders) +
                          " folders in each other");
    }
    take_over(at->path());
    if (!at->is_symlink()) {
      set_permissions(at->path(), use);
    }
  }
}

fs::path folder_to_build(const fs::path& top, const Build& build) {
  const fs::path folder = build.folder ? (top / *build.folder).lexically_normal() : top;
  const bool there = is_real_folder(folder);
  const std::string missing = there ? missing_in(folder, build.require) : "";
  if (there && missing.empty()) {
    return folder;
  }
  const std::vector<fs::path> deeper = deeper_folders(top, build);
  if (deeper.size() == 1) {
    return deeper.front();
  }
  std::string problem =
      there ? "missing " + missing + (build.folder ? " in folder '" + *build.folder + "'" : "")
            : "there is no folder '" + *build.folder + "'";
  if (!deeper.empty()) {
    problem += ", and more than one in the folders there: " + deeper[0].lexically_relative(top).string() +
               " and " + deeper[1].lexically_relative(top).string();
  }
  throw BadSubmission(problem);
}

}  // namespace referee::prepare
