#include "referee/base/files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
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

/// Where temporary files are. Programs that root starts are other users: where these cannot enter root's own
/// folder, it is the one of all users.
std::filesystem::path temporary_folder() {
  const std::filesystem::path own = std::filesystem::canonical(std::filesystem::temp_directory_path());
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

std::filesystem::path make_private_folder(const std::string& prefix, uid_t owner) {
  std::string name = (temporary_folder() / (prefix + "-XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr || (owner != 0 && ::chown(name.c_str(), owner, owner) != 0)) {
    throw std::system_error(errno, std::generic_category(), "private folder " + name);
  }
  return std::filesystem::canonical(name);
}

ScratchFolder::ScratchFolder(uid_t owner) : path_(make_private_folder("referee-scratch", owner)) {}

ScratchFolder::~ScratchFolder() {
  std::error_code stays;  // among the temporary files
  std::filesystem::remove_all(path_, stays);
}

}  // namespace referee
