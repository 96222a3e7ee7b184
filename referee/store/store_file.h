#pragma once

#include <filesystem>

#include "referee/base/file_descriptor.h"

namespace referee {

/// Keeps other referees from a store by a file FILE.lock beside it, which is locked as long as this object
/// lives and then removed. The kernel frees the lock when the process dies, however it dies.
///
/// The store itself cannot carry the lock: a process that closes another descriptor of it loses SQLite's
/// locks.
class StoreLock {
 public:
  /// Throws StoreError: in use by another referee, or no lock file can be made.
  explicit StoreLock(const std::filesystem::path& store);
  ~StoreLock();
  StoreLock(const StoreLock&) = delete;
  StoreLock& operator=(const StoreLock&) = delete;

 private:
  std::filesystem::path path_;
  FileDescriptor file_;
};

/// Throws StoreError unless `store` is a plain file that this process may read and, if `write`, change.
void require_usable_file(const std::filesystem::path& store, bool write);

/// Makes an empty file that only its owner may read, because a store holds secret seeds. Throws StoreError.
void make_store_file(const std::filesystem::path& store);

}  // namespace referee
