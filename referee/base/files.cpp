#include "referee/base/files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

#include "referee/base/file_descriptor.h"

namespace referee {
namespace {

void sync_folder(const std::filesystem::path& folder) {
  const FileDescriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.get() < 0 || ::fsync(descriptor.get()) != 0) {
    throw_cannot("write", folder);
  }
}

/// The file that becomes `path` once it is complete.
std::filesystem::path draft_of(const std::filesystem::path& path) { return path.string() + ".tmp"; }

/// What the environment names, else /tmp. Throws std::system_error, naming the variable and what is in it.
std::filesystem::path named_temporary_folder() {
  std::error_code wrong;
  std::filesystem::path folder = std::filesystem::temp_directory_path(wrong);
  if (!wrong) {
    return folder;
  }
  for (const char* const name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"}) {  // in this order, as the C++ library
    if (const char* const value = std::getenv(name)) {
      throw std::system_error(wrong, "the environment's " + std::string(name) + " is " + value +
                                         ", expected a folder for temporary files");
    }
  }
  throw std::system_error(wrong, "the folder for temporary files, /tmp");
}

/// Where temporary files are. Programs that root starts are other users: where these cannot enter root's own
/// folder, it is the one of all users.
std::filesystem::path temporary_folder() {
  const std::filesystem::path own = std::filesystem::canonical(named_temporary_folder());
  for (std::filesystem::path part = own; ::geteuid() == 0; part = part.parent_path()) {
    if ((std::filesystem::status(part).permissions() & std::filesystem::perms::others_exec) ==
        std::filesystem::perms::none) {
      return P_tmpdir;
    }
    if (part == part.parent_path()) {
      break;
    }
  }
  return own;
}

// A scratch folder gets its last name once it is locked, so that no other process takes it for abandoned. One
// that is not locked yet has nothing in it: if it is taken away, another one is made.
constexpr std::string_view kUnlockedFolder = "referee-new";
constexpr std::string_view kLockedFolder = "referee-temp";
constexpr int kScratchAttempts = 20;  // until a machine is taken to allow none

/// Nothing if another process has the lock, or the folder is not ours to open.
FileDescriptor lock_folder(const std::filesystem::path& folder) {
  FileDescriptor lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (lock.get() < 0 || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    return {};
  }
  return lock;
}

}  // namespace

void write_file_atomically(const std::filesystem::path& path, std::string_view text, Sync sync) {
  const std::filesystem::path draft = draft_of(path);
  try {
    const FileDescriptor file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (file.get() < 0) {
      throw_cannot("write", path);
    }
    write_all(file, text, path);
    if (sync == Sync::disk && ::fsync(file.get()) != 0) {
      throw_cannot("write", path);
    }
    if (::rename(draft.c_str(), path.c_str()) != 0) {
      throw_cannot("write", path);
    }
  } catch (const std::system_error&) {
    ::unlink(draft.c_str());
    throw;
  }
  if (sync == Sync::disk) {
    sync_folder(path.parent_path().empty() ? "." : path.parent_path());
  }
}

void check_writable(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& why) {
    throw std::invalid_argument("cannot write " + path.string() + ": " + why);
  };
  const std::filesystem::path folder = path.parent_path().empty() ? "." : path.parent_path();
  std::error_code unknown;
  if (!std::filesystem::is_directory(folder, unknown)) {
    refuse("there is no folder " + folder.string());
  }
  const std::filesystem::file_status status = std::filesystem::status(path, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    refuse("something that is no file has this name");
  }
  // Tried, because permissions do not tell: root has them all, and cannot write to every file system.
  const std::filesystem::path draft = draft_of(path);
  const FileDescriptor file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  if (file.get() < 0) {
    refuse(std::generic_category().message(errno));
  }
  ::unlink(draft.c_str());
}

std::filesystem::path make_private_folder(const std::string& prefix) {
  const std::filesystem::path folder = std::filesystem::canonical(temporary_folder());
  std::string name = (folder / (prefix + "-XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "private folder " + name);
  }
  return name;
}

void remove_abandoned_scratch_folders() {
  std::error_code stays;
  if (std::filesystem::temp_directory_path(stays).empty()) {
    return;  // TMPDIR names no folder: the first scratch folder will say so
  }
  auto entry = std::filesystem::directory_iterator(temporary_folder(), stays);
  for (; !stays && entry != std::filesystem::directory_iterator(); entry.increment(stays)) {
    const std::string name = entry->path().filename().string();
    const bool is_whole = name.starts_with(kLockedFolder);
    if (!is_whole && !name.starts_with(kUnlockedFolder)) {
      continue;
    }
    const FileDescriptor lock = lock_folder(entry->path());
    std::error_code some_stay;
    if (lock.get() >= 0 && is_whole) {
      std::filesystem::remove_all(entry->path(), some_stay);
    } else if (lock.get() >= 0) {
      ::rmdir(entry->path().c_str());
    }
  }
}

ScratchFolder::ScratchFolder(uid_t owner) {
  for (int attempt = 1;; ++attempt) {
    const std::filesystem::path unlocked = make_private_folder(std::string(kUnlockedFolder));
    lock_ = lock_folder(unlocked);
    std::string name = unlocked.filename().string();
    name.replace(0, kUnlockedFolder.size(), kLockedFolder);
    path_ = unlocked.parent_path() / name;
    if (lock_.get() >= 0 && (owner == 0 || ::fchown(lock_.get(), owner, owner) == 0) &&
        ::rename(unlocked.c_str(), path_.c_str()) == 0) {
      return;
    }
    const int error = errno;
    ::rmdir(unlocked.c_str());
    if (attempt == kScratchAttempts) {
      throw std::system_error(error, std::generic_category(), "private folder " + unlocked.string());
    }
  }
}

ScratchFolder::~ScratchFolder() {
  std::error_code stays;  // among the temporary files
  std::filesystem::remove_all(path_, stays);
}

}  // namespace referee
