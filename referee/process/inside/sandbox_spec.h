#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// How strongly a launched bot is kept apart from the machine, weakest first.
enum class SandboxLevel : std::uint8_t {
  none,   ///< a process like any other of the referee's user
  basic,  ///< no_new_privs, a user of its own if the referee is root, rlimits, Landlock where the kernel has
          ///< it, seccomp: no network, no further processes
  bwrap,  ///< bubblewrap: namespaces of its own, read-only system, private /tmp; rlimits and seccomp
  full    ///< bwrap, in a cgroup v2 of its own: memory, processes, processor time, kill
};

/// "none", "basic", "bwrap", "full": as configs, command lines and records have it.
const char* name_of(SandboxLevel level);
std::optional<SandboxLevel> sandbox_level(std::string_view name);

/// What a new process does to itself before it becomes the confined program. It reads this as JSON from
/// descriptor kSpecFd.
struct SandboxSpec {
  static constexpr int kSpecFd = 3;
  /// A SOCK_SEQPACKET socket: failures are told on it, a private TCP connection and bubblewrap's words about
  /// its child go over it. Without bubblewrap it ends when the program runs.
  static constexpr int kControlFd = 4;
  /// The memory of ProcessCounts, with `counted`.
  static constexpr int kCountsFd = 5;
  /// How a failure begins there, that of the program itself and any other: errno and a text follow.
  static constexpr const char* kProgramFailure = "program ";
  static constexpr const char* kFailure = "error ";
  /// How the number of the process that becomes the program, or bubblewrap, is told there.
  static constexpr const char* kProcess = "process ";
  /// PATH of a confined program.
  static constexpr const char* kPath = "/usr/local/bin:/usr/bin:/bin";

  SandboxLevel level = SandboxLevel::basic;
  std::vector<std::string> argv;       ///< the program is an absolute path
  uid_t uid = 0;                       ///< the user to become; 0: the user stays
  std::vector<gid_t> readers;          ///< groups to be in beside that user's own; REQUIRES: uid is not 0
  std::string group;                   ///< cgroup.procs to enter; may be empty
  std::vector<std::string> groups_v1;  ///< files tasks of cgroups v1 to enter; may be empty
  std::string bwrap;                   ///< bubblewrap's path, from that level on
  std::string folder;                  ///< to work in; empty: the scratch
  bool writable = false;
  std::vector<std::string> visible;  ///< files and folders to read and execute, `folder` or parts of it too
  std::vector<std::string> listed;   ///< folders of which only the names inside may be read
  /// The program's private folder; from bwrap on only the place where one in memory is mounted.
  std::string scratch;
  std::int64_t memory_mib = 0;  ///< of the program and all that it starts
  std::int64_t data_mib =
      0;  ///< that one process may ask the kernel for (RLIMIT_DATA); 0: as much as it likes
  std::int64_t processes = 0;
  std::int64_t descriptors = 0;
  std::int64_t scratch_mib = 0;
  std::int64_t cpu_s = 0;
  bool forks = false;
  std::vector<std::string> variables;  ///< further ones of its environment: NAME=VALUE
  std::string filter;                  ///< filter_program(), from bwrap on
  bool counted = false;   ///< its supervisor counts its processes, if the kernel can tell it of them
  std::string questions;  ///< tell_of_processes_program(), with `counted`
  bool connect =
      false;  ///< makes descriptors 0 and 1 a TCP pair in a network of its own, and sends the other end

  std::string to_text() const;
  /// REQUIRES: made by to_text().
  static SandboxSpec from_text(const std::string& text);
};

}  // namespace referee
