#pragma once

#include <stdlib.h>

#include <string>

namespace test_support {

/// While it lives, the referee takes this machine for one that bounds programs together in that way at most:
/// "cgroup_v2", "cgroup_v1" or "polling".
class BoundsAtMost {
 public:
  explicit BoundsAtMost(const std::string& way) { ::setenv(kVariable, way.c_str(), 1); }
  ~BoundsAtMost() { ::unsetenv(kVariable); }
  BoundsAtMost(const BoundsAtMost&) = delete;
  BoundsAtMost& operator=(const BoundsAtMost&) = delete;

 private:
  static constexpr const char* kVariable = "REFEREE_BOUNDS_AT_MOST";
};

}  // namespace test_support
