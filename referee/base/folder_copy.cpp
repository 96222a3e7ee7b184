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

  std::vector<std::string> run(const std::function<bool(const fs::path&)>& left_out) {
    for (fs::recursive_directory_iterator at(from_); at != fs::recursive_directory_iterator(); ++at) {
      const fs::path& path = at->path();
      if (path.filename() == ".git" || path == to_ || left_out(path)) {
        at.disable_recursion_pending();
        continue;
      }
      if (++files_ > bound_.files) {
        throw FolderTooLarge("more than " + std::to_string(bound_.files) + " files");
      }
      const fs::path place = path.lexically_relative(from_);
      check_place(place, static_cast<std::size_t>(at.depth()));
      take(*at, place);
    }
    return std::move(odd_);
  }

 private:
  void check_place(const fs::path& place, std::size_t depth) const {
    if (place.native().size() > bound_.path) {
      throw FolderTooLarge("a path of more than " + std::to_string(bound_.path) + " bytes");
    }
    if (depth > bound_.depth) {
      throw FolderTooLarge("more than " + std::to_string(bound_.depth) + " folders in each other");
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
    bytes_ += entry.file_size();
    if (bytes_ > bound_.bytes) {
      throw FolderTooLarge("more than " + std::to_string(bound_.bytes / kMib) + " MiB");
    }
    fs::copy_file(entry.path(), to_ / place);
    fs::permissions(to_ / place, fs::perms::owner_write, fs::perm_options::add);
  }

  fs::path from_;
  const fs::path& to_;
  const SizeBound& bound_;
  std::size_t files_ = 0;
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
