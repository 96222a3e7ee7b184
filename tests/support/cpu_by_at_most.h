#pragma once

#include <stdlib.h>

#include <string>

namespace test_support {

/// While it exists, the processor time of bots is known at most in that way, as on a weaker machine.
class CpuByAtMost {
 public:
  explicit CpuByAtMost(const std::string& way) { ::setenv(kVariable, way.c_str(), 1); }
  ~CpuByAtMost() { ::unsetenv(kVariable); }
  CpuByAtMost(const CpuByAtMost&) = delete;
  CpuByAtMost& operator=(const CpuByAtMost&) = delete;

 private:
  static constexpr const char* kVariable = "REFEREE_CPU_BY_AT_MOST";
};

}  // namespace test_support
