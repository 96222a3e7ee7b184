#pragma once

#include <sys/types.h>

#include <set>
#include <vector>

#include "referee/base/file_descriptor.h"

namespace referee {

/// Users without a name, one for each confined program that runs, so that no two of them can touch each
/// other. Other referees on this machine take other users.
class UserSlots {
 public:
  static constexpr uid_t kFirst = 20000;
  static constexpr uid_t kLast = 59999;

  /// Throws std::runtime_error if there are none left.
  uid_t take();
  /// REQUIRES: nothing runs as this user any more.
  void give_back(uid_t uid) { free_.insert(uid); }

 private:
  bool reserve(uid_t uid);

  std::set<uid_t> free_;
  uid_t next_ = kFirst;
  std::vector<FileDescriptor> reserved_;
};

}  // namespace referee
