#include "referee/base/folder_copy.h"

#include <utility>

#include "referee/base/text.h"
#include "referee/base/units.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownPath = 200;  // bytes

/// Copies one folder, and counts its files and bytes.
class FolderCopy {
 public:
  FolderCopy(const fs::path& from, const fs::path& to, const SizeBound& bound)
      : from_(fs::canonical(from)), to_(to), bound_(bound) {}

  /// All is measured before anything is copied: folders that are too large are asked for again and again.
  std::vector<std::string> run(const std::function<bool(const fs::path&)>& left_out) {
    for (fs::recursive_directory_iterator at(from_); at != fs::recursive_directory_iterator(); ++at) {
      const fs::path& path = at->path();
      if (path.filename() == ".git" || path == to_ || left_out(path)) {
        at.disable_recursion_pending();
        continue;
      }
      measure(*at, static_cast<std::size_t>(at.depth()));
      entries_.push_back(*at);
    }
    for (const fs::directory_entry& entry : entries_) {
      take(entry, entry.path().lexically_relative(from_));
    }
    return std::move(odd_);
  }

 private:
  void measure(const fs::directory_entry& entry, std::size_t depth) {
    if (entries_.size() >= bound_.files) {
      throw FolderTooLarge("more than " + std::to_string(bound_.files) + " files");
    }
    if (entry.path().lexically_relative(from_).native().size() > bound_.path) {
      throw FolderTooLarge("a path of more than " + std::to_string(bound_.path) + " bytes");
    }
    if (depth > bound_.depth) {
      throw FolderTooLarge("more than " + std::to_string(bound_.depth) + " folders in each other");
    }
    bytes_ += entry.symlink_status().type() == fs::file_type::regular ? entry.file_size() : 0;
    if (bytes_ > bound_.bytes) {
      throw FolderTooLarge("more than " + std::to_string(bound_.bytes / kMib) + " MiB");
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
          odd_.push_back(printable(place.string(), kShownPath) + ", a link that leads outside");
        }
        return;
      default:
        odd_.push_back(printable(place.string(), kShownPath) + ", which is no file");
    }
  }

  void copy_file(const fs::directory_entry& entry, const fs::path& place) {
    fs::copy_file(entry.path(), to_ / place);
    fs::permissions(to_ / place, fs::perms::owner_write, fs::perm_options::add);
  }

  fs::path from_;
  const fs::path& to_;
  const SizeBound& bound_;
  std::vector<fs::directory_entry> entries_;
  std::uint64_t bytes_ = 0;
  std::vector<std::string> odd_;
};

}  // namespace

bool stays_inside(const fs::path& place, const fs::path& target) {
  if (target.is_absolute()) {
    return false;
  }
  const fs::path end = (place.parent_path() / target).lexically_normal();
  return end.begin() != end.end() && *end.begin() != "..";
}

std::vector<std::string> copy_folder(const fs::path& from, const fs::path& to,
                                     const std::function<bool(const fs::path&)>& left_out,
                                     const SizeBound& bound) {
  return FolderCopy(from, to, bound).run(left_out);
}

}  // namespace referee
