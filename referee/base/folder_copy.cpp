#include "referee/base/folder_copy.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "referee/base/file_descriptor.h"
#include "referee/base/text.h"
#include "referee/base/units.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownPath = 200;  // bytes
constexpr std::size_t kChunk = 64UL * 1024;
constexpr mode_t kPermissions = 0777;

using Folder = std::unique_ptr<DIR, decltype([](DIR* folder) { ::closedir(folder); })>;

/// Whether errno tells that something is no longer there, or no longer what it was.
bool has_changed() { return errno == ENOENT || errno == ENOTDIR || errno == ELOOP; }

/// The folder may belong to somebody who changes it meanwhile, and root may be the one who copies: nothing in
/// it is opened but step by step from the folder itself, and no step follows a link.
class FolderTree {
 public:
  explicit FolderTree(fs::path top)
      : top_(std::move(top)), root_(::open(top_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) {
    if (root_.get() < 0) {
      fail("");
    }
  }

  const fs::path& top() const { return top_; }
  /// Without a descriptor if it has changed. Throws std::filesystem::filesystem_error.
  FileDescriptor open(const fs::path& place, int flags) const {
    FileDescriptor at(::fcntl(root_.get(), F_DUPFD_CLOEXEC, 0));
    for (auto part = place.begin(); part != place.end() && at.get() >= 0; ++part) {
      const bool is_last = std::next(part) == place.end();
      const int how = is_last ? flags : O_PATH | O_DIRECTORY;
      at = FileDescriptor(::openat(at.get(), part->c_str(), how | O_NOFOLLOW | O_CLOEXEC));
    }
    if (at.get() < 0 && !has_changed()) {
      fail(place);
    }
    return at;
  }
  /// Null if it has changed.
  Folder folder(const fs::path& place) const {
    FileDescriptor file = open(place, O_RDONLY | O_DIRECTORY);
    if (place.empty()) {
      file = FileDescriptor(::openat(root_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    }
    Folder opened(file.get() < 0 ? nullptr : ::fdopendir(file.get()));
    if (opened != nullptr) {
      file.release();
    }
    return opened;
  }
  /// Where a link leads; nothing if it has changed.
  std::optional<fs::path> target(const fs::path& place) const {
    const FileDescriptor folder = open(place.parent_path(), O_PATH | O_DIRECTORY);
    std::array<char, PATH_MAX> text{};
    const ssize_t size = folder.get() < 0
                             ? -1
                             : ::readlinkat(folder.get(), place.filename().c_str(), text.data(), text.size());
    return size < 0 ? std::nullopt
                    : std::optional<fs::path>(std::string(text.data(), static_cast<std::size_t>(size)));
  }
  [[noreturn]] void fail(const fs::path& place) const {
    throw fs::filesystem_error("cannot copy", top_ / place, std::error_code(errno, std::generic_category()));
  }

 private:
  fs::path top_;
  FileDescriptor root_;
};

/// Copies one folder, and counts its files and bytes.
class FolderCopy {
 public:
  FolderCopy(const fs::path& from, const fs::path& to, const SizeBound& bound)
      : from_(fs::canonical(from)), to_(to), bound_(bound) {}

  /// All is measured before anything is copied: folders that are too large are asked for again and again.
  std::vector<std::string> run(const std::function<bool(const fs::path&)>& left_out) {
    list("", 0, left_out);
    bytes_ = 0;  // counted again: files may grow
    for (const Entry& entry : entries_) {
      take(entry);
    }
    return std::move(odd_);
  }

 private:
  struct Entry {
    fs::path place;  // relative
    struct stat status;
  };

  void list(const fs::path& place, std::size_t depth, const std::function<bool(const fs::path&)>& left_out) {
    const Folder folder = from_.folder(place);
    if (folder == nullptr) {
      return has_gone(place);
    }
    for (const dirent* one = ::readdir(folder.get()); one != nullptr; one = ::readdir(folder.get())) {
      const fs::path name = one->d_name;
      Entry entry{place / name, {}};
      const fs::path path = from_.top() / entry.place;
      if (name == "." || name == ".." || name == ".git" || path == to_ || left_out(path)) {
        continue;
      }
      if (::fstatat(::dirfd(folder.get()), name.c_str(), &entry.status, AT_SYMLINK_NOFOLLOW) != 0) {
        has_gone(entry.place);
        continue;
      }
      measure(entry, depth);
      entries_.push_back(entry);
      if (S_ISDIR(entry.status.st_mode)) {
        list(entry.place, depth + 1, left_out);
      }
    }
  }

  void measure(const Entry& entry, std::size_t depth) {
    if (entries_.size() >= bound_.files) {
      throw FolderTooLarge("more than " + std::to_string(bound_.files) + " files");
    }
    if (entry.place.native().size() > bound_.path) {
      throw FolderTooLarge("a path of more than " + std::to_string(bound_.path) + " bytes");
    }
    if (depth > bound_.depth) {
      throw FolderTooLarge("more than " + std::to_string(bound_.depth) + " folders in each other");
    }
    count(S_ISREG(entry.status.st_mode) ? static_cast<std::uint64_t>(entry.status.st_size) : 0);
  }

  void count(std::uint64_t bytes) {
    bytes_ += bytes;
    if (bytes_ > bound_.bytes) {
      throw FolderTooLarge("more than " + std::to_string(bound_.bytes / kMib) + " MiB");
    }
  }

  void take(const Entry& entry) {
    if (S_ISDIR(entry.status.st_mode)) {
      fs::create_directory(to_ / entry.place);
    } else if (S_ISREG(entry.status.st_mode)) {
      copy_file(entry.place);
    } else if (S_ISLNK(entry.status.st_mode)) {
      copy_link(entry.place);
    } else {
      leave(entry.place, ", which is no file");
    }
  }

  void copy_link(const fs::path& place) {
    const std::optional<fs::path> target = from_.target(place);
    if (!target) {
      has_gone(place);
    } else if (stays_inside(place, *target)) {
      fs::create_symlink(*target, to_ / place);
    } else {
      leave(place, ", a link that leads outside");
    }
  }

  void copy_file(const fs::path& place) {
    const FileDescriptor file = from_.open(place, O_RDONLY | O_NONBLOCK);  // it may be a pipe by now
    struct stat status {};
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
      return has_gone(place);
    }
    const mode_t mode = (status.st_mode & kPermissions) | S_IWUSR;
    const FileDescriptor copy(
        ::open((to_ / place).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IWUSR));
    if (copy.get() < 0) {
      throw_cannot("write", to_ / place);
    }
    std::string chunk(kChunk, '\0');
    ssize_t size = 1;
    while ((size = ::read(file.get(), chunk.data(), chunk.size())) > 0) {
      count(static_cast<std::uint64_t>(size));
      write_all(copy, std::string_view(chunk).substr(0, static_cast<std::size_t>(size)), to_ / place);
    }
    if (size < 0) {
      from_.fail(place);
    }
    ::fchmod(copy.get(), mode);
  }

  void has_gone(const fs::path& place) { leave(place, ", which changed while it was copied"); }
  void leave(const fs::path& place, const char* why) {
    odd_.push_back(printable(place.string(), kShownPath) + why);
  }

  FolderTree from_;
  const fs::path& to_;
  const SizeBound& bound_;
  std::vector<Entry> entries_;
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
