#include "referee/score/submission_copy.h"

#include <fnmatch.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <system_error>

#include "referee/base/text.h"
#include "referee/base/units.h"
#include "referee/score/archive.h"

namespace referee::score {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxBuiltFolders = 200;  // a tool of a build may nest more than people do

constexpr fs::perms kAllRead = fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read;
constexpr fs::perms kAllWrite = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
constexpr fs::perms kAllEnter = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;

bool is_executable(const fs::path& file) {
  return (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
}

/// Whether a link at `place`, a relative path of the copy, leads to something in the copy.
bool stays_inside(const fs::path& place, const fs::path& target) {
  if (target.is_absolute()) {
    return false;
  }
  const fs::path end = (place.parent_path() / target).lexically_normal();
  return end.begin() != end.end() && *end.begin() != "..";
}

/// Copies one folder, and counts its files and bytes.
class Copy {
 public:
  Copy(const fs::path& from, const fs::path& to, const std::vector<fs::path>& left_out,
       const SizeBound& bound)
      : from_(fs::canonical(from)), to_(to), bound_(bound) {
    for (const fs::path& path : left_out) {
      left_out_.push_back(fs::weakly_canonical(path));
    }
    left_out_.push_back(to);
  }

  std::vector<std::string> run() {
    for (fs::recursive_directory_iterator at(from_); at != fs::recursive_directory_iterator(); ++at) {
      const fs::path& path = at->path();
      const bool skipped = path.filename() == ".git" || std::ranges::find(left_out_, path) != left_out_.end();
      if (skipped) {
        at.disable_recursion_pending();
        continue;
      }
      if (++files_ > bound_.files) {
        refuse("more than " + std::to_string(bound_.files) + " files");
      }
      const fs::path place = path.lexically_relative(from_);
      check_place(place, at.depth());
      take(*at, place);
    }
    return std::move(odd_);
  }

 private:
  void check_place(const fs::path& place, int depth) const {
    if (place.native().size() > kMaxPath) {
      refuse("a path of more than " + std::to_string(kMaxPath) + " bytes");
    }
    if (depth > static_cast<int>(kMaxFolders)) {
      refuse("more than " + std::to_string(kMaxFolders) + " folders in each other");
    }
  }

  void take(const fs::directory_entry& entry, const fs::path& place) {
    switch (entry.symlink_status().type()) {
      case fs::file_type::directory:
        fs::create_directory(to_ / place);
        return;
      case fs::file_type::regular:
        copy_file(entry, place);
        return;
      case fs::file_type::symlink:
        if (stays_inside(place, fs::read_symlink(entry.path()))) {
          fs::copy_symlink(entry.path(), to_ / place);
        } else {
          odd_.push_back(printable(place.string(), kMaxShownName) + ", a link that leads outside");
        }
        return;
      default:
        odd_.push_back(printable(place.string(), kMaxShownName) + ", which is no file");
    }
  }

  void copy_file(const fs::directory_entry& entry, const fs::path& place) {
    bytes_ += entry.file_size();
    if (bytes_ > bound_.bytes) {
      refuse("more than " + std::to_string(bound_.bytes / kMib) + " MiB");
    }
    fs::copy_file(entry.path(), to_ / place);
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw BadSubmission("submission " + printable(from_.string(), kMaxShownName) + ": " + what +
                        "; name the folder that has only the submission with --submission");
  }

  fs::path from_;
  const fs::path& to_;
  const SizeBound& bound_;
  std::vector<fs::path> left_out_;
  std::size_t files_ = 0;
  std::uint64_t bytes_ = 0;
  std::vector<std::string> odd_;
};

/// Makes files ours that a build has made as another user.
void take_over(const fs::path& path) {
  if (::geteuid() == 0 && ::lchown(path.c_str(), 0, 0) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot take over " + path.string());
  }
}

void set_permissions(const fs::path& path, SubmissionCopy::For use) {
  // A confined build that root starts runs as another user.
  const fs::perms write = ::geteuid() == 0 ? kAllWrite : fs::perms::owner_write;
  const bool runs = fs::is_directory(path) || is_executable(path);
  fs::permissions(path, kAllRead | (runs ? kAllEnter : fs::perms::none) |
                            (use == SubmissionCopy::For::building ? write : fs::perms::none));
}

}  // namespace

SubmissionCopy::~SubmissionCopy() {
  try {
    open(For::building);
  } catch (const std::exception& error) {
    spdlog::warn("submission's copy: {}", error.what());  // all files that can be removed are removed
  }
}

std::vector<std::string> SubmissionCopy::copy(const fs::path& from, const std::vector<fs::path>& left_out,
                                              const SizeBound& bound) {
  return Copy(from, folder(), left_out, bound).run();
}

void SubmissionCopy::open(For use) const {
  set_permissions(folder(), use);
  for (fs::recursive_directory_iterator at(folder()); at != fs::recursive_directory_iterator(); ++at) {
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
  if (!fs::is_directory(fs::symlink_status(folder))) {
    throw BadSubmission("there is no folder '" + *build.folder + "'");
  }
  std::vector<std::string> places;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::error_code leads_nowhere;  // a link, or a ring of them
    if (entry.is_regular_file(leads_nowhere)) {
      places.push_back(entry.path().lexically_relative(folder).string());
    }
  }
  std::string missing;
  for (const std::string& pattern : build.require) {
    const bool there = std::ranges::any_of(places, [&](const std::string& place) {
      return ::fnmatch(pattern.c_str(), place.c_str(), FNM_PATHNAME) == 0;
    });
    if (!there) {
      missing.append(missing.empty() ? "missing" : ",").append(" '").append(pattern).append("'");
    }
  }
  if (!missing.empty()) {
    throw BadSubmission(missing + (build.folder ? " in folder '" + *build.folder + "'" : ""));
  }
  return folder;
}

}  // namespace referee::score
