#include "referee/tournament/config/plan.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "referee/adapt/adapter.h"
#include "referee/games/game_parts.h"

namespace referee {
namespace {

constexpr LongTime kBurial{2};  // for bots that do not leave by themselves

// Typically: the start of a launched bot in its sandbox until its hello, and of a turn the way to a laptop
// and back.
constexpr LongTime kLaunch{0.3};
constexpr LongTime kRoundTrip{0.01};

LongTime ms(std::int64_t milliseconds) { return Milliseconds(milliseconds); }

// ---- one game ----

/// The most turns that the instances allow.
struct MostTurns {
  double of_all = 0;  ///< of the longest
  double mean = 0;    ///< over the instances
};

MostTurns most_turns(const TournamentConfig& config) {
  MostTurns most;
  double of_one = 0;
  for (std::size_t i = 0; i < config.instances.size(); ++i) {
    const Json& options = config.instances.at(i).options;
    if (i == 0 || options != config.instances.at(i - 1).options) {
      of_one = static_cast<double>(config.game->facts(options).max_turns);
    }
    most.of_all = std::max(most.of_all, of_one);
    most.mean += of_one / static_cast<double>(config.instances.size());
  }
  return most;
}

/// The time that a seat's own clock grants it in all over `turns` turns; nothing where only silence_ms bounds
/// it.
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
      return std::nullopt;  // the score is not known beforehand
  }
  return std::nullopt;
}

/// The time of all turns on the wall clock. Where seats move at once, each can spend its bank while the
/// others are quick, so that their times add up.
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

/// From a launch to hello.
Milliseconds longest_start(const TournamentConfig& config) {
  const Milliseconds init(config.clock.init_ms);
  Milliseconds longest = init;
  for (const EntrantSpec& entrant : config.entrants) {
    if (entrant.bot) {
      longest = std::max(longest, init_with(entrant.bot->adapter, init));
    }
  }
  return longest;
}

bool launches(const TournamentConfig& config) {
  return !config.house_bot.empty() || awaits_collect(config) ||
         std::ranges::any_of(config.entrants, [](const auto& e) { return e.bot.has_value(); });
}

LongTime longest_game(const TournamentConfig& config, double turns) {
  LongTime time{0};
  LongTime playing{0};
  if (launches(config)) {
    time += longest_start(config) + kBurial;
    playing = config.clock.measure == Measure::wall ? turns_on_wall(config, turns)
                                                    : turns_on_cpu(config.clock, turns);
  }
  if (config.listens()) {
    time += config.no_show;
    playing = std::max(playing, turns_on_wall(config, turns));
  }
  return time + playing;
}

/// The time that the clock grants a seat in a game of so many turns, if a late answer costs nothing but its
/// turn.
LongTime granted_typically(const ClockSpec& clock, double turns, double score) {
  switch (clock.kind) {
    case ClockKind::per_move:
    case ClockKind::mean:
      return turns * ms(clock.ms);
    case ClockKind::bank:
      return ms(clock.ms) + turns * ms(clock.increment_ms);
    case ClockKind::score_rate:
      return std::max(ms(clock.floor_ms), score / 1000 * ms(clock.ms_per_1000));
  }
  return LongTime{0};
}

/// Each turn waits for one seat, or for all at once: so a game takes the answers of one seat to all turns. A
/// bank is for one seat's own turns, so that seats that move in turn spend one each.
GameLength typical_game(const TournamentConfig& config, double mean_of_most,
                        const std::optional<MeasuredAnswers>& measured) {
  const TypicalGame& typical = parts_of(config.game->name).typical;
  const engines::Facts facts = config.game->facts(config.instances.at(0).options);
  const double told = static_cast<double>(facts.typical_turns);
  const double turns = std::max(1.0, told > 0 ? told : std::round(typical.turns * mean_of_most));
  const bool own_banks = config.clock.kind == ClockKind::bank && facts.asked == 1;
  const double banks = own_banks ? static_cast<double>(config.seats) : 1;
  const LongTime granted = banks * granted_typically(config.clock, turns / banks, typical.score);
  const LongTime thinking = measured ? turns * measured->mean : typical.thinking * granted;
  const LongTime round_trips = turns * (config.listens() ? kRoundTrip : LongTime{0});
  return {turns, thinking + round_trips + (launches(config) ? kLaunch : LongTime{0})};
}

// ---- rounds ----

/// Matches that make a game: where entrants play apart, one for each of them.
std::size_t matches_a_game(const TournamentConfig& config) {
  const EncounterRules& rules = config.encounter_rules();
  return rules.apart ? rules.seats : 1;
}

/// How many matches of a game follow each other: entrants that play apart play side by side, unless only one
/// launched bot may be asked at once.
double in_a_row(const TournamentConfig& config) {
  return config.parallel == 1 ? static_cast<double>(matches_a_game(config)) : 1;
}

/// How many tables may have a launched seat. Where entrants dial in, these are the tables of launched
/// entrants and the tables with empty seats.
std::size_t tables_with_launched(const TournamentConfig& config, std::size_t entrants, std::size_t all) {
  const auto launched = static_cast<std::size_t>(
      std::ranges::count_if(config.entrants, [](const auto& e) { return e.bot.has_value(); }));
  // Withdrawals leave empty seats, too, but no more than they take away from other tables.
  const std::size_t table = config.encounter_rules().seats;
  const bool house = table > 2 && !config.house_bot.empty();
  const std::size_t empty = house ? all * table - std::min(entrants, all * table) : 0;
  return awaits_collect(config) ? all : std::min(all, launched + empty);
}

/// How many encounters of a round with `all` of them follow each other. Encounters of bots that dial in are
/// all played at once; `parallel` bounds the others.
struct Waves {
  double at_most = 0;
  double typical = 0;
};

/// All that may play at once are busy as long as games wait; in the worst case a last encounter begins when
/// all others have ended: (bounded - 1) / at_once encounters, and one more.
Waves waves_of(const TournamentConfig& config, std::size_t entrants, std::size_t all) {
  if (all == 0) {
    return {};
  }
  const auto bounded = static_cast<double>(tables_with_launched(config, entrants, all));
  const auto at_once =
      static_cast<double>(std::max<std::size_t>(1, config.parallel / config.encounter_rules().seats));
  return {bounded <= at_once ? 1 : (bounded - 1) / at_once + 1, std::max(1.0, bounded / at_once)};
}

constexpr double kMinuteSeconds = 60;
constexpr double kHourSeconds = 60 * kMinuteSeconds;
constexpr double kDaySeconds = 24 * kHourSeconds;
constexpr double kYearSeconds = 365 * kDaySeconds;

std::string with_unit(double number, const char* unit) {
  return std::to_string(static_cast<std::int64_t>(number)) + " " + unit;
}

/// "2 h 5 min" from a whole number of the smaller unit.
std::string two_units(double small, double per_large, const char* large_unit, const char* small_unit) {
  const double large = std::floor(small / per_large);
  const double rest = small - large * per_large;
  std::string text = with_unit(large, large_unit);
  if (rest > 0) {
    text.append(" ").append(with_unit(rest, small_unit));
  }
  return text;
}

}  // namespace

bool awaits_collect(const TournamentConfig& config) {
  return config.entrants.empty() && !config.registration.open;
}

Plan plan_of(const TournamentConfig& config, std::size_t entrants,
             const std::optional<MeasuredAnswers>& measured) {
  Plan plan;
  const MostTurns most = most_turns(config);
  plan.is_bounded = config.clock.kind != ClockKind::score_rate;
  plan.longest = {most.of_all, longest_game(config, most.of_all)};
  plan.typical = typical_game(config, most.mean, measured);
  for (const PlannedRounds& planned : config.format->planned_rounds(entrants)) {
    const auto rounds = static_cast<std::size_t>(planned.rounds);
    plan.rounds += planned.rounds;
    plan.encounters += rounds * planned.encounters;
    plan.matches += rounds * planned.games * matches_a_game(config);
    const Waves waves = waves_of(config, entrants, planned.encounters);
    const double games = planned.rounds * planned.longest * in_a_row(config);
    plan.total += games * waves.at_most * plan.longest.time;
    plan.typical_total += games * waves.typical * plan.typical.time;
  }
  return plan;
}

std::string duration_text(LongTime time) {
  const double seconds = std::max(0.0, std::ceil(time.count()));
  if (seconds < 2 * kMinuteSeconds) {
    return with_unit(seconds, "s");
  }
  if (seconds < 2 * kHourSeconds) {
    return with_unit(std::ceil(seconds / kMinuteSeconds), "min");
  }
  if (seconds < 2 * kDaySeconds) {
    return two_units(std::ceil(seconds / kMinuteSeconds), 60, "h", "min");
  }
  return seconds < 10 * kYearSeconds ? two_units(std::ceil(seconds / kHourSeconds), 24, "d", "h")
                                     : "more than 10 years";
}

}  // namespace referee
