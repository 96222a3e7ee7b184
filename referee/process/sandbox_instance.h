#pragma once

#include <sys/types.h>

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/base/files.h"
#include "referee/process/control_group.h"
#include "referee/process/inside/process_counts.h"
#include "referee/process/inside/sandbox_spec.h"
#include "referee/process/joint_bounds.h"
#include "referee/process/work_folder.h"

namespace referee {

/// Users without a name, one for each launched program that runs, so that no two of them can touch each
/// other. Other referees on this machine take other users, also those in another network namespace.
class UserSlots {
 public:
  static constexpr uid_t kFirst = 20000;
  static constexpr uid_t kLast = 59999;

  /// Whether this process's user namespace has all of them: not, where root is the only user of a container.
  static bool exist();
  UserSlots();
  /// A user of whom the kernel counts no process: it counts those that have ended, too, until somebody has
  /// waited for them, and an ended program's processes would use up the bound of the next one. Throws
  /// std::runtime_error if all are taken.
  uid_t take();
  /// REQUIRES: all processes of this user have been killed. It rests until they are gone.
  void give_back(uid_t uid) { free_.push_front(uid); }

 private:
  bool reserve(uid_t uid);
  bool lock_in_file(uid_t uid, bool locked);

  FileDescriptor file_;     // has a lock for each user; closed if there can be none
  std::deque<uid_t> free_;  // those that were found with processes are the last
  uid_t next_ = kFirst;
  std::vector<FileDescriptor> reserved_;
};

/// The user of one program that runs unconfined. The destructor ends all that runs as this user.
class OwnUser {
 public:
  /// Throws as UserSlots::take().
  explicit OwnUser(std::shared_ptr<UserSlots> users) : users_(std::move(users)), uid_(users_->take()) {}
  ~OwnUser();
  OwnUser(const OwnUser&) = delete;
  OwnUser& operator=(const OwnUser&) = delete;

  uid_t uid() const { return uid_; }
  /// Spares the destructor its work. REQUIRES: all that runs as this user has been killed.
  void note_all_killed() { all_killed_ = true; }

 private:
  std::shared_ptr<UserSlots> users_;
  uid_t uid_;
  bool all_killed_ = false;
};

/// What one confined program has for itself, from before its start until it has ended: a user, a cgroup, a
/// private folder. The destructor gives them back and removes the folder. REQUIRES: no process runs in it
/// then.
class SandboxInstance {
 public:
  /// `users` and `groups` may be null: it runs as the referee's user, in the referee's cgroup. Throws
  /// std::system_error.
  SandboxInstance(SandboxSpec order, std::shared_ptr<UserSlots> users,
                  const std::shared_ptr<ControlGroups>& groups);
  /// Lets the program work in a copy of `confinement.folder`, if that is small enough. REQUIRES: the folder
  /// is not writable; called once, before spec_file().
  void work_in_copy(const Confinement& confinement);
  /// Has its supervisor count its processes. REQUIRES: it has no cgroup; called once, before spec_file().
  void count_processes();
  /// nullptr without count_processes().
  const std::shared_ptr<ProcessCounts>& counts() const { return counts_; }
  /// Where note_losses() notes; without this call nowhere.
  void note_for(std::shared_ptr<SandboxNotes> notes) { notes_ = std::move(notes); }
  /// Called when its program cannot be started, and the machine is why. May throw WeakSandbox.
  using MachineFailed = std::function<void()>;
  void when_machine_fails(MachineFailed call) { machine_failed_ = std::move(call); }
  const MachineFailed& machine_failed() const { return machine_failed_; }
  ~SandboxInstance();
  SandboxInstance(const SandboxInstance&) = delete;
  SandboxInstance& operator=(const SandboxInstance&) = delete;

  const SandboxSpec& order() const { return order_; }
  /// What all its processes may take together, those of bubblewrap included.
  JointBounds bounds() const;
  /// Gives its program a TCP connection as standard input and output. True if the program has a network of
  /// its own: then the new process makes the connection, and sends our end over the control socket.
  bool connect_inside() { return order_.connect = order_.level != SandboxLevel::basic; }
  /// The order, as a file to be inherited. Throws std::system_error.
  FileDescriptor spec_file() const;
  /// nullptr if it has none.
  const ControlGroup* group() const { return group_.get(); }
  /// nullptr: it works in its folder itself.
  const WorkFolder* work() const { return work_.get(); }
  /// Notes what the program has lost, and what it said of refusals. REQUIRES: it has ended.
  void note_losses(const std::string& stderr_text) const;

 private:
  SandboxSpec order_;
  std::shared_ptr<UserSlots> users_;
  std::unique_ptr<ControlGroup> group_;
  std::optional<ScratchFolder> scratch_;
  std::unique_ptr<WorkFolder> work_;
  std::shared_ptr<SandboxNotes> notes_;
  std::shared_ptr<ProcessCounts> counts_;
  MachineFailed machine_failed_;
};

}  // namespace referee
