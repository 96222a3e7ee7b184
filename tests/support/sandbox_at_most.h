#pragma once

#include <stdlib.h>

#include <string>

namespace test_support {

/// While it exists, the sandbox behaves as on a machine that offers at most that level.
class SandboxAtMost {
 public:
  explicit SandboxAtMost(const std::string& level) { ::setenv(kVariable, level.c_str(), 1); }
  ~SandboxAtMost() { ::unsetenv(kVariable); }
  SandboxAtMost(const SandboxAtMost&) = delete;
  SandboxAtMost& operator=(const SandboxAtMost&) = delete;

 private:
  static constexpr const char* kVariable = "REFEREE_SANDBOX_AT_MOST";
};

}  // namespace test_support
