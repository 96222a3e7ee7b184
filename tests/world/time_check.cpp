#include <algorithm>
#include <map>

#include "referee/tournament/standings/history.h"
#include "tests/world/checks.h"

namespace world {
namespace {

using referee::Milliseconds;
using referee::Nanoseconds;

constexpr Nanoseconds kOfATurn = std::chrono::milliseconds(100);  // commits and the like
constexpr Nanoseconds kOfAGame = std::chrono::seconds(5);
constexpr Nanoseconds kOfATournament = std::chrono::minutes(2);  // until all are connected, reports

/// Both ways of the slowest connection.
Nanoseconds slowest(const TournamentWorld& world) {
  Nanoseconds most{0};
  for (const auto& bot : world.bots()) {
    most =
        std::max(most, 2 * (bot->person().path.latency + bot->person().path.jitter) + bot->person().path.lag);
  }
  return most;
}

/// The longest that a game may have taken.
Nanoseconds bound_of(const TournamentWorld& world, const referee::StoredAttempt& attempt) {
  const referee::ClockSpec& clock = world.config().clock;
  const Nanoseconds beside = slowest(world) + Milliseconds(clock.lag_credit_ms) + kOfATurn;
  Nanoseconds most = world.config().no_show + Milliseconds(clock.init_ms) + kOfAGame;
  for (const referee::GameTally& tally : referee::read_ladder_game(attempt.result).tallies) {
    most += tally.used + tally.turns * beside;
  }
  return most;
}

}  // namespace

void check_time(const TournamentWorld& world, std::vector<std::string>& faults) {
  const bool launched =
      std::ranges::any_of(world.bots(), [](const auto& bot) { return bot->person().program.has_value(); });
  if (launched || world.config().workers) {
    return;  // an operator has such a tournament go on where it was halted
  }
  std::map<int, std::map<int, Nanoseconds>> by_round;  // and table
  Nanoseconds longest{0};
  for (const referee::StoredAttempt& attempt : world.content().games) {
    if (attempt.status != referee::StoredAttempt::Status::done) {
      continue;  // of a process that ended, see below
    }
    const Nanoseconds game = bound_of(world, attempt);
    by_round[attempt.round][attempt.table] += game;
    longest = std::max(longest, game);
  }
  const referee::TournamentConfig& config = world.config();
  Nanoseconds most = kOfATournament;
  for (const auto& bot : world.bots()) {
    most = std::max(most, kOfATournament + bot->person().comes_after);
  }
  if (config.until || config.format->traits().open_practice) {
    most += longest + world.planned_time();
  } else {
    const bool by_rounds = config.format->ladder() == nullptr;
    for (const auto& [round, tables] : by_round) {
      Nanoseconds of_round{0};
      for (const auto& [table, time] : tables) {
        of_round = by_rounds ? std::max(of_round, time) : of_round + time;
      }
      most += of_round;
    }
  }
  std::uint64_t waits = world.people().rulings.size();
  for (const std::uint64_t times : world.mishaps()) {
    waits += times;
  }
  if (config.between_rounds == referee::BetweenRounds::manual) {
    waits += by_round.size();
  }
  most += static_cast<std::int64_t>(waits) * (longest + kOfATournament) + world.people().set_back;
  if (world.time() > most) {
    faults.push_back("it took " + std::to_string(world.time().count() / 1'000'000) + " ms, more than " +
                     std::to_string(most.count() / 1'000'000));
  }
}

}  // namespace world
