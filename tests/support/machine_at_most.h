#pragma once

#include <stdlib.h>

#include <string>

namespace test_support {

/// While it exists, the referee takes this machine for a weaker one: what the environment variable says is
/// the most that it finds.
template <const char* kVariable>
class MachineAtMost {
 public:
  explicit MachineAtMost(const std::string& most) { ::setenv(kVariable, most.c_str(), 1); }
  ~MachineAtMost() { ::unsetenv(kVariable); }
  MachineAtMost(const MachineAtMost&) = delete;
  MachineAtMost& operator=(const MachineAtMost&) = delete;
};

inline constexpr char kSandboxVariable[] = "REFEREE_SANDBOX_AT_MOST";
inline constexpr char kBoundsVariable[] = "REFEREE_BOUNDS_AT_MOST";
inline constexpr char kCpuByVariable[] = "REFEREE_CPU_BY_AT_MOST";

/// A SandboxLevel: "none", "basic", "bwrap" or "full".
using SandboxAtMost = MachineAtMost<kSandboxVariable>;
/// How programs are bounded together: "cgroup_v2", "cgroup_v1" or "polling".
using BoundsAtMost = MachineAtMost<kBoundsVariable>;
/// How the processor time of bots is known.
using CpuByAtMost = MachineAtMost<kCpuByVariable>;

}  // namespace test_support
