#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace planets {

/// How much a move may cost.
struct Limits {
  std::chrono::milliseconds budget{600};  ///< of wall time, unless nodes are limited
  std::uint64_t nodes = 0;                ///< worlds looked at in a move; 0: as many as the budget allows
};

/// How much a search may still spend.
class Budget {
 public:
  static constexpr int kWhole = 1000;

  explicit Budget(Limits limits) : limits_(limits), begun_(std::chrono::steady_clock::now()) {}

  /// Counts one world; false if it is one too many.
  bool spend() {
    ++spent_;
    if (limits_.nodes > 0) {
      is_over_ = spent_ > limits_.nodes;
    } else if (spent_ % kNodesPerLook == 0) {
      is_over_ = std::chrono::steady_clock::now() - begun_ >= limits_.budget;
    }
    return !is_over_;
  }
  bool is_over() const { return is_over_; }
  /// Worlds looked at.
  std::uint64_t spent() const { return spent_; }
  /// The part that is used up, in thousandths.
  int used() const {
    if (limits_.nodes > 0) {
      return static_cast<int>(std::min(spent_, limits_.nodes) * kWhole / limits_.nodes);
    }
    const auto used = (std::chrono::steady_clock::now() - begun_) * kWhole / limits_.budget;
    return static_cast<int>(std::min<std::int64_t>(used, kWhole));
  }

 private:
  static constexpr std::uint64_t kNodesPerLook =
      8;  // at the clock: with hundreds of scraps some milliseconds

  Limits limits_;
  std::chrono::steady_clock::time_point begun_;
  std::uint64_t spent_ = 0;
  bool is_over_ = false;
};

}  // namespace planets
