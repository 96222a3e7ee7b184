#include "referee/tournament/config/plan.h"

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

#include "referee/tournament/pairing/round_robin_tables.h"

namespace referee {
namespace {

constexpr LongTime kBurial{2};  // for bots that do not leave by themselves

LongTime ms(std::int64_t milliseconds) { return Milliseconds(milliseconds); }

// ---- one game ----

/// The longest game that any instance allows.
std::size_t most_turns(const TournamentConfig& config) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < config.instances.size(); ++i) {
    const Json& options = config.instances.at(i).options;
    if (i == 0 || options != config.instances.at(i - 1).options) {
      most = std::max(most, config.game->make(options, {})->max_turns());
    }
  }
  return most;
}

/// What a seat's own clock grants it in all over `turns` turns; nothing where only silence_ms bounds it.
std::optional<LongTime> granted(const ClockSpec& clock, double turns) {
  switch (clock.kind) {
    case ClockKind::per_move:
      return clock.late == LatePolicy::wait ? std::nullopt
                                            : std::optional(turns * ms(clock.ms + clock.margin_ms));
    case ClockKind::mean:
      return turns * ms(clock.ms) + ms(clock.burst_ms + clock.margin_ms);
    case ClockKind::bank:
      return ms(clock.ms + clock.margin_ms) + turns * ms(clock.increment_ms);
    case ClockKind::score_rate:
      return std::nullopt;  // nobody knows the score
  }
  return std::nullopt;
}

/// All turns on the wall clock. Where seats move at once, each can spend its bank while the others are quick,
/// so that their times add up.
LongTime turns_on_wall(const TournamentConfig& config, double turns) {
  const ClockSpec& clock = config.clock;
  const LongTime silent = turns * ms(clock.silence_ms);
  const auto own = granted(clock, turns);
  if (!own) {
    return silent;
  }
  const LongTime seat = *own + turns * ms(clock.lag_credit_ms);
  const double at_once = clock.kind == ClockKind::per_move ? 1 : static_cast<double>(config.seats);
  return std::min(silent, at_once * seat);
}

/// Under cpu a bot may sleep: only wall_ms and silence_ms end its turn.
LongTime turns_on_cpu(const ClockSpec& clock, double turns) {
  return turns * ms(std::min(clock.wall_ms, clock.silence_ms));
}

bool launches(const TournamentConfig& config) {
  return !config.house_bot.empty() ||
         std::ranges::any_of(config.entrants, [](const auto& e) { return !e.argv.empty(); });
}

LongTime longest_game(const TournamentConfig& config, std::size_t most) {
  const auto turns = static_cast<double>(most);
  LongTime time{0};
  LongTime playing{0};
  if (launches(config)) {
    time += ms(config.clock.init_ms) + kBurial;
    playing = config.clock.measure == Measure::wall ? turns_on_wall(config, turns)
                                                    : turns_on_cpu(config.clock, turns);
  }
  if (config.listens()) {
    time += config.no_show;
    playing = std::max(playing, turns_on_wall(config, turns));
  }
  return time + playing;
}

// ---- rounds ----

/// Encounters of a round.
std::size_t tables(const TournamentConfig& config, std::size_t entrants) {
  const std::size_t table = config.format.table;
  if (entrants < table && entrants < 2) {
    return 0;
  }
  if (config.format.kind == FormatSpec::Kind::round_robin && table > 2) {
    return RoundRobinTables(config.format.encounter_rules(), config.format.cycles).tables_a_round(entrants);
  }
  return table == 2 ? entrants / 2 : (entrants + table - 1) / table;
}

/// Matches that make a game: where entrants play apart, one for each of them.
std::size_t matches_a_game(const TournamentConfig& config) {
  return config.format.apart ? config.format.table : 1;
}

/// All its games; entrants who play apart play side by side, unless only one launched bot may be asked at
/// once.
LongTime longest_encounter(const TournamentConfig& config, LongTime match) {
  const std::size_t in_a_row = config.parallel == 1 ? matches_a_game(config) : 1;
  return static_cast<double>(config.format.best_of) * static_cast<double>(in_a_row) * match;
}

/// How many of these may have a launched seat. Where entrants dial in, these are the tables of those who do
/// not, and the ones with empty seats.
std::size_t tables_with_launched(const TournamentConfig& config, std::size_t entrants, std::size_t all) {
  const auto launched = static_cast<std::size_t>(
      std::ranges::count_if(config.entrants, [](const auto& e) { return !e.argv.empty(); }));
  // Withdrawals leave empty seats, too, but no more than they take away from other tables.
  const std::size_t table = config.format.table;
  const bool house = table > 2 && !config.house_bot.empty();
  const std::size_t empty = house ? all * table - std::min(entrants, all * table) : 0;
  return std::min(all, launched + empty);
}

/// How long a round takes. Encounters of bots that dial in are all played at once, `at_once` of the others.
/// Then `at_once` are busy as long as games wait, and in the worst case a last encounter begins when all
/// others have ended: (bounded - 1) / at_once encounters, and one more.
LongTime longest_round(const TournamentConfig& config, std::size_t entrants, LongTime encounter) {
  const std::size_t all = tables(config, entrants);
  const auto bounded = static_cast<double>(tables_with_launched(config, entrants, all));
  const auto at_once = static_cast<double>(std::max<std::size_t>(1, config.parallel / config.format.table));
  const double in_a_row = bounded <= at_once ? 1 : (bounded - 1) / at_once + 1;
  return all == 0 ? LongTime{0} : in_a_row * encounter;
}

}  // namespace

Plan plan_of(const TournamentConfig& config, std::size_t entrants) {
  Plan plan;
  if (entrants >= (config.format.kind == FormatSpec::Kind::field ? 1U : 2U) &&
      config.format.kind != FormatSpec::Kind::practice) {
    plan.rounds = config.format.pairing_system(0)->rounds(entrants);
  }
  plan.turns = most_turns(config);
  const auto rounds = static_cast<std::size_t>(plan.rounds);
  plan.encounters = rounds * tables(config, entrants);
  const auto best_of = static_cast<std::size_t>(config.format.best_of);
  plan.matches = plan.encounters * best_of * matches_a_game(config);
  plan.game = longest_game(config, plan.turns);
  plan.total = plan.rounds * longest_round(config, entrants, longest_encounter(config, plan.game));
  return plan;
}

}  // namespace referee
