#include "referee/tournament/config/plan.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/adapt/adapter.h"
#include "referee/base/text.h"
#include "referee/base/text_table.h"
#include "referee/process/joint_bounds.h"

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
  return !config.house_bot.empty() ||
         std::ranges::any_of(config.entrants, [](const auto& e) { return e.bot.has_value(); });
}

LongTime longest_game(const TournamentConfig& config, std::size_t most) {
  const auto turns = static_cast<double>(most);
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

// ---- rounds ----

/// Matches that make a game: where entrants play apart, one for each of them.
std::size_t matches_a_game(const TournamentConfig& config) {
  const EncounterRules& rules = config.encounter_rules();
  return rules.apart ? rules.seats : 1;
}

/// The time of all `games` of an encounter; entrants that play apart play side by side, unless only one
/// launched bot may be asked at once.
LongTime longest_encounter(const TournamentConfig& config, int games, LongTime match) {
  const std::size_t in_a_row = config.parallel == 1 ? matches_a_game(config) : 1;
  return static_cast<double>(games) * static_cast<double>(in_a_row) * match;
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
  return std::min(all, launched + empty);
}

/// How long a round with `all` encounters takes. Encounters of bots that dial in are all played at once,
/// `at_once` of the others. Then `at_once` are busy as long as games wait, and in the worst case a last
/// encounter begins when all others have ended: (bounded - 1) / at_once encounters, and one more.
LongTime longest_round(const TournamentConfig& config, std::size_t entrants, std::size_t all,
                       LongTime encounter) {
  const auto bounded = static_cast<double>(tables_with_launched(config, entrants, all));
  const auto at_once =
      static_cast<double>(std::max<std::size_t>(1, config.parallel / config.encounter_rules().seats));
  const double in_a_row = bounded <= at_once ? 1 : (bounded - 1) / at_once + 1;
  return all == 0 ? LongTime{0} : in_a_row * encounter;
}

constexpr std::size_t kShownTitle = 100;           // bytes
constexpr std::size_t kSupposed[] = {10, 20, 40};  // entrants, where their number is not known yet
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

std::string clock_text(const ClockSpec& clock) {
  const Json json = clock.json();
  std::string text = json.at("kind").get<std::string>();
  for (const char* key :
       {"ms", "burst_ms", "increment_ms", "ms_per_1000", "floor_ms", "margin_ms", "lag_credit_ms"}) {
    if (json.contains(key) && json.at(key) != 0) {
      text.append(", ").append(key).append(" ").append(protocol::dump(json.at(key)));
    }
  }
  text.append(", measure ").append(json.at("measure").get<std::string>());
  if (clock.measure != Measure::wall) {
    text.append(", wall_ms ").append(std::to_string(clock.wall_ms));
  }
  return clock.rules_time == RulesTime::none ? text + ", rules_time none" : text;
}

/// "BH/C1, BH, SB"
std::string tie_breaks_text(const TieBreaks& tie_breaks) {
  std::string text;
  for (const std::string& code : codes_of(tie_breaks)) {
    text.append(text.empty() ? "" : ", ").append(code);
  }
  return text;
}

std::string people_text(const TournamentConfig& config, std::size_t entrants) {
  const auto launched = static_cast<std::size_t>(
      std::ranges::count_if(config.entrants, [](const auto& e) { return e.bot.has_value(); }));
  const std::size_t dial = entrants - std::min(entrants, launched);
  std::string text = std::to_string(entrants) + (config.registration.open ? " so far" : "") + " (" +
                     std::to_string(launched) + " launched, " + std::to_string(dial) + " dial in)";
  if (config.registration.open) {
    text += ", registration is open";
    text += config.registration.code_needed == RegistrationSpec::Code::none ? "" : " with a code";
    text += config.registration.approval ? ", the arbiter approves" : "";
  }
  return text;
}

/// "students.csv: 24 students (Canvas), 22 of them in entrants".
std::string roster_text(const TournamentConfig& config) {
  const auto known = std::ranges::count_if(
      config.entrants, [&](const EntrantSpec& entrant) { return config.roster->has(entrant.name); });
  return printable(config.roster->file, kShownText) + ": " + std::to_string(config.roster->students()) +
         " students (" + name_of(config.roster->platform) + "), " + std::to_string(known) +
         " of them in entrants";
}

/// Launched entrants whose bots may run at the same time: `parallel` counts only the seats that their games
/// ask at once.
std::int64_t bots_at_once(const TournamentConfig& config) {
  const auto launched = static_cast<std::size_t>(
      std::ranges::count_if(config.entrants, [](const auto& e) { return e.bot && e.bot->confinement; }));
  const auto game = config.game->make(config.instances.at(0).options, {});
  const std::size_t asked = std::max<std::size_t>(1, std::min(config.seats, game->to_move().size()));
  const std::size_t matches = std::max<std::size_t>(1, config.parallel / asked);
  return static_cast<std::int64_t>(std::min(launched, matches * config.seats));
}

bool leaves_seats_empty(const TournamentConfig& config, std::size_t entrants) {
  if (config.encounter_rules().seats <= 2 || !config.house_bot.empty()) {
    return false;
  }
  return config.registration.open || !config.format->fills_tables(entrants);
}

/// A clock that grows with the score bounds no game.
bool is_bounded(const TournamentConfig& config) { return config.clock.kind != ClockKind::score_rate; }

std::string time_text(const TournamentConfig& config, LongTime time) {
  return is_bounded(config) ? duration_text(time) : "no bound: the clock grows with the score";
}

/// Where the number of entrants is not known yet: a line for each supposed number.
std::string supposed_text(const TournamentConfig& config, std::size_t entrants) {
  TextTable table({"entrants", "rounds", "encounters", "matches", "worst case"}, 1);
  const auto add = [&](const std::string& who, std::size_t number) {
    const Plan plan = plan_of(config, number);
    table.add({who, std::to_string(plan.rounds), std::to_string(plan.encounters),
               std::to_string(plan.matches), time_text(config, plan.total)});
  };
  if (entrants >= config.start.min_entrants) {
    add("the " + std::to_string(entrants) + " so far", entrants);
  }
  for (const std::size_t number : kSupposed) {
    if (number > entrants) {
      add(std::to_string(number), number);
    }
  }
  return "  at most, if every bot uses all its time, for\n" + table.text();
}

}  // namespace

Plan plan_of(const TournamentConfig& config, std::size_t entrants) {
  Plan plan;
  plan.turns = most_turns(config);
  plan.game = longest_game(config, plan.turns);
  for (const PlannedRounds& planned : config.format->planned_rounds(entrants)) {
    const auto rounds = static_cast<std::size_t>(planned.rounds);
    plan.rounds += planned.rounds;
    plan.encounters += rounds * planned.encounters;
    plan.matches += rounds * planned.games * matches_a_game(config);
    const LongTime encounter = longest_encounter(config, planned.longest, plan.game);
    plan.total += planned.rounds * longest_round(config, entrants, planned.encounters, encounter);
  }
  return plan;
}

std::string memory_warning(const TournamentConfig& config, std::int64_t machine_mib) {
  const std::int64_t bots = bots_at_once(config);
  if (bots * config.memory_mib <= machine_mib) {
    return "";
  }
  return "warning: " + std::to_string(bots) + " bots at once may take " + std::to_string(config.memory_mib) +
         " MiB each (memory_mib), and this machine has " + std::to_string(machine_mib) +
         " MiB: lower memory_mib or parallel";
}

/// Where the instances are secret until all have played them.
std::string seed_warning(const TournamentConfig& config) {
  const FormatTraits& traits = config.format->traits();
  const bool secret = traits.hall_of_fame || (config.format->ladder() != nullptr && !traits.open_practice);
  return config.seed && secret
             ? "warning: the seed is written: whoever reads the file can compute all seeds of matches, "
               "and prepare for them; left out, a secret one is drawn"
             : "";
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

std::string plan_text(const TournamentConfig& config, std::size_t entrants) {
  std::string text = printable(config.name, kShownTitle) + "\n";
  const auto line = [&](std::string label, const std::string& value) {
    constexpr std::size_t kLabels = 12;
    label.resize(kLabels, ' ');
    text.append("  ").append(label).append(value).append("\n");
  };
  line("game", std::string(config.game->name) + ", " + std::to_string(config.seats) +
                   (config.seats == 1 ? " seat" : " seats"));
  line("format", config.format->text());
  if (!config.format->tie_breaks().empty()) {  // announced before play begins
    line("tie-breaks", tie_breaks_text(config.format->tie_breaks()));
  }
  line("clock", clock_text(config.clock));
  if (config.instances.size() > 1) {
    line("instances", std::to_string(config.instances.size()));
  }
  line("entrants", people_text(config, entrants));
  if (config.roster) {
    line("roster", roster_text(config));
  }
  if (config.confines()) {
    line("sandbox", std::string(name_of(config.sandbox)) +
                        (config.sandbox == SandboxLevel::none ? "" : " at least, for launched entrants") +
                        (config.as_root ? "; bots may run as root" : ""));
  }
  if (const std::string warning = memory_warning(config, machine_memory_mib()); !warning.empty()) {
    line("memory", warning);
  }
  if (const std::string warning = seed_warning(config); !warning.empty()) {
    line("seed", warning);
  }
  if (leaves_seats_empty(config, entrants)) {
    line("", "tables that are not full are played with empty seats: there is no house_bot");
  }
  const Plan plan = plan_of(config, entrants);
  line("a game", "at most " + std::to_string(plan.turns) + " turns, " + time_text(config, plan.game));
  if (config.format->traits().open_practice) {
    line("pace", config.pace.count() == 0
                     ? "one match after the other"
                     : std::to_string(TournamentConfig::kPracticeAtOnce) +
                           " matches at once, then one every " + std::to_string(config.pace.count()) +
                           " ms, for each entrant");
    line("keep", "the newest " + std::to_string(config.keep) + " matches of each entrant");
    return text;
  }
  if (config.format->ladder() != nullptr) {
    line("keep", "records of the newest " + std::to_string(config.keep) + " matches of each entrant" +
                     (config.keep_days ? ", for " + std::to_string(*config.keep_days) + " days" : "") +
                     "; all results");
    return text;
  }
  if (config.registration.open) {
    return text + supposed_text(config, entrants);
  }
  line("rounds", std::to_string(plan.rounds));
  for (const PlanLine& schedule : config.format->schedule_lines(entrants)) {
    line(schedule.label, schedule.text);
  }
  line("matches", "at most " + std::to_string(plan.matches) + ", in " + std::to_string(plan.encounters) +
                      (plan.encounters == 1 ? " encounter" : " encounters"));
  const std::string total = time_text(config, plan.total);
  line("worst case", is_bounded(config) ? "at most " + total + " if every bot uses all its time" : total);
  return text;
}

}  // namespace referee
