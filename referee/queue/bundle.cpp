#include "referee/queue/bundle.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "protocol/sha256.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/secrets.h"
#include "referee/submission/tar_writer.h"

namespace referee::queue {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMebibyte = 1024ULL * 1024;
constexpr mode_t kForOwnerAndGroup = 0640;
constexpr const char* kInAStore = ", unless workers.bundles of the tournament file names a shared folder";
constexpr const char* kItself = ".";

bool is_left_out(const fs::path& inside) {
  return std::ranges::any_of(inside,
                             [](const fs::path& part) { return part == ".git" || part == "__pycache__"; });
}

/// The file behind an entry of the folder, if it is one and lies inside.
std::optional<fs::path> file_of(const fs::directory_entry& entry, const fs::path& folder) {
  if (!entry.is_regular_file()) {
    return std::nullopt;
  }
  const fs::path file = fs::canonical(entry.path());
  const auto [end, unused] = std::ranges::mismatch(folder, file);
  return end == folder.end() ? std::optional(file) : std::nullopt;
}

/// The paths in `root` of all files that travel, in order.
std::vector<std::string> travelling_files(const fs::path& root, const LeftOut& left_out) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const fs::path inside = entry.path().lexically_relative(root);
    if (!is_left_out(inside) && !(left_out && left_out(entry.path())) && file_of(entry, root)) {
      names.push_back(inside.string());
    }
  }
  std::ranges::sort(names);
  return names;
}

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

void expect_within_bound(const fs::path& folder, const fs::path& root,
                         const std::vector<std::string>& names) {
  std::uint64_t bytes = 0;
  for (const std::string& name : names) {
    bytes += fs::file_size(root / name);
  }
  if (names.size() > kBundleBound.files || bytes > kBundleBound.bytes) {
    throw CannotTravel(folder.string() + " has more than " + std::to_string(kBundleBound.files) +
                       " files, or more than " + std::to_string(kBundleBound.bytes / kMebibyte) +
                       " MiB in them: workers cannot have it");
  }
}

using Add = std::function<void(submission::TarWriter&)>;

/// Packs what `add` adds to an archive, at most `most_bytes`, into `next`. `of` is named if that fails;
/// `advice`: what to do about more bytes.
BundleFile pack(const fs::path& of, std::uint64_t most_bytes, const char* advice, ArchiveSink::Next next,
                const Add& add) {
  ArchiveSink sink(most_bytes, std::move(next));
  try {
    submission::TarWriter writer([&sink](std::string_view bytes) { return sink.take(bytes); },
                                 submission::TarWriter::Compression::zstd);
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

/// Under that name in the archive.
void add_file(submission::TarWriter& writer, const std::string& name, const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw CannotTravel(file.string() + " cannot be read");
  }
  const bool runs = (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
  writer.add(name, runs, in, fs::file_size(file));
}

/// Adds the files of `folder` that travel; returns how many.
std::size_t add_files(submission::TarWriter& writer, const fs::path& folder, const LeftOut& left_out) {
  const fs::path root = fs::canonical(folder);
  const std::vector<std::string> names = travelling_files(root, left_out);
  expect_within_bound(folder, root, names);
  for (const std::string& name : names) {
    add_file(writer, name, root / name);
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

void add_as_it_is(submission::TarWriter& writer, const fs::path& root, const std::string& name) {
  const fs::path path = root / name;
  const fs::file_status status = fs::symlink_status(path);
  if (fs::is_symlink(status)) {
    const fs::path target = fs::read_symlink(path);
    if (stays_inside(name, target)) {
      writer.add_link(name, target.string());
    }
  } else if (fs::is_directory(status)) {
    writer.add_folder(name);
  } else if (fs::is_regular_file(status)) {
    add_file(writer, name, path);
  }
}

/// All that is in `folder`, and the folder itself.
void add_whole(submission::TarWriter& writer, const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    names.push_back(entry.path().lexically_relative(folder).string());
  }
  if (names.empty()) {
    throw CannotTravel(folder.string() + " is empty");
  }
  std::ranges::sort(names);
  writer.add_folder(kItself);
  for (const std::string& name : names) {
    add_as_it_is(writer, folder, name);
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
                 [&](submission::TarWriter& writer) { (void)add_files(writer, folder, left_out); });
}

Bundle pack_whole(const fs::path& folder) {
  return bundled(folder, "", [&](submission::TarWriter& writer) { add_whole(writer, folder); });
}

Bundle pack_file(const fs::path& file) {
  return bundled(file, "", [&](submission::TarWriter& writer) {
    writer.add_folder(kItself);
    add_file(writer, file.filename().string(), file);
  });
}

fs::path bundle_path(const fs::path& shared, const std::string& sha256) {
  return shared / (sha256 + ".tar.zst");
}

BundleFile write_bundle(const fs::path& folder, const fs::path& shared, const LeftOut& left_out) {
  DraftFile draft(shared);
  const auto write = [&draft](std::string_view bytes) { draft.write(bytes); };
  std::size_t files = 0;
  BundleFile packed = pack(folder, kMostSharedBundleBytes, "", write, [&](submission::TarWriter& writer) {
    files = add_files(writer, folder, left_out);
  });
  packed.files = files;
  const fs::path name = bundle_path(shared, packed.sha256);
  std::error_code none;
  if (fs::file_size(name, none) != packed.bytes || none) {
    draft.rename_to(name);
  }
  return packed;
}

}  // namespace referee::queue
