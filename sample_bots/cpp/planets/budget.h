#pragma once

#include <chrono>
#include <cstdint>

namespace planets {

/// How much a move may cost.
struct Limits {
  std::chrono::milliseconds budget{600};  ///< of wall time, unless nodes are limited
  std::uint64_t nodes = 0;                ///< worlds looked at in a move; 0: as many as the budget allows
};

/// What a search may still spend.
class Budget {
 public:
  explicit Budget(Limits limits)
      : limits_(limits), deadline_(std::chrono::steady_clock::now() + limits.budget) {}

  /// Counts one world; false if it is one too many.
  bool spend() {
    ++spent_;
    if (limits_.nodes > 0) {
      is_over_ = spent_ > limits_.nodes;
    } else if (spent_ % kNodesPerLook == 0) {
      is_over_ = std::chrono::steady_clock::now() >= deadline_;
    }
    return !is_over_;
  }
  bool is_over() const { return is_over_; }
  std::uint64_t spent() const { return spent_; }

 private:
  static constexpr std::uint64_t kNodesPerLook = 64;  // at the clock: well under a millisecond

  Limits limits_;
  std::chrono::steady_clock::time_point deadline_;
  std::uint64_t spent_ = 0;
  bool is_over_ = false;
};

}  // namespace planets
