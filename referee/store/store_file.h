#pragma once

#include <filesystem>
#include <string>

#include "referee/base/file_descriptor.h"

namespace referee {

/// Why no store can be made at that path: "the folder DIR does not exist: ..."; "" if its folder is there.
std::string missing_folder(const std::filesystem::path& store);

/// Keeps other referees from a store by a file FILE.lock beside it, which is locked as long as this object
/// lives and then removed. The kernel frees the lock when the process dies, however it dies.
///
/// FILE.lock is there before the store is, and says who holds it. Another name of the same file (a hard link,
/// a mount) has another FILE.lock: see StoreFileLock.
class StoreLock {
 public:
  /// Throws StoreInUse; StoreError: no lock file can be made.
  explicit StoreLock(const std::filesystem::path& store);
  ~StoreLock();
  StoreLock(const StoreLock&) = delete;
  StoreLock& operator=(const StoreLock&) = delete;

 private:
  std::filesystem::path path_;
  FileDescriptor file_;
};

/// Locks the file of a store itself, whatever name led to it, and remembers which file that is.
///
/// The lock is one of the open file description on a byte that SQLite does not use. As closing any descriptor
/// of a file frees the process's other locks on it, this object has to live longer than the database.
class StoreFileLock {
 public:
  /// REQUIRES: `store` exists. Throws StoreInUse: under another name; StoreError: it has several names:
  /// SQLite's log goes by the name, so with two of them data would be lost.
  explicit StoreFileLock(const std::filesystem::path& store);

  /// Whether `store` still names the file that is locked.
  bool is_still_there() const;

 private:
  std::filesystem::path store_;
  FileDescriptor file_;
};

/// Throws StoreError unless `store` is a plain file that this process may read and, if `write`, change.
void require_usable_file(const std::filesystem::path& store, bool write);

/// Throws NotAStore if a file has the name of the new store `store`, or of a log that SQLite would take for
/// its own.
void require_free_name(const std::filesystem::path& store);

/// Makes an empty file that only its owner may read, because a store holds secret seeds. Throws StoreError.
void make_store_file(const std::filesystem::path& store);

/// Waits until the entries of the folder of `store` are on the disk. Throws StoreError.
void sync_store_folder(const std::filesystem::path& store);

}  // namespace referee
