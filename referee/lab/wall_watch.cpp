#include "referee/lab/wall_watch.h"

#include <algorithm>

#include "referee/base/text.h"

namespace referee {
namespace {

constexpr Microseconds kNap{10'000};  // more than a bot waits that only reads a line

Microseconds asleep_in(const TurnTimes& turn) { return turn.wall - turn.cpu; }

}  // namespace

TurnTimes WallWatch::answered(const ProcessorTime& now, Microseconds elapsed, double score) {
  const Microseconds delay = std::max(Microseconds{0}, now.delay - at_request_.delay);
  TurnTimes turn;
  turn.wall = std::max(Microseconds{0}, elapsed - delay);
  turn.cpu = now.used - at_request_.used;
  turn.limit = on_wall_.limit(score);
  on_wall_.charge(turn.wall);
  return turn;
}

std::string slow_on_wall(const std::vector<TurnTimes>& turns) {
  const auto is_slow = [](const TurnTimes& turn) { return turn.wall > turn.limit && turn.wall > turn.cpu; };
  const auto first = std::ranges::find_if(turns, is_slow);
  if (first == turns.end()) {
    return "";
  }
  return std::to_string(std::ranges::count_if(turns, is_slow)) + " of " + std::to_string(turns.size()) +
         " answers took longer than the clock allows, the first " + ms_text(first->wall) +
         " (processor time " + ms_text(first->cpu) +
         "): where wall time counts, as for bots that dial in, they are late";
}

std::string sleeping(const std::vector<TurnTimes>& turns) {
  const auto sleeps = [](const TurnTimes& turn) { return asleep_in(turn) >= kNap; };
  const auto count = std::ranges::count_if(turns, sleeps);
  if (count == 0 || 2 * count < std::ssize(turns)) {
    return "";
  }
  const TurnTimes& longest = *std::ranges::max_element(turns, {}, asleep_in);
  return "it slept in " + std::to_string(count) + " of " + std::to_string(turns.size()) + " turns, up to " +
         ms_text(asleep_in(longest)) + ": a clock of processor time does not see that, one of wall time does";
}

}  // namespace referee
