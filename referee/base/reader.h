#pragma once

#include <sys/types.h>

#include <optional>
#include <vector>

#include "referee/base/file_descriptor.h"

namespace referee {

/// The user by whose rights files are opened. Where root reads what another user can change, the kernel then
/// refuses what that user may not read, wherever links and renamed folders lead meanwhile.
class Reader {
 public:
  /// The user of this process.
  Reader() = default;
  /// `user`, if this process is root and `user` is not; else the user of this process. Throws
  /// std::system_error if root may not take another user's rights here.
  static Reader of(uid_t user);

  /// Nothing: the user of this process.
  std::optional<uid_t> other_user() const;
  /// openat(2). Without a descriptor if that fails, and errno says why. Only the calling thread has the
  /// reader's rights, and only for the time of this call.
  FileDescriptor open_at(int folder, const char* path, int flags) const;

 private:
  struct Rights {
    uid_t user;
    gid_t group;
    std::vector<gid_t> groups;
  };
  class Taken;
  static Rights rights_of(uid_t user);

  std::optional<Rights> rights_;
};

}  // namespace referee
