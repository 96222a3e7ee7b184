#pragma once

#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

// A double elimination as people play it with lists on paper, for comparison with Bracket: it has no places,
// no sources and no masks.
namespace referee::slow_model {

using Seed = int;                               // from 1
using List = std::vector<std::optional<Seed>>;  // from top to bottom; nothing: no entrant there
using Pair = std::pair<Seed, Seed>;             // the better seed first
using Winner = std::optional<Seed>;             // nothing: both lose

/// The winner of this encounter of step `step`.
using Play = std::function<Winner(Pair, int step)>;

struct Result {
  std::vector<std::set<Pair>> steps;  ///< who met; steps without a meeting are left out
  Winner champion;
};

Result played(int entrants, const Play& play);

}  // namespace referee::slow_model
