#include "referee/queue/bundle.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "protocol/sha256.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/folder_tree.h"
#include "referee/base/secrets.h"
#include "referee/prepare/tar_writer.h"

namespace referee::queue {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMebibyte = 1024ULL * 1024;
constexpr std::size_t kMostListed = 4 * kBundleBound.files;  // folders, and what does not travel, too
constexpr mode_t kForOwnerAndGroup = 0640;
constexpr const char* kInAStore = ", unless workers.bundles of the tournament file names a shared folder";
constexpr const char* kItself = ".";

bool is_left_out(const fs::path& inside) {
  return std::ranges::any_of(inside,
                             [](const fs::path& part) { return part == ".git" || part == "__pycache__"; });
}

/// An entry of a folder that is packed, by its path in the folder.
struct Packed {
  fs::path place;
  mode_t mode;  // of a link: its own
};

[[noreturn]] void cannot_read(const fs::path& path) {
  throw CannotTravel(path.string() + " cannot be read, or changes while it is packed");
}

/// Lists what is in a folder but what is left out.
class Listing {
 public:
  using LeavesOut = std::function<bool(const fs::path& place)>;
  Listing(const FolderTree& tree, LeavesOut left_out) : tree_(tree), left_out_(std::move(left_out)) {}

  /// In order of the paths. Of a folder that cannot be read nobody can tell what the bot needs.
  std::vector<Packed> entries() {
    list("");
    std::ranges::sort(entries_, {}, [](const Packed& entry) { return entry.place.string(); });
    return std::move(entries_);
  }

 private:
  void list(const fs::path& at) {
    const OpenFolder folder = tree_.folder(at);
    if (folder == nullptr) {
      cannot_read(tree_.top() / at);
    }
    for (const dirent* one = ::readdir(folder.get()); one != nullptr; one = ::readdir(folder.get())) {
      add(::dirfd(folder.get()), at / one->d_name);
    }
  }

  void add(int folder, const fs::path& place) {
    struct stat status {};
    const fs::path name = place.filename();
    if (name == "." || name == ".." || left_out_(place) ||
        ::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
      return;
    }
    entries_.push_back({place, status.st_mode});
    if (entries_.size() > kMostListed) {
      throw CannotTravel(tree_.top().string() + " has too many files: workers cannot have it");
    }
    const auto depth = static_cast<std::size_t>(std::distance(place.begin(), place.end()));
    if (place.native().size() > kBundleBound.path || depth > kBundleBound.depth + 1) {
      throw CannotTravel(tree_.top().string() + " has a path of more than " +
                         std::to_string(kBundleBound.path) + " bytes, or more than " +
                         std::to_string(kBundleBound.depth) +
                         " folders in each other: workers cannot have it");
    }
    if (S_ISDIR(status.st_mode)) {
      list(place);
    }
  }

  const FolderTree& tree_;
  const LeavesOut left_out_;
  std::vector<Packed> entries_;
};

/// Receives the archive: counts and hashes its bytes, and passes them on.
class ArchiveSink {
 public:
  using Next = std::function<void(std::string_view)>;
  ArchiveSink(std::uint64_t most_bytes, Next next) : most_bytes_(most_bytes), next_(std::move(next)) {}

  /// False: it is too large, or has failed.
  bool take(std::string_view bytes) {
    bytes_ += bytes.size();
    if (failure_ || too_large()) {
      return false;
    }
    try {
      hash_.add(bytes);
      next_(bytes);
    } catch (const std::exception&) {
      failure_ = std::current_exception();
    }
    return !failure_;
  }
  bool too_large() const { return bytes_ > most_bytes_; }
  /// Throws what `next` has thrown.
  void expect_no_failure() const {
    if (failure_) {
      std::rethrow_exception(failure_);
    }
  }
  std::uint64_t bytes() const { return bytes_; }
  std::string sha256() { return hash_.hex(); }

 private:
  std::uint64_t most_bytes_;
  Next next_;
  protocol::Sha256 hash_;
  std::uint64_t bytes_ = 0;
  std::exception_ptr failure_;
};

using Add = std::function<void(prepare::TarWriter&)>;

/// Packs what `add` adds to an archive, at most `most_bytes`, into `next`. `of` is named if that fails;
/// `advice`: what to do about more bytes.
BundleFile pack(const fs::path& of, std::uint64_t most_bytes, const char* advice, ArchiveSink::Next next,
                const Add& add) {
  ArchiveSink sink(most_bytes, std::move(next));
  try {
    prepare::TarWriter writer([&sink](std::string_view bytes) { return sink.take(bytes); },
                              prepare::TarWriter::Compression::zstd);
    add(writer);
    writer.finish();
  } catch (const fs::filesystem_error& error) {
    throw CannotTravel(of.string() + " cannot be read: " + error.code().message());
  } catch (const std::invalid_argument& error) {
    sink.expect_no_failure();
    if (!sink.too_large()) {
      throw CannotTravel(of.string() + " " + error.what());
    }
  }
  sink.expect_no_failure();
  if (sink.too_large()) {
    throw CannotTravel(of.string() + " has more than " + std::to_string(most_bytes / kMebibyte) +
                       " MiB when it is packed: workers cannot have it" + advice);
  }
  return {sink.sha256(), 0, sink.bytes()};
}

/// An opened file under that name in the archive.
void add_file(prepare::TarWriter& writer, const std::string& name, const FileDescriptor& file) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) {
    throw CannotTravel(name + " cannot be read");
  }
  const auto size = static_cast<std::uint64_t>(status.st_size);
  writer.add(name, (status.st_mode & S_IXUSR) != 0, file, size);
}

/// The places in `tree` of all files that travel, in order. A link to a file inside does.
std::vector<std::string> travelling_files(const FolderTree& tree, const LeftOut& left_out) {
  const auto stays = [&](const fs::path& place) {
    return is_left_out(place) || (left_out && left_out(tree.top() / place));
  };
  std::vector<std::string> names;
  std::uint64_t bytes = 0;
  for (const Packed& entry : Listing(tree, stays).entries()) {
    struct stat status {};
    const bool may_be_file = S_ISREG(entry.mode) || S_ISLNK(entry.mode);
    const FileDescriptor file =
        may_be_file ? tree.open(entry.place, O_PATH, Follow::links_inside) : FileDescriptor();
    if (file.get() >= 0 && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode)) {
      names.push_back(entry.place.string());
      bytes += static_cast<std::uint64_t>(status.st_size);
    }
  }
  if (names.size() > kBundleBound.files || bytes > kBundleBound.bytes) {
    throw CannotTravel(tree.top().string() + " has more than " + std::to_string(kBundleBound.files) +
                       " files, or more than " + std::to_string(kBundleBound.bytes / kMebibyte) +
                       " MiB in them: workers cannot have it");
  }
  return names;
}

/// Adds the files of `folder` that travel; returns how many.
std::size_t add_files(prepare::TarWriter& writer, const fs::path& folder, const LeftOut& left_out) {
  const FolderTree tree(folder);
  const std::vector<std::string> names = travelling_files(tree, left_out);
  for (const std::string& name : names) {
    const FileDescriptor file = tree.open_file(name, Follow::links_inside);
    if (file.get() < 0) {
      cannot_read(folder / name);
    }
    add_file(writer, name, file);
  }
  return names.size();
}

/// Packs what `add` adds in memory, for a store.
Bundle bundled(const fs::path& of, const char* advice, const Add& add) {
  Bundle bundle;
  const auto keep = [&bundle](std::string_view bytes) { bundle.bytes.append(bytes); };
  bundle.sha256 = pack(of, kMostBundleBytes, advice, keep, add).sha256;
  return bundle;
}

void add_as_it_is(prepare::TarWriter& writer, const FolderTree& tree, const Packed& entry) {
  const std::string name = entry.place.string();
  if (S_ISLNK(entry.mode)) {
    const std::optional<fs::path> target = tree.target(entry.place);
    if (target && is_kept(entry.place, *target)) {
      writer.add_link(name, target->string());
    }
  } else if (S_ISDIR(entry.mode)) {
    writer.add_folder(name);
  } else if (S_ISREG(entry.mode)) {
    const FileDescriptor file = tree.open_file(entry.place);
    if (file.get() < 0) {
      cannot_read(tree.top() / entry.place);
    }
    add_file(writer, name, file);
  }
}

/// All that is in `folder`, and the folder itself.
void add_whole(prepare::TarWriter& writer, const fs::path& folder) {
  const FolderTree tree(folder);
  const std::vector<Packed> entries = Listing(tree, [](const fs::path&) { return false; }).entries();
  if (entries.empty()) {
    throw CannotTravel(folder.string() + " is empty");
  }
  writer.add_folder(kItself);
  for (const Packed& entry : entries) {
    add_as_it_is(writer, tree, entry);
  }
}

/// A file that is removed unless it gets a name that stays.
class DraftFile {
 public:
  /// Throws std::system_error.
  explicit DraftFile(const fs::path& folder)
      : path_(folder / (".bundle-" + random_hex())),
        file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kForOwnerAndGroup)) {
    // The mode that umask leaves may be less.
    if (file_.get() < 0 || ::fchmod(file_.get(), kForOwnerAndGroup) != 0) {
      throw_cannot("write", path_);
    }
  }
  ~DraftFile() {
    std::error_code gone;
    fs::remove(path_, gone);
  }
  DraftFile(const DraftFile&) = delete;
  DraftFile& operator=(const DraftFile&) = delete;

  void write(std::string_view bytes) { write_all(file_, bytes, path_); }
  void rename_to(const fs::path& name) {
    if (::fsync(file_.get()) != 0 || ::rename(path_.c_str(), name.c_str()) != 0) {
      throw_cannot("write", name);
    }
  }

 private:
  fs::path path_;
  FileDescriptor file_;
};

}  // namespace

Bundle make_bundle(const fs::path& folder, const LeftOut& left_out) {
  return bundled(folder, kInAStore,
                 [&](prepare::TarWriter& writer) { (void)add_files(writer, folder, left_out); });
}

Bundle pack_whole(const fs::path& folder) {
  return bundled(folder, "", [&](prepare::TarWriter& writer) { add_whole(writer, folder); });
}

Bundle pack_file(const fs::path& file) {
  return bundled(file, "", [&](prepare::TarWriter& writer) {
    writer.add_folder(kItself);
    add_file(writer, file.filename().string(), open_named_file(file));
  });
}

fs::path bundle_path(const fs::path& shared, const std::string& sha256) {
  return shared / (sha256 + ".tar.zst");
}

BundleFile write_bundle(const fs::path& folder, const fs::path& shared, const LeftOut& left_out) {
  DraftFile draft(shared);
  const auto write = [&draft](std::string_view bytes) { draft.write(bytes); };
  std::size_t files = 0;
  BundleFile packed = pack(folder, kMostSharedBundleBytes, "", write,
                           [&](prepare::TarWriter& writer) { files = add_files(writer, folder, left_out); });
  packed.files = files;
  const fs::path name = bundle_path(shared, packed.sha256);
  std::error_code none;
  if (fs::file_size(name, none) != packed.bytes || none) {
    draft.rename_to(name);
  }
  return packed;
}

}  // namespace referee::queue
