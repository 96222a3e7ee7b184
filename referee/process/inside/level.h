#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

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

}  // namespace referee
