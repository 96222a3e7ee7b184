#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/process/joint_bounds.h"

namespace referee {

class ControlGroups;

/// A cgroup v2 of one program and all that it starts; and where the machine has the controllers memory and
/// pids in cgroups v1, one of each of these, once bound() asks for it.
class ControlGroup {
 public:
  /// `groups`: whose part of the hierarchy `path` is in. Throws std::system_error.
  ControlGroup(std::shared_ptr<ControlGroups> groups, std::filesystem::path path);
  /// Kills all processes that it still has, and has it removed.
  ~ControlGroup();
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;

  /// The file by which a process enters the group.
  std::filesystem::path procs() const { return path_ / "cgroup.procs"; }
  const std::filesystem::path& path() const { return path_; }
  /// The group's folder, open. Throws std::system_error.
  FileDescriptor folder() const;
  /// An open cpu.stat, which works as long as it is held. Throws std::system_error.
  FileDescriptor cpu_stat() const { return open("cpu.stat"); }
  /// An open cgroup.threads: the numbers of all threads that run here now. Throws std::system_error.
  FileDescriptor threads() const { return open("cgroup.threads"); }
  /// Has the kernel hold what runs here to `bounds`, but for their descriptors, as far as ControlGroups can.
  /// Too much memory, without swap, ends all of it (v2) or a part (v1); one process too many is not started.
  /// REQUIRES: nothing runs here yet, and bound() was not called before. Throws std::system_error.
  void bound(const JointBounds& bounds);
  /// `polling` before bound().
  BoundedBy bounded_by() const { return bounded_by_; }
  const JointBounds& bounds() const { return bounds_; }
  /// Files of cgroups v1 in which a program that starts here has to write "0" as well, while it has one
  /// thread. By their files cgroup.procs it would wait some 10 ms, until no thread of the machine is about to
  /// fork; a thread that moves itself alone waits for none.
  const std::vector<std::filesystem::path>& tasks_v1() const { return tasks_v1_; }
  /// Whether the kernel has killed a process for the bound of memory.
  bool ran_out_of_memory() const;
  /// The processes that run here now.
  std::vector<pid_t> processes() const;
  /// Kills all its processes, at once. False on kernels before 5.14, which cannot.
  bool kill() const;

 private:
  FileDescriptor open(const char* file) const;
  void bound_v2(const JointBounds& bounds) const;
  void bound_v1(const JointBounds& bounds);
  std::filesystem::path make_v1(const std::filesystem::path& parent);

  std::shared_ptr<ControlGroups> groups_;
  std::filesystem::path path_;
  std::vector<std::filesystem::path> paths_v1_;
  std::vector<std::filesystem::path> tasks_v1_;
  std::filesystem::path memory_v1_;  // one of paths_v1_; may be empty
  BoundedBy bounded_by_ = BoundedBy::polling;
  JointBounds bounds_;
};

/// What the cgroup of this process, of either version, may take, in bytes; nothing if it has no bound.
std::optional<std::int64_t> memory_of_own_group();

/// The part of the cgroup v2 hierarchy in which this process may make groups. All threads of a process have
/// the same one, and may use it.
class ControlGroups : public std::enable_shared_from_this<ControlGroups> {
 public:
  /// nullptr, with the reason in `why`, where it may make none; what an earlier call has returned, as long as
  /// that is used. Groups are made below the referee's own cgroup. Groups that killed referees have left
  /// there are removed, and the programs that still run in them are ended.
  static std::shared_ptr<ControlGroups> open(std::string& why);
  /// Waits a moment for groups that could not be removed yet.
  ~ControlGroups();
  ControlGroups(const ControlGroups&) = delete;
  ControlGroups& operator=(const ControlGroups&) = delete;

  /// Hands memory and pids on to the groups made here; moves this process into a group of its own beside
  /// them, because a cgroup that hands controllers on has no processes. False, with the reason in `why`, if
  /// the cgroup is not delegated to this user or has other processes.
  bool enable_limits(std::string& why);
  /// Bounds by cgroups v2 with enable_limits() or, where that cannot be, finds the groups of this process in
  /// the hierarchies v1 of memory and pids. Returns how the groups made from now on are bounded, at most as
  /// bounded_at_most(); `why` tells why not in a stronger way.
  BoundedBy enable_bounds(std::string& why);
  BoundedBy bounded_by() const;
  /// The folder of this process's cgroup v1. REQUIRES: bounded_by() is cgroup_v1.
  const std::filesystem::path& memory_v1() const { return memory_v1_; }
  const std::filesystem::path& pids_v1() const { return pids_v1_; }
  /// A group for measuring; ControlGroup::bound() bounds it. Throws std::system_error.
  std::unique_ptr<ControlGroup> make();
  /// Removes a group in which everything has been killed: at once or, if the kernel is not done with its
  /// processes, when the next one is made.
  void remove(const std::filesystem::path& group);

 private:
  explicit ControlGroups(std::filesystem::path own) : own_(std::move(own)) {}
  bool hand_controllers_on(std::string& why);

  const std::filesystem::path own_;  // of this process when it began
  mutable std::mutex mutex_;         // of all members below
  std::filesystem::path leaf_;       // where it has moved to
  BoundedBy bounded_by_ = BoundedBy::polling;
  std::filesystem::path memory_v1_;
  std::filesystem::path pids_v1_;
  std::vector<std::filesystem::path> leaving_;  // still to be removed
};

}  // namespace referee
