#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "referee/net/file_descriptor.h"

namespace referee {

/// A cgroup v2 of one confined program and all that it starts.
class ControlGroup {
 public:
  explicit ControlGroup(std::filesystem::path path);
  /// Kills what is left in it, and removes it.
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
  std::filesystem::path path_;
};

/// The part of the cgroup v2 hierarchy in which this process may make groups.
class ControlGroups {
 public:
  /// nullptr where it may not, with the reason in `why`. Made below the referee's own cgroup.
  static std::unique_ptr<ControlGroups> open(std::string& why);
  ~ControlGroups();
  ControlGroups(const ControlGroups&) = delete;
  ControlGroups& operator=(const ControlGroups&) = delete;

  /// Hands memory and pids on to the groups made here; moves this process into a group of its own beside
  /// them, because a cgroup that hands controllers on has no processes. False, with the reason in `why`, if
  /// the cgroup is not delegated to this user or has other processes.
  bool enable_limits(std::string& why);
  /// Throws std::system_error.
  std::unique_ptr<ControlGroup> make();

 private:
  explicit ControlGroups(std::filesystem::path own) : own_(std::move(own)) {}

  std::filesystem::path own_;   // of this process when it began
  std::filesystem::path leaf_;  // where it has moved to
  std::int64_t made_ = 0;
};

}  // namespace referee
