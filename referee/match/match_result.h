#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/time.h"

namespace referee {

/// Ranks by score, more is better; equal scores share the best place: 1, 1, 3.
std::vector<int> ranks_of(const std::vector<double>& scores);

/// How a match ended.
struct MatchResult {
  bool is_void = false;
  std::string why;  ///< of a void match
  std::vector<double> scores;
  std::vector<int> rank;
  nlohmann::json outcome;
  std::int64_t turns = 0;
  std::vector<std::size_t> no_show;  ///< not empty: nothing was played

  struct Seat {
    std::string player;
    std::array<std::int64_t, 10> by_verdict{};  ///< indexed by protocol::Verdict
    std::int64_t turns = 0;
    Microseconds used{0};
    Microseconds worst{0};

    /// Turns whose verdict was not ok.
    std::int64_t faults() const;
  };
  std::vector<Seat> seats;

  std::string ended;   ///< UTC, as the record has it
  std::string record;  ///< the whole file, JSON Lines
};

}  // namespace referee
