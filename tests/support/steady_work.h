#pragma once

#include <algorithm>
#include <cstdint>
#include <ctime>

namespace test_support {

/// Work of a set processor time without a call of the system, so that the kernel accounts for none of it
/// meanwhile: as programs of users work. One that reads its own processor clock is accounted for by that.
class SteadyWork {
 public:
  /// Measures how fast this machine works when nothing disturbs it.
  SteadyWork() {
    constexpr std::uint64_t kSteps = 500'000;
    for (int i = 0; i < 9; ++i) {
      const double before = used_us();
      step(kSteps);
      steps_per_us_ = std::max(steps_per_us_, kSteps / (used_us() - before));
    }
  }
  /// Works for at least this time, and for more where other programs slow the processor down.
  void run(double us) { step(static_cast<std::uint64_t>(us * steps_per_us_)); }

 private:
  static double used_us() {
    timespec used{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) * 1e6 + static_cast<double>(used.tv_nsec) / 1e3;
  }
  void step(std::uint64_t steps) {
    std::uint64_t value = 88172645463325252U;
    for (std::uint64_t i = 0; i < steps; ++i) {
      value ^= value << 13U;
      value ^= value >> 7U;
      value ^= value << 17U;
    }
    result_ = result_ + value;
  }

  double steps_per_us_ = 0;
  volatile std::uint64_t result_ = 0;
};

}  // namespace test_support
