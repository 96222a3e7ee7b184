#include "referee/base/folder_tree.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <deque>
#include <system_error>
#include <utility>
#include <vector>

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as the kernel has it

std::optional<fs::path> link_text(int folder, const char* name) {
  std::array<char, PATH_MAX> text{};
  const ssize_t size = ::readlinkat(folder, name, text.data(), text.size());
  return size < 0 ? std::nullopt
                  : std::optional<fs::path>(std::string(text.data(), static_cast<std::size_t>(size)));
}

/// Follows a path from a folder, one name after the other: no step leads through a link that is not looked
/// at, and `..` leads to where the path came from.
class PathWalk {
 public:
  PathWalk(FileDescriptor from, Reader reader, Follow follow) : reader_(std::move(reader)), follow_(follow) {
    way_.push_back({"", std::move(from)});
  }

  /// Without a descriptor if it fails; errno says why.
  FileDescriptor open(const fs::path& path, int flags) {
    put_in_front(path);
    while (!ahead_.empty()) {
      const std::string name = std::move(ahead_.front());
      ahead_.pop_front();
      if (name == "..") {
        if (!climb()) {
          return {};
        }
      } else if (const Step step = enter(name, flags); step == Step::fails) {
        return {};
      } else if (step == Step::ends) {
        return std::move(opened_);
      }
    }
    return reader_.open_at(here(), ".", flags);
  }

  const Reader& reader() const { return reader_; }
  /// The folder that was reached last.
  int here() const { return way_.back().folder.get(); }
  /// The name there of the file that was opened.
  const std::string& last() const { return last_; }
  fs::path path() const {
    fs::path path = "/";
    for (const Place& place : way_) {
      path /= place.name;
    }
    return path;
  }

 private:
  struct Place {
    std::string name;
    FileDescriptor folder;
  };
  enum class Step { goes_on, ends, fails };

  void put_in_front(const fs::path& path) {
    std::deque<std::string> names;
    for (const fs::path& name : path.relative_path()) {
      if (!name.empty() && name != ".") {
        names.push_back(name.string());
      }
    }
    ahead_.insert(ahead_.begin(), names.begin(), names.end());
  }

  bool climb() {
    if (way_.size() > 1) {
      way_.pop_back();
    } else if (follow_ != Follow::all_links) {
      return refused();
    }
    return true;
  }

  Step enter(const std::string& name, int flags) {
    FileDescriptor found = reader_.open_at(here(), name.c_str(), O_PATH | O_NOFOLLOW);
    struct stat status {};
    if (found.get() < 0 || ::fstat(found.get(), &status) != 0) {
      return Step::fails;
    }
    if (S_ISLNK(status.st_mode)) {
      return follow_link(found, status.st_uid) ? Step::goes_on : Step::fails;
    }
    if (S_ISDIR(status.st_mode)) {
      way_.push_back({name, std::move(found)});
      return Step::goes_on;
    }
    if (!ahead_.empty() || ((flags & O_PATH) == 0 && !S_ISREG(status.st_mode))) {
      errno = ENOTDIR;  // to open a device has effects of its own
      return Step::fails;
    }
    last_ = name;
    opened_ = reader_.open_at(here(), name.c_str(), flags | O_NOFOLLOW);
    return opened_.get() < 0 ? Step::fails : Step::ends;
  }

  bool follow_link(const FileDescriptor& link, uid_t owner) {
    const std::optional<fs::path> target = link_text(link.get(), "");
    if (!target) {
      return false;
    }
    const bool leads_out = target->is_absolute() && follow_ == Follow::links_inside;
    if (follow_ == Follow::no_link || leads_out || ++links_ > kMostLinks) {
      return refused();
    }
    if (!reader_.other_user()) {
      reader_ = Reader::of(owner);
    }
    if (target->is_absolute()) {
      way_.resize(1);
    }
    put_in_front(*target);
    return true;
  }

  static bool refused() {
    errno = ELOOP;
    return false;
  }

  Reader reader_;
  Follow follow_;
  std::vector<Place> way_;         // from where it began
  std::deque<std::string> ahead_;  // names that are still to come
  FileDescriptor opened_;
  std::string last_;
  int links_ = 0;
};

PathWalk walk_from_the_root() {
  return {FileDescriptor(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)), Reader(), Follow::all_links};
}

[[noreturn]] void fail_at(const fs::path& path, const Reader& reader) {
  const std::error_code why(errno, std::generic_category());
  const std::optional<uid_t> other = reader.other_user();
  throw fs::filesystem_error(
      other ? "cannot read with the rights of user " + std::to_string(*other) : "cannot copy", path, why);
}

bool is_regular(const FileDescriptor& file, struct stat& status) {
  if (::fstat(file.get(), &status) != 0) {
    return false;
  }
  errno = EINVAL;
  return S_ISREG(status.st_mode);
}

}  // namespace

bool has_changed() { return errno == ENOENT || errno == ENOTDIR || errno == ELOOP || errno == ENXIO; }

FolderTree::FolderTree(const fs::path& top) {
  PathWalk walk = walk_from_the_root();
  root_ = walk.open(fs::absolute(top), O_PATH | O_DIRECTORY);
  struct stat status {};
  if (root_.get() < 0 || ::fstat(root_.get(), &status) != 0) {
    fail_at(top, walk.reader());
  }
  top_ = walk.path();
  reader_ = walk.reader().other_user() ? walk.reader() : Reader::of(status.st_uid);
}

FileDescriptor FolderTree::open(const fs::path& place, int flags, Follow follow) const {
  FileDescriptor file;
  if (follow == Follow::all_links) {
    PathWalk walk(FileDescriptor(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)), reader_, follow);
    file = walk.open(top_ / place, flags);
  } else {
    PathWalk walk(FileDescriptor(::fcntl(root_.get(), F_DUPFD_CLOEXEC, 0)), reader_, follow);
    file = walk.open(place, flags);
  }
  const bool is_refused = reader_.other_user() && (errno == EACCES || errno == EPERM);
  if (file.get() < 0 && !has_changed() && !is_refused) {
    fail(place);
  }
  return file;
}

FileDescriptor FolderTree::open_file(const fs::path& place, Follow follow) const {
  FileDescriptor file = open(place, O_RDONLY | O_NONBLOCK, follow);  // it may be a pipe by now
  struct stat status {};
  return file.get() < 0 || is_regular(file, status) ? std::move(file) : FileDescriptor();
}

OpenFolder FolderTree::folder(const fs::path& place, Follow follow) const {
  FileDescriptor file = open(place, O_RDONLY | O_DIRECTORY, follow);
  OpenFolder opened(file.get() < 0 ? nullptr : ::fdopendir(file.get()));
  if (opened != nullptr) {
    file.release();
  }
  return opened;
}

std::optional<fs::path> FolderTree::target(const fs::path& place) const {
  const FileDescriptor folder = open(place.parent_path(), O_PATH | O_DIRECTORY);
  return folder.get() < 0 ? std::nullopt : link_text(folder.get(), place.filename().c_str());
}

void FolderTree::fail(const fs::path& place) const { fail_at(top_ / place, reader_); }

std::optional<fs::path> path_without_links(const fs::path& path) {
  if (path.empty()) {
    return std::nullopt;
  }
  PathWalk walk = walk_from_the_root();
  const FileDescriptor found = walk.open(fs::absolute(path), O_PATH);
  const bool is_known = found.get() >= 0 && !walk.reader().other_user();
  return is_known ? std::optional(walk.last().empty() ? walk.path() : walk.path() / walk.last())
                  : std::nullopt;
}

FileDescriptor open_named_file(const fs::path& file) {
  PathWalk walk = walk_from_the_root();
  FileDescriptor opened = walk.open(fs::absolute(file), O_RDONLY | O_NONBLOCK);
  struct stat status {};
  if (opened.get() < 0 || !is_regular(opened, status)) {
    fail_at(file, walk.reader());
  }
  struct stat folder {};
  if (status.st_nlink > 1 && ::fstat(walk.here(), &folder) == 0 && folder.st_uid != status.st_uid &&
      !walk.reader().other_user()) {
    // It has another name elsewhere, and the folder's owner may have given it this one.
    opened = Reader::of(folder.st_uid)
                 .open_at(walk.here(), walk.last().c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  }
  if (opened.get() < 0 || !is_regular(opened, status)) {
    fail_at(file, walk.reader());
  }
  return opened;
}

std::string first_bytes_of(const fs::path& file, std::size_t most) {
  std::string text(most, '\0');
  try {
    const FileDescriptor opened = open_named_file(file);
    const ssize_t size = ::pread(opened.get(), text.data(), text.size(), 0);
    text.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  } catch (const fs::filesystem_error&) {
    text.clear();
  }
  return text;
}

}  // namespace referee
