#include "referee/store/store_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>

#include "referee/store/store.h"

namespace referee {
namespace {

constexpr mode_t kOwnerOnly = 0600;
constexpr off_t kLockedByte = off_t{1} << 62;  // far behind the bytes around 1 GiB that SQLite locks

[[noreturn]] void fail(const std::filesystem::path& store, const std::string& what, int error) {
  const std::string why = missing_folder(store);
  throw StoreError(
      "store " + store.string() + ": " +
      (error == ENOENT && !why.empty() ? why : what + ": " + std::generic_category().message(error)));
}

/// " (process N)" as the holder has written it; "" if it has not written it yet.
std::string holder(const FileDescriptor& lock) {
  std::array<char, 16> text{};
  const ssize_t size = ::pread(lock.get(), text.data(), text.size(), 0);
  std::string number;
  for (ssize_t i = 0;
       i < size && text[static_cast<std::size_t>(i)] >= '0' && text[static_cast<std::size_t>(i)] <= '9';
       ++i) {
    number += text[static_cast<std::size_t>(i)];
  }
  return number.empty() ? "" : " (process " + number + ")";
}

/// False if the holder ended, and removed the file, after we opened it and before we locked it.
bool still_there(const FileDescriptor& lock) {
  struct stat status {};
  return ::fstat(lock.get(), &status) == 0 && status.st_nlink > 0;
}

}  // namespace

std::string missing_folder(const std::filesystem::path& store) {
  const std::filesystem::path folder = store.parent_path();
  std::error_code none;
  return folder.empty() || std::filesystem::exists(folder, none)
             ? ""
             : "the folder " + folder.string() + " does not exist: make it, or name another one";
}

StoreLock::StoreLock(const std::filesystem::path& store) : path_(store.string() + ".lock") {
  do {
    file_ = FileDescriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kOwnerOnly));
    if (file_.get() < 0) {
      fail(store, "cannot make " + path_.string(), errno);
    }
    if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) {
        throw StoreInUse("store " + store.string() + " is in use by another referee" + holder(file_));
      }
      fail(store, "cannot lock " + path_.string(), errno);
    }
  } while (!still_there(file_));
  const std::string number = std::to_string(::getpid()) + "\n";
  if (::ftruncate(file_.get(), 0) != 0 || ::pwrite(file_.get(), number.data(), number.size(), 0) < 0) {
    fail(store, "cannot write " + path_.string(), errno);
  }
}

StoreLock::~StoreLock() { ::unlink(path_.c_str()); }

StoreFileLock::StoreFileLock(const std::filesystem::path& store)
    : store_(store), file_(::open(store.c_str(), O_RDWR | O_CLOEXEC)) {
  struct stat status {};
  if (file_.get() < 0 || ::fstat(file_.get(), &status) != 0) {
    fail(store, "cannot open", errno);
  }
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = kLockedByte;
  lock.l_len = 1;
  if (::fcntl(file_.get(), F_OFD_SETLK, &lock) != 0) {
    if (errno == EAGAIN || errno == EACCES) {
      throw StoreInUse("store " + store.string() + " is in use by another referee, under another name");
    }
    fail(store, "cannot lock", errno);
  }
  if (status.st_nlink > 1) {
    throw StoreError("store " + store.string() + ": the file has " + std::to_string(status.st_nlink) +
                     " names (hard links), and results would be lost if it were used under both: remove the"
                     " others, or make a copy with 'referee backup'");
  }
}

bool StoreFileLock::is_still_there() const {
  struct stat named {};
  struct stat opened {};
  return ::stat(store_.c_str(), &named) == 0 && ::fstat(file_.get(), &opened) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

void require_usable_file(const std::filesystem::path& store, bool write) {
  struct stat status {};
  if (::stat(store.c_str(), &status) != 0) {
    fail(store, "cannot open", errno);
  }
  if (!S_ISREG(status.st_mode)) {
    throw NotAStore("store " + store.string() + ": not a plain file");
  }
  // Checked here: SQLite only says "unable to open", and opens a file for reading that it may not write.
  if (::faccessat(AT_FDCWD, store.c_str(), write ? R_OK | W_OK : R_OK, AT_EACCESS) != 0) {
    fail(store, "cannot open", errno);
  }
}

void require_free_name(const std::filesystem::path& store) {
  for (const char* const suffix : {"", "-wal", "-shm", "-journal"}) {
    const std::string taken = store.string() + suffix;
    struct stat status {};
    if (::lstat(taken.c_str(), &status) == 0) {
      throw NotAStore("store " + store.string() + ": " + taken +
                      " exists already: name another file, or move this one away");
    }
  }
}

void make_store_file(const std::filesystem::path& store) {
  const FileDescriptor file(::open(store.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerOnly));
  if (file.get() < 0) {
    fail(store, "cannot make it", errno);
  }
  sync_store_folder(store);  // SQLite does that for its own files only
}

void sync_store_folder(const std::filesystem::path& store) {
  const FileDescriptor folder(::open(store.parent_path().empty() ? "." : store.parent_path().c_str(),
                                     O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() < 0 || ::fsync(folder.get()) != 0) {
    fail(store, "cannot write its folder", errno);
  }
}

}  // namespace referee
