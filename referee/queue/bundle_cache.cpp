#include "referee/queue/bundle_cache.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "protocol/sha256.h"
#include "referee/base/content_hash.h"
#include "referee/base/folder.h"
#include "referee/prepare/archive.h"
#include "referee/queue/bundle.h"

namespace referee::queue {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBot = "bot";
constexpr const char* kContent = "content";
constexpr const char* kArchive = "bundle.tar.zst";

void write_file(const fs::path& file, const std::string& bytes) {
  std::ofstream out(file, std::ios::binary);
  out << bytes;
  out.close();
  if (!out) {
    throw std::system_error(std::make_error_code(std::errc::io_error), file.string());
  }
}

std::string sha256_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  protocol::Sha256 hash;
  std::array<char, 64 * 1024> block;
  while (in) {
    in.read(block.data(), block.size());
    hash.add({block.data(), static_cast<std::size_t>(in.gcount())});
  }
  if (!in.eof()) {
    throw std::system_error(std::make_error_code(std::errc::io_error), file.string());
  }
  return hash.hex();
}

std::string content_of(const fs::path& file) {
  std::ifstream in(file);
  std::string word;
  in >> word;
  return word;
}

void make_read_only(const fs::path& folder) {
  constexpr fs::perms kWrite = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_symlink()) {
      fs::permissions(entry.path(), kWrite, fs::perm_options::remove);
    }
  }
  fs::permissions(folder, kWrite, fs::perm_options::remove);
}

void remove_whole(const fs::path& folder) {
  if (!fs::is_directory(fs::symlink_status(folder))) {
    fs::remove(folder);
    return;
  }
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_directory() && !entry.is_symlink()) {
      fs::permissions(entry.path(), fs::perms::owner_write, fs::perm_options::add);
    }
  }
  fs::remove_all(folder);
}

/// Bots of users of their own pass through to theirs: names in the cache are hashes of secret content.
constexpr fs::perms kPassByName = fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec;

}  // namespace

BundleCache::BundleCache(fs::path root, std::uint64_t most_bytes)
    : root_(std::move(root)), most_bytes_(most_bytes) {
  ensure_folder(root_, ::geteuid() == 0 ? kPassByName : fs::perms::owner_all);
  lock_ = lock_folder(root_);
  if (lock_.get() < 0) {
    throw std::invalid_argument("cache " + root_.string() +
                                ": another worker has it: each needs a folder of its own");
  }
  for (const auto& entry : fs::directory_iterator(root_)) {
    take_over(entry.path());
  }
  make_room(0);
}

bool BundleCache::is_in_use(const fs::path& root) {
  return fs::is_directory(root) && lock_folder(root).get() < 0;
}

/// Something that an earlier worker has unpacked, or has left half done.
void BundleCache::take_over(const fs::path& folder) {
  const fs::path bot = folder / kBot;
  const bool whole = fs::is_directory(bot) && content_hash(bot) == content_of(folder / kContent);
  if (whole) {
    entries_[folder.filename().string()] = {bytes_in(bot), ++clock_, 0};
  } else {
    remove_whole(folder);
  }
}

std::optional<fs::path> BundleCache::find(const std::string& sha256) {
  const auto found = entries_.find(sha256);
  if (found == entries_.end()) {
    return std::nullopt;
  }
  found->second.used = ++clock_;
  return root_ / sha256 / kBot;
}

fs::path BundleCache::add(const std::string& sha256, const std::string& bytes) {
  if (protocol::Sha256::hex_of(bytes) != sha256) {
    throw prepare::BadSubmission("the bytes of bundle " + sha256 + " are not its own");
  }
  const fs::path draft = begin_draft(sha256);
  write_file(draft / kArchive, bytes);
  return unpack(sha256, draft);
}

fs::path BundleCache::add_file(const std::string& sha256, const fs::path& file) {
  const fs::path draft = begin_draft(sha256);
  const bool fits = fs::file_size(file) <= kMostSharedBundleBytes;
  if (fits) {
    fs::copy_file(file, draft / kArchive);
  }
  if (!fits || sha256_of(draft / kArchive) != sha256) {
    throw prepare::BadSubmission(
        file.string() +
        " is damaged: its bytes do not have the SHA-256 of its name; remove it, and start the "
        "referee again, which writes it anew");
  }
  return unpack(sha256, draft);
}

/// An empty folder for the bot and its archive.
fs::path BundleCache::begin_draft(const std::string& sha256) const {
  fs::path draft = root_ / (sha256 + ".new");
  if (fs::exists(draft)) {
    remove_whole(draft);
  }
  fs::create_directories(draft / kBot);
  return draft;
}

/// REQUIRES: the archive in the draft has been checked.
fs::path BundleCache::unpack(const std::string& sha256, const fs::path& draft) {
  (void)prepare::unpack_archive(draft / kArchive, draft / kBot, kBundleBound, prepare::Packer::referee);
  fs::remove(draft / kArchive);
  make_read_only(draft / kBot);
  write_file(draft / kContent, content_hash(draft / kBot) + "\n");
  const std::uint64_t size = bytes_in(draft / kBot);
  make_room(size);
  fs::rename(draft, root_ / sha256);
  entries_[sha256] = {size, ++clock_, 0};
  return root_ / sha256 / kBot;
}

/// Removes what was used longest ago until so many bytes more fit, or all that is left is being played.
void BundleCache::make_room(std::uint64_t bytes) {
  const auto total = [this] {
    return std::accumulate(entries_.begin(), entries_.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const auto& entry) { return sum + entry.second.bytes; });
  };
  while (total() + bytes > most_bytes_) {
    auto oldest = entries_.end();
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->second.holds == 0 &&
          (oldest == entries_.end() || entry->second.used < oldest->second.used)) {
        oldest = entry;
      }
    }
    if (oldest == entries_.end()) {
      return;
    }
    remove_whole(root_ / oldest->first);
    entries_.erase(oldest);
  }
}

}  // namespace referee::queue
