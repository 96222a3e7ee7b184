#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/base/files.h"
#include "referee/process/control_group.h"
#include "referee/process/inside/sandbox_spec.h"

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

/// What one confined program has for itself, from before its start until it has ended: a user, a cgroup, a
/// private folder. They are given back, and the folder is removed, when the instance is destroyed. REQUIRES:
/// by then nothing runs in it.
class SandboxInstance {
 public:
  /// `users` and `groups` may be null: it runs as the referee's user, in the referee's cgroup. Throws
  /// std::system_error.
  SandboxInstance(SandboxSpec order, std::shared_ptr<UserSlots> users,
                  const std::shared_ptr<ControlGroups>& groups);
  ~SandboxInstance();
  SandboxInstance(const SandboxInstance&) = delete;
  SandboxInstance& operator=(const SandboxInstance&) = delete;

  const SandboxSpec& order() const { return order_; }
  /// Its program is to have a TCP connection as standard input and output; true if it is made inside, and
  /// comes over the control socket, because it has a network of its own.
  bool connect_inside() { return order_.connect = order_.level != SandboxLevel::basic; }
  /// The order, as a file to be inherited. Throws std::system_error.
  FileDescriptor spec_file() const;
  /// nullptr if it has none.
  const ControlGroup* group() const { return group_.get(); }
  /// Ends all that runs in its cgroup, if it has one.
  void kill() const;

 private:
  SandboxSpec order_;
  std::shared_ptr<UserSlots> users_;
  std::unique_ptr<ControlGroup> group_;
  std::optional<ScratchFolder> scratch_;
};

}  // namespace referee
