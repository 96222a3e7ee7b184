#include "referee/base/folder_copy.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "referee/base/file_descriptor.h"
#include "referee/base/folder_tree.h"
#include "referee/base/text.h"
#include "referee/base/units.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownPath = 200;  // bytes
constexpr const char* kChanged = ", which changed while it was copied";
constexpr std::size_t kChunk = 64UL * 1024;
constexpr mode_t kPermissions = 0777;
constexpr SizeBound kCourseBound{.bytes = 4ULL * 1024 * 1024 * 1024, .files = 100'000};

[[noreturn]] void too_many_bytes(const SizeBound& bound) {
  throw FolderTooLarge("more than " + std::to_string(bound.bytes / kMib) + " MiB");
}

/// Writes what is in `file` to `to`, which may not be there, with its permissions. `count` is told of all
/// bytes, and throws if they are too many. Returns whether all of it could be read.
bool copy_bytes(const FileDescriptor& file, const fs::path& to,
                const std::function<void(std::uint64_t)>& count) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) {
    return false;
  }
  const FileDescriptor copy(
      ::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IWUSR));
  if (copy.get() < 0) {
    throw_cannot("write", to);
  }
  std::string chunk(kChunk, '\0');
  ssize_t size = 1;
  while ((size = ::read(file.get(), chunk.data(), chunk.size())) > 0) {
    count(static_cast<std::uint64_t>(size));
    write_all(copy, std::string_view(chunk).substr(0, static_cast<std::size_t>(size)), to);
  }
  if (size == 0 && ::fchmod(copy.get(), (status.st_mode & kPermissions) | S_IWUSR) != 0) {
    throw_cannot("write", to);
  }
  return size == 0;
}

/// Copies one folder, and counts its files and bytes.
class FolderCopy {
 public:
  FolderCopy(const fs::path& from, const fs::path& to, const SizeBound& bound, CopiedLinks links)
      : from_(from), to_(to), bound_(bound), links_(links) {}

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
    const OpenFolder folder = from_.folder(place, follow());
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
      if (!look(::dirfd(folder.get()), entry)) {
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

  Follow follow() const { return links_ == CopiedLinks::followed ? Follow::all_links : Follow::no_link; }

  bool look(int folder, Entry& entry) const {
    if (::fstatat(folder, entry.place.filename().c_str(), &entry.status, AT_SYMLINK_NOFOLLOW) != 0) {
      return false;
    }
    if (links_ == CopiedLinks::followed && S_ISLNK(entry.status.st_mode)) {
      const FileDescriptor end = from_.open(entry.place, O_PATH, Follow::all_links);
      return end.get() >= 0 && ::fstat(end.get(), &entry.status) == 0;
    }
    return true;
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
      too_many_bytes(bound_);
    }
  }

  /// A folder whose files are renamed while it is listed may name one twice, and as something else.
  void take(const Entry& entry) {
    const fs::path copy = to_ / entry.place;
    if (fs::exists(fs::symlink_status(copy)) || !fs::is_directory(fs::symlink_status(copy.parent_path()))) {
      return leave(entry.place, kChanged);
    }
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
    } else if (is_kept(place, *target)) {
      fs::create_symlink(*target, to_ / place);
    } else {
      leave(place, ", a link that leads outside");
    }
  }

  void copy_file(const fs::path& place) {
    const FileDescriptor file = from_.open_file(place, follow());
    if (file.get() < 0) {
      return has_gone(place);
    }
    if (copy_bytes(file, to_ / place, [this](std::uint64_t bytes) { count(bytes); })) {
      return;
    }
    if (!from_.read_as()) {
      from_.fail(place);
    }
    fs::remove(to_ / place);
    leave(place, ", which cannot be read");
  }

  /// REQUIRES: errno tells why it could not be opened.
  void has_gone(const fs::path& place) {
    const bool is_refused = errno == EACCES || errno == EPERM;
    leave(place, is_refused ? ", which its owner may not read" : kChanged);
  }
  void leave(const fs::path& place, const char* why) {
    odd_.push_back(printable(place.string(), kShownPath) + why);
  }

  FolderTree from_;
  const fs::path& to_;
  const SizeBound& bound_;
  const CopiedLinks links_;
  std::vector<Entry> entries_;
  std::uint64_t bytes_ = 0;
  std::vector<std::string> odd_;
};

}  // namespace

bool stays_inside(const fs::path& place, const fs::path& target) {
  std::ptrdiff_t above = std::distance(place.begin(), place.end()) - 1;
  bool descends = false;
  for (const fs::path& part : target) {
    if (part == ".." && (descends || --above < 0)) {
      return false;
    }
    descends = descends || (part != ".." && part != ".");
  }
  return !target.is_absolute() && !target.empty();
}

bool is_kept(const fs::path& place, const fs::path& target) {
  const bool is_program = target.parent_path() == "/usr/bin" && target.has_filename() &&
                          target.filename() != "." && target.filename() != "..";
  return is_program || stays_inside(place, target);
}

std::vector<std::string> copy_folder(const fs::path& from, const fs::path& to,
                                     const std::function<bool(const fs::path&)>& left_out,
                                     const SizeBound& bound, CopiedLinks links) {
  return FolderCopy(from, to, bound, links).run(left_out);
}

std::uint64_t copy_named_file(const fs::path& from, const fs::path& to, const SizeBound& bound) {
  return copy_opened_file(open_named_file(from), to, bound);
}

std::uint64_t copy_opened_file(const FileDescriptor& file, const fs::path& to, const SizeBound& bound) {
  std::uint64_t bytes = 0;
  const auto count = [&](std::uint64_t more) {
    bytes += more;
    if (bytes > bound.bytes) {
      too_many_bytes(bound);
    }
  };
  if (!copy_bytes(file, to, count)) {
    throw_cannot("read what becomes", to);
  }
  return bytes;
}

void copy_with_links(const fs::path& from, const fs::path& into) {
  const fs::path to = into / from.filename();
  if (!fs::is_directory(from)) {
    (void)copy_named_file(from, to, kCourseBound);
    return;
  }
  fs::create_directory(to);
  const auto all = [](const fs::path&) { return false; };
  const std::vector<std::string> left = copy_folder(from, to, all, kCourseBound, CopiedLinks::followed);
  if (!left.empty()) {
    throw std::runtime_error("cannot copy all of " + from.string() + ": without " + left.front());
  }
}

}  // namespace referee
