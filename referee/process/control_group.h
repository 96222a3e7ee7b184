#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "referee/base/file_descriptor.h"

namespace referee {

class ControlGroups;

/// A cgroup v2 of one program and all that it starts.
class ControlGroup {
 public:
  /// `groups`: whose part of the hierarchy `path` is in. Throws std::system_error.
  ControlGroup(std::shared_ptr<ControlGroups> groups, std::filesystem::path path);
  /// Kills all processes that it still has, and has it removed.
  ~ControlGroup();
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;

  /// Where a process enters it.
  std::filesystem::path procs() const { return path_ / "cgroup.procs"; }
  const std::filesystem::path& path() const { return path_; }
  /// Its folder, open. Throws std::system_error.
  FileDescriptor folder() const;
  /// An open cpu.stat, which works as long as it is held. Throws std::system_error.
  FileDescriptor cpu_stat() const;
  /// memory.max without swap, all of it killed when it is too much, and pids.max. Throws std::system_error.
  void limit(std::int64_t memory_mib, std::int64_t processes) const;
  /// All its processes, at once; no effect on kernels before 5.14.
  void kill() const;

 private:
  std::shared_ptr<ControlGroups> groups_;
  std::filesystem::path path_;
};

/// The part of the cgroup v2 hierarchy in which this process may make groups. For one thread.
class ControlGroups : public std::enable_shared_from_this<ControlGroups> {
 public:
  /// nullptr, with the reason in `why`, where it may make none. Groups are made below the referee's own
  /// cgroup. Groups that killed referees have left there are removed, and the programs that still run in them
  /// are ended.
  static std::shared_ptr<ControlGroups> open(std::string& why);
  /// Waits a moment for groups that could not be removed yet.
  ~ControlGroups();
  ControlGroups(const ControlGroups&) = delete;
  ControlGroups& operator=(const ControlGroups&) = delete;

  /// Hands memory and pids on to the groups made here; moves this process into a group of its own beside
  /// them, because a cgroup that hands controllers on has no processes. False, with the reason in `why`, if
  /// the cgroup is not delegated to this user or has other processes.
  bool enable_limits(std::string& why);
  /// A group for measuring; limit() bounds it. Throws std::system_error.
  std::unique_ptr<ControlGroup> make();
  /// Removes a group in which everything has been killed: at once or, if the kernel is not done with its
  /// processes, when the next one is made.
  void remove(const std::filesystem::path& group);

 private:
  explicit ControlGroups(std::filesystem::path own) : own_(std::move(own)) {}

  std::filesystem::path own_;                   // of this process when it began
  std::filesystem::path leaf_;                  // where it has moved to
  std::vector<std::filesystem::path> leaving_;  // still to be removed
};

}  // namespace referee
