#pragma once

#include <filesystem>

#include "referee/base/file_descriptor.h"

namespace referee {

/// Keeps other referees from a store: a file FILE.lock beside it, locked as long as this object lives and
/// removed with it. The kernel lets go of the lock when the process dies, however it dies.
///
/// The store itself cannot carry the lock: closing any other descriptor of it would drop those of SQLite.
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

/// Makes an empty file that nobody else may read: there are secret seeds in it. Throws StoreError.
void make_store_file(const std::filesystem::path& store);

}  // namespace referee
