#include "referee/tournament/config/plan_text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <initializer_list>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/base/text.h"
#include "referee/base/text_table.h"
#include "referee/base/units.h"
#include "referee/games/game_parts.h"
#include "referee/process/joint_bounds.h"
#include "referee/tournament/config/ladder_openings.h"
#include "referee/tournament/config/plan.h"
#include "referee/tournament/formats/format_table.h"

namespace referee {
namespace {

constexpr std::size_t kShownTitle = 100;           // bytes
constexpr std::size_t kShownWords = 60;            // bytes of an option or a path
constexpr std::size_t kSupposed[] = {10, 20, 40};  // entrants, where their number is not known yet
constexpr std::size_t kNamedInstances = 4;
constexpr std::size_t kColumns = 80;
constexpr std::size_t kLabelColumns = 11;  // with the two blanks before it
constexpr std::int64_t kSecondMs = 1000;

// ---- words ----

/// "5 s", "50 ms".
std::string span_text(std::int64_t ms) {
  return ms > 0 && ms % kSecondMs == 0 ? std::to_string(ms / kSecondMs) + " s" : std::to_string(ms) + " ms";
}

/// "2026-11-20T08:00:00Z (Fri 20 Nov, 09:00 here)".
std::string time_words(SystemTime time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  const auto formatted = [](const std::tm& parts, const char* form) {
    std::array<char, 64> text{};
    return std::string(text.data(), std::strftime(text.data(), text.size(), form, &parts));
  };
  std::tm utc{};
  std::tm local{};
  ::gmtime_r(&seconds, &utc);
  ::localtime_r(&seconds, &local);
  return formatted(utc, "%Y-%m-%dT%H:%M:%SZ") + " (" + formatted(local, "%a %e %b, %H:%M here") + ")";
}

/// Sentences with a blank between them; empty ones are left out.
std::string sentences(std::initializer_list<std::string> all) {
  std::string text;
  for (const std::string& one : all) {
    text.append(text.empty() || one.empty() ? "" : " ").append(one);
  }
  return text;
}

std::string sentence_if(bool condition, const std::string& sentence) { return condition ? sentence : ""; }

// ---- what is played ----

/// "n = 5" where it differs from what the game has by default; maps and lists by their names only.
std::string options_sentence(const TournamentConfig& config) {
  const Json usual = config.game->facts(Json::object()).options;
  std::string text;
  for (const auto& [key, value] : config.options.items()) {
    if (usual.contains(key) && usual.at(key) == value) {
      continue;
    }
    const std::string shown = value.is_primitive() ? fields::brief(value, kShownWords) : "as the file says";
    text.append(text.empty() ? "With " : ", ").append(key).append(" = ").append(printable(shown));
  }
  return text.empty() ? "" : text + ".";
}

std::string instances_sentence(const TournamentConfig& config) {
  const std::vector<std::string> labels = config.instances.labels();
  if (labels.size() < 2) {
    return "";
  }
  std::string text = "It is played on " + std::to_string(labels.size()) + " instances: ";
  for (std::size_t i = 0; i < std::min(labels.size(), kNamedInstances); ++i) {
    text.append(i == 0 ? "" : ", ").append(printable(labels[i], kShownWords));
  }
  const bool more = labels.size() > kNamedInstances;
  return text + (more ? " and " + std::to_string(labels.size() - kNamedInstances) + " more." : ".");
}

std::string game_text(const TournamentConfig& config) {
  const std::string name(config.game->name);
  return sentences({config.seats == 1 ? name + ", which each bot plays alone."
                                      : name + ", a game for " + std::to_string(config.seats) + " bots.",
                    options_sentence(config), instances_sentence(config)});
}

/// "BH/C1, BH, SB": announced before play begins.
std::string tie_breaks_sentence(const TieBreaks& tie_breaks) {
  std::string text;
  for (const std::string& code : codes_of(tie_breaks)) {
    text.append(text.empty() ? "" : ", ").append(code);
  }
  return text.empty() ? "" : "Equal points are told apart by " + text + ", in this order.";
}

std::string length_sentence(const TournamentConfig& config) {
  const EncounterRules& rules = config.encounter_rules();
  if (rules.best_of < 2 || config.format->ladder() != nullptr) {
    return "";
  }
  const std::string games = std::to_string(rules.best_of) + " games";
  return rules.all_games ? "A match has " + games + "."
                         : "A match has at most " + games + ", and ends when one bot has won more than half.";
}

std::string format_text(const TournamentConfig& config) {
  std::string about(entry_of(*config.format).about);
  about.pop_back();  // the full stop
  return sentences({about + " (" + config.format->text() + ").", length_sentence(config),
                    tie_breaks_sentence(config.format->tie_breaks())});
}

std::size_t launched_of(const TournamentConfig& config) {
  return static_cast<std::size_t>(
      std::ranges::count_if(config.entrants, [](const auto& e) { return e.bot.has_value(); }));
}

/// What becomes of processor time between turns, where it counts. In a game of one seat there is next to
/// none.
std::string ponder_sentence(const TournamentConfig& config) {
  if (config.clock.ponder == Ponder::charged) {
    return " What a bot computes between its turns is charged with its next turn (ponder charged).";
  }
  return config.seats > 1 ? " What a bot computes between its turns is free (ponder free)." : "";
}

/// Which time counts depends on who starts a bot, unless the clock says it.
std::string measure_sentence(const TournamentConfig& config) {
  const bool launches = launched_of(config) > 0 || awaits_collect(config) || config.submissions;
  const bool cpu =
      config.clock.measure == Measure::cpu || (config.clock.measure == Measure::automatic && launches);
  const bool wall = config.clock.measure == Measure::wall ||
                    (config.clock.measure == Measure::automatic && config.listens());
  const std::string sleep = " Sleep is free, up to " + span_text(config.clock.wall_ms) +
                            " a turn (wall_ms)." + ponder_sentence(config);
  if (cpu && wall) {
    return "Processor time counts for bots that the referee starts, the wall clock for bots that dial in." +
           sleep;
  }
  return cpu ? "Processor time counts." + sleep : "The wall clock counts.";
}

/// What becomes of a bot that is late in each of its turns.
std::string row_sentence(const ClockSpec& clock) {
  return clock.late_in_a_row ? "A bot that is late in " + counted(*clock.late_in_a_row, "turn") +
                                   " in a row forfeits the game (late_in_a_row)."
                             : "";
}

std::string clock_text(const TournamentConfig& config) {
  if (!config.game->has_turns()) {
    return "The game's own program has the clocks and the rules. Its matches cannot be verified.";
  }
  const ClockSpec& clock = config.clock;
  std::string has = "A bot may think ";
  switch (clock.kind) {
    case ClockKind::per_move:
      has += span_text(clock.ms) + " for each answer";
      break;
    case ClockKind::mean:
      has += span_text(clock.ms) + " for each answer, on average" +
             (clock.burst_ms > 0 ? ", and " + span_text(clock.burst_ms) + " more in a game" : "");
      break;
    case ClockKind::bank:
      has += span_text(clock.ms) + " in a game" +
             (clock.increment_ms > 0 ? ", and " + span_text(clock.increment_ms) + " more for each turn" : "");
      break;
    case ClockKind::score_rate:
      has += span_text(clock.ms_per_1000) + " for each 1000 points of its score, and at least " +
             span_text(clock.floor_ms);
      break;
  }
  const bool waits = clock.kind == ClockKind::per_move && clock.late == LatePolicy::wait;
  return sentences(
      {has + ".", measure_sentence(config),
       sentence_if(waits, "The game waits for a late answer, which counts as no move."), row_sentence(clock),
       sentence_if(clock.margin_ms > 0, "An answer that is up to " + span_text(clock.margin_ms) +
                                            " late still counts (margin_ms)."),
       sentence_if(clock.lag_credit_ms > 0, "The way through the network is free, up to " +
                                                span_text(clock.lag_credit_ms) + " a turn (lag_credit_ms)."),
       sentence_if(clock.rules_time == RulesTime::none,
                   "The rules of the game do not see these times (rules_time none).")});
}

// ---- who ----

std::string entering_sentence(const TournamentConfig& config) {
  if (!config.registration.open) {
    return "";
  }
  return std::string("Whoever dials in takes part") +
         (config.registration.code_needed == RegistrationSpec::Code::none ? ""
                                                                          : ", with the code of the class") +
         (config.registration.approval ? ", once you have approved it (referee ctl approve)." : ".");
}

std::string bots_sentence(const TournamentConfig& config, std::size_t entrants) {
  const std::size_t launched = std::min(launched_of(config), entrants);
  const std::size_t dial = entrants - launched;
  const std::string where = config.workers ? "workers start" : "the referee starts";
  if (entrants == 0) {
    return awaits_collect(config)
               ? "The file names none. \"referee collect\" adds those that a class has handed in."
               : "None so far.";
  }
  const auto staff = std::ranges::count_if(config.entrants, &EntrantSpec::staff);
  std::string text = counted(entrants, "bot") + (config.registration.open ? " so far" : "") +
                     (staff > 0 ? ", " + std::to_string(staff) + " of them staff without a place" : "") +
                     ": ";
  if (dial == 0) {
    return text + where + (launched == 1 ? " it." : " all of them.");
  }
  if (launched == 0) {
    return text + (dial == 1 ? "it dials in" : "all of them dial in") + " with a token.";
  }
  return text + where + " " + std::to_string(launched) + ", and " + std::to_string(dial) +
         (dial == 1 ? " dials in." : " dial in.");
}

/// What keep_bots gives up is said, too.
std::string kept_bots_sentence(const TournamentConfig& config) {
  return sentence_if(config.keep_bots,
                     "One that can stays in its process for the next game of its match, and may remember the "
                     "last one (keep_bots).");
}

/// "students.csv: 24 students (Canvas), 22 of them in entrants".
std::string roster_sentence(const TournamentConfig& config) {
  if (!config.roster) {
    return "";
  }
  const auto known = std::ranges::count_if(
      config.entrants, [&](const EntrantSpec& entrant) { return config.roster->has(entrant.name); });
  std::string warnings;
  for (const std::string& warning : config.roster->warnings) {
    warnings += " " + printable(warning, kShownText) + ".";
  }
  return "The class list " + printable(config.roster->file, kShownText) + " has " +
         counted(config.roster->students(), "student") + " (" + name_of(config.roster->platform) + "), " +
         std::to_string(known) + " of them in entrants." + warnings;
}

std::string house_sentence(const TournamentConfig& config) {
  if (config.house_bot.empty()) {
    return "";
  }
  if (config.format->ladder() == nullptr) {
    return "A house bot plays where somebody is missing.";
  }
  return config.format->traits().open_practice ? "They play against the house bot."
                                               : "A house bot plays, too: one match in ten of each bot.";
}

std::string who_text(const TournamentConfig& config, std::size_t entrants) {
  return sentences(
      {bots_sentence(config, entrants), entering_sentence(config), roster_sentence(config),
       house_sentence(config), kept_bots_sentence(config),
       sentence_if(config.submissions.has_value(), "New versions of bots may be handed in meanwhile.")});
}

// ---- how much, and how long ----

/// The longest game, and the typical one.
std::string game_time_text(const Plan& plan, double thinking,
                           const std::optional<MeasuredAnswers>& measured) {
  const double ms_each = measured ? 1000 * measured->mean.count() : 0;
  return "A game typically has " + counted(static_cast<std::int64_t>(plan.typical.turns), "turn") +
         " and takes about " + duration_text(plan.typical.time) +
         (measured ? ", if all answers take as long as the first ones of " + counted(measured->bots, "bot") +
                         " did at \"referee collect\": " + fixed_text(ms_each, 1) + " ms on average."
                   : ", if bots use " + std::to_string(std::lround(100 * thinking)) +
                         "% of their time. Bots that answer at once need a small part of that.") +
         " A game has at most " + counted(static_cast<std::int64_t>(plan.longest.turns), "turn") +
         (plan.is_bounded ? " and " + duration_text(plan.longest.time) + "." : ".");
}

std::string total_time_text(const Plan& plan) {
  return "All of it typically takes about " + duration_text(plan.typical_total) + ". " +
         (plan.is_bounded
              ? "It takes at most " + duration_text(plan.total) + ", if every bot uses all its time."
              : "There is no upper bound: the clock grows with the score.");
}

std::string size_text(const TournamentConfig& config, const Plan& plan, std::size_t entrants) {
  std::string text = counted(plan.rounds, "round") + ", " + counted(plan.encounters, "match", "matches") +
                     ", at most " + counted(plan.matches, "game") + ".";
  for (const PlanLine& schedule : config.format->schedule_lines(entrants)) {
    text += " " + capitalised(schedule.text) + ".";
  }
  return text;
}

/// Where the number of bots is not known yet: a row for each supposed number.
std::string supposed_table(const TournamentConfig& config, std::size_t entrants) {
  TextTable table({"bots", "rounds", "matches", "games", "typically", "at most"}, 1);
  const auto add = [&](const std::string& who, std::size_t number) {
    const Plan plan = plan_of(config, number);
    table.add({who, std::to_string(plan.rounds), std::to_string(plan.encounters),
               std::to_string(plan.matches), duration_text(plan.typical_total),
               plan.is_bounded ? duration_text(plan.total) : "no bound"});
  };
  if (entrants > 0 && entrants >= config.start.min_entrants) {
    add("the " + std::to_string(entrants) + " so far", entrants);
  }
  for (const std::size_t number : kSupposed) {
    if (number > entrants) {
      add(std::to_string(number), number);
    }
  }
  return table.text();
}

/// A format without rounds.
std::string end_text(const TournamentConfig& config) {
  const LadderTerms& terms = *config.format->ladder();
  std::string until = terms.until ? "at " + *terms.until : "";
  if (terms.matches) {
    until += (until.empty() ? "after " : ", or after ") + counted(*terms.matches, "match", "matches");
  }
  return until.empty() ? "It goes on until you stop it." : "It ends " + until + ".";
}

std::string kept_text(const TournamentConfig& config) {
  const std::string newest = "the newest " + counted(config.keep, "match", "matches") + " of each bot";
  if (!config.format->traits().open_practice) {
    return "All results are kept, and the records of " + newest +
           (config.keep_days ? ", for " + counted(*config.keep_days, "day") : "") + ".";
  }
  return (config.pace.count() == 0
              ? std::string("A bot plays one match after the other.")
              : "A bot may play " + std::to_string(TournamentConfig::kPracticeAtOnce) +
                    " matches at once, then one every " + span_text(config.pace.count()) + " (pace_ms).") +
         " The referee keeps " + newest + ".";
}

// ---- when, and who sees what ----

std::string when_sentence(const TournamentConfig& config) {
  const StartSpec& start = config.start;
  const bool open = config.registration.open;
  if (config.format->ladder() != nullptr) {
    return "As soon as you start it. A bot plays as soon as it is there.";
  }
  switch (start.when) {
    case StartSpec::When::manual:
      return "When you say \"referee ctl start\".";
    case StartSpec::When::at:
      return "At " + time_words(*start.at) + ", with at least " + counted(start.min_entrants, "bot") + ".";
    case StartSpec::When::all:
      break;
  }
  if (!config.listens()) {
    return "As soon as you start it.";
  }
  return open ? "As soon as all bots that have come are connected, and there are at least " +
                    std::to_string(start.min_entrants) + "."
              : "As soon as all bots are connected.";
}

std::string begin_text(const TournamentConfig& config) {
  return sentences(
      {when_sentence(config),
       sentence_if(config.between_rounds == BetweenRounds::manual && config.format->ladder() == nullptr,
                   "After each round it waits for \"referee ctl start\"."),
       sentence_if(config.listens() && config.format->ladder() == nullptr,
                   "A match waits " + span_text(config.no_show.count()) +
                       " for a bot that is not connected; the others win it then.")});
}

bool is_this_machine(const std::string& host) {
  return host == "localhost" || host == "::1" || host == "[::1]" || host.starts_with("127.");
}

/// "0.0.0.0:7878", and from where it is reached.
std::string reach_of(const Address& address) {
  return is_this_machine(address.host) ? "from this machine only"
                                       : "from every machine that reaches this one";
}

std::string dial_text(const TournamentConfig& config) {
  const std::string at =
      printable(config.listen.host, kShownWords) + ":" + std::to_string(config.listen.port);
  if (config.tls) {
    return "At " + at + ", " + reach_of(config.listen) + ", over TLS" +
           (config.tls->optional ? " or without it." : ".");
  }
  return "At " + at + ", " + reach_of(config.listen) + ". " +
         (is_this_machine(config.listen.host)
              ? "For laptops write \"listen\": {\"host\": \"0.0.0.0\"}."
              : "There is no TLS: whoever shares the network can read tokens and moves. \"referee "
                "certificate\" makes what \"tls\" needs.");
}

std::string watch_text(const TournamentConfig& config) {
  const WebSpec& web = config.web;
  if (!web.listen) {
    return "Nobody while it runs. Afterwards open " +
           printable((config.reports / "site/index.html").string(), kShownText) + " in a browser.";
  }
  const std::string at = std::string(config.tls ? "https://" : "http://") +
                         printable(web.listen->host, kShownWords) + ":" + std::to_string(web.listen->port) +
                         "/";
  return sentences(
      {"Pages for browsers are at " + at + ", " + reach_of(*web.listen) + ".",
       sentence_if(web.names == WebSpec::Names::display, "They show the bots' names for people."),
       sentence_if(web.delay_turns > 0,
                   "A running match is shown " + counted(web.delay_turns, "turn") + " later."),
       sentence_if(web.delay.count() > 0,
                   "A running match is shown " + std::to_string(web.delay.count()) + " s later."),
       sentence_if(web.show_turn_ms.has_value(), "Games that are over are shown again, " +
                                                     std::to_string(web.show_turn_ms.value_or(0)) +
                                                     " ms for each turn."),
       sentence_if(web.freeze_rounds > 0, "Results of the last " + counted(web.freeze_rounds, "round") +
                                              " are shown after \"referee ctl reveal\".")});
}

std::string secret_text(const TournamentConfig& config) {
  const bool practice = config.format->traits().open_practice;
  return sentences(
      {config.seed ? "The seed " + std::to_string(*config.seed) +
                         " stands in the file: whoever reads it can compute the seed of each game."
                   : "The referee draws the seed of the tournament, and tells it to nobody before the end.",
       sentence_if(config.seats == 1 && !practice,
                   "What an instance holds is hidden until all bots have played it."),
       sentence_if(config.game->facts(config.options).hidden,
                   "What one bot may not see is hidden until its game is over.")});
}

std::string results_text(const TournamentConfig& config) {
  return "The store " + printable(config.store.text(), kShownText) +
         " keeps everything; start the same command again to go on with it. Standings and records are also "
         "in "
         "the folder " +
         printable(config.reports.string(), kShownText) + ".";
}

std::string sandbox_text(const TournamentConfig& config) {
  const std::string root = config.as_root ? " Bots may run as root." : "";
  return config.sandbox == SandboxLevel::none ? "None: a bot can do to this machine whatever you can." + root
                                              : std::string("Level ") + name_of(config.sandbox) +
                                                    " at least, for bots that the referee starts." + root;
}

// ---- warnings ----

/// Launched entrants whose bots may run at the same time: `parallel` counts only the seats that their games
/// ask at once.
std::int64_t bots_at_once(const TournamentConfig& config) {
  const auto launched = static_cast<std::size_t>(
      std::ranges::count_if(config.entrants, [](const auto& e) { return e.bot && e.bot->confinement; }));
  const std::size_t first = config.game->facts(config.instances.at(0).options).asked;
  const std::size_t asked = std::max<std::size_t>(1, std::min(config.seats, first));
  const std::size_t matches = std::max<std::size_t>(1, config.parallel / asked);
  return static_cast<std::int64_t>(std::min(launched, matches * config.seats));
}

/// Where the instances are secret until all have played them.
std::string seed_warning(const TournamentConfig& config) {
  const FormatTraits& traits = config.format->traits();
  const bool secret = traits.hall_of_fame || (config.format->ladder() != nullptr && !traits.open_practice);
  return config.seed && secret ? "seed: whoever reads the file can compute what is played, and prepare for "
                                 "it. Leave \"seed\" out, "
                                 "and the referee draws a secret one"
                               : "";
}

/// Where a bot that does what its clock allows is out of the game for its silence.
std::string silence_warning(const ClockSpec& clock) {
  return clock.silence_ms < clock.most_for_one()
             ? "clock.silence_ms: a bot that is silent for " + std::to_string(clock.silence_ms) +
                   " ms is out of the game, although its clock allows " +
                   std::to_string(clock.most_for_one()) +
                   " ms for one answer. Leave it out, or give at least that"
             : "";
}

/// Where play begins although those who are to register have not come.
std::string start_warning(const TournamentConfig& config) {
  const std::size_t dialling = static_cast<std::size_t>(
      std::ranges::count_if(config.entrants, [](const auto& entrant) { return !entrant.bot; }));
  if (!config.registration.open || config.format->ladder() != nullptr || dialling > 0 ||
      config.start.when != StartSpec::When::all || config.entrants.size() < config.start.min_entrants) {
    return "";
  }
  return "start: the launched bots are enough, so that play begins at once, without those who register. Use "
         "{\"when\": \"manual\"}, and say \"referee ctl start\" when all are there";
}

/// Keys for formats with rounds in the file of one that has none.
std::string roundless_warning(const TournamentConfig& config) {
  if (config.format->ladder() == nullptr) {
    return "";
  }
  std::string keys;
  for (const auto& [key, asked] :
       {std::pair("start.when", config.start.when != StartSpec::When::all),
        std::pair("start.min_entrants", config.start.min_entrants > config.format->traits().least_entrants),
        std::pair("between_rounds", config.between_rounds != BetweenRounds::go_on)}) {
    if (asked) {
      keys.append(keys.empty() ? "" : ", ").append(key);
    }
  }
  return keys.empty() ? ""
                      : keys +
                            ": this format has neither a start nor rounds, and each bot plays as soon as it "
                            "is there. Leave the key out, and start the referee when play may begin";
}

/// Openings of a ladder that do not fit every deal, or that need what the game's program does not do.
std::string openings_warning(const TournamentConfig& config) {
  if (config.format->ladder() == nullptr) {
    return "";
  }
  std::string note;
  try {
    note = ladder_openings(config).note();
  } catch (const engines::RulesFailure& failure) {
    note = std::string("they could not be tried: ") + failure.what();
  }
  return note.empty() ? "" : "format.openings: " + note;
}

std::string seats_warning(const TournamentConfig& config, std::size_t entrants) {
  if (config.encounter_rules().seats <= 2 || !config.house_bot.empty() ||
      (!config.registration.open && !awaits_collect(config) && config.format->fills_tables(entrants))) {
    return "";
  }
  return "house_bot: a table that is not full is played with empty seats. Name a bot for them in "
         "\"house_bot\"";
}

/// Wrapped to the columns of a terminal.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::size_t size = end - at;
    if (column > indent && column + 1 + size > kColumns) {
      out.append("\n").append(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out.append(text, at, size);
    column += size;
    at = end + 1;
  }
  return out;
}

}  // namespace

std::string memory_warning(const TournamentConfig& config, std::int64_t machine_mib) {
  const std::int64_t bots = bots_at_once(config);
  if (bots * config.memory_mib <= machine_mib) {
    return "";
  }
  return "memory_mib: " + std::to_string(bots) + " bots at once may take " +
         std::to_string(config.memory_mib) + " MiB each, and this machine has " +
         std::to_string(machine_mib) + " MiB. Lower memory_mib or parallel";
}

PlanSentences plan_sentences(const TournamentConfig& config, std::size_t entrants,
                             const std::optional<MeasuredAnswers>& measured) {
  PlanSentences all;
  const auto line = [&](const char* label, std::string text) {
    all.lines.push_back({label, std::move(text)});
  };
  const Plan plan = plan_of(config, entrants, measured);
  line("Game", game_text(config));
  line("Format", format_text(config));
  line("Bots", who_text(config, entrants));
  const bool has_rounds = config.format->ladder() == nullptr;
  const bool is_known = !config.registration.open && !awaits_collect(config);
  if (has_rounds && is_known) {
    line("Size", size_text(config, plan, entrants));
  } else if (!has_rounds) {
    line("Ends", end_text(config));
    line("Kept", kept_text(config));
  }
  line("Clock", clock_text(config));
  line("Begins", begin_text(config));
  if (config.listens()) {
    line("Dial in", dial_text(config));
  }
  line("Watch", watch_text(config));
  line("Secret", secret_text(config));
  line("Results", results_text(config));
  if (config.confines()) {
    line("Sandbox", sandbox_text(config));
  }
  line("Time", sentences({game_time_text(plan, parts_of(config.game->name).typical.thinking, measured),
                          sentence_if(has_rounds && is_known, total_time_text(plan))}));
  if (has_rounds && !is_known) {
    all.table = supposed_table(config, entrants);
  }
  for (std::string warning :
       {memory_warning(config, machine_memory_mib()), seed_warning(config), seats_warning(config, entrants),
        start_warning(config), roundless_warning(config), openings_warning(config),
        silence_warning(config.clock)}) {
    if (!warning.empty()) {
      all.warnings.push_back(std::move(warning));
    }
  }
  return all;
}

std::string plan_text(const TournamentConfig& config, std::size_t entrants,
                      const std::optional<MeasuredAnswers>& measured) {
  const PlanSentences all = plan_sentences(config, entrants, measured);
  std::string text = printable(config.name, kShownTitle) + "\n";
  for (const PlanLine& line : all.lines) {
    std::string label = "  " + line.label;
    label.resize(kLabelColumns, ' ');
    text += label + wrapped(line.text, kLabelColumns) + "\n";
  }
  text += all.table.empty() ? "" : "  How long it takes depends on how many bots come:\n" + all.table;
  for (const std::string& warning : all.warnings) {
    text += wrapped("warning: " + warning + ".", 2) + "\n";
  }
  return text;
}

Json plan_json(const TournamentConfig& config, std::size_t entrants,
               const std::optional<MeasuredAnswers>& measured) {
  const PlanSentences all = plan_sentences(config, entrants, measured);
  const Plan plan = plan_of(config, entrants, measured);
  const auto seconds = [](LongTime time) { return std::ceil(time.count() * kSecondMs) / kSecondMs; };
  const bool has_rounds = config.format->ladder() == nullptr;
  Json lines = Json::array();
  for (const PlanLine& line : all.lines) {
    lines.push_back({{"about", line.label}, {"text", line.text}});
  }
  return {
      {"name", config.name},
      {"game", config.game->name},
      {"format", config.format->json()},
      {"entrants",
       {{"launched", launched_of(config)}, {"dial_in", entrants - std::min(entrants, launched_of(config))}}},
      {"registration_open", config.registration.open},
      {"rounds", plan.rounds},
      {"matches", plan.encounters},
      {"games_at_most", plan.matches},
      {"typical",
       {{"turns", plan.typical.turns},
        {"game_s", seconds(plan.typical.time)},
        {"total_s", has_rounds ? Json(seconds(plan.typical_total)) : Json()}}},
      {"at_most",
       {{"turns", plan.longest.turns},
        {"game_s", plan.is_bounded ? Json(seconds(plan.longest.time)) : Json()},
        {"total_s", plan.is_bounded && has_rounds ? Json(seconds(plan.total)) : Json()}}},
      {"explanation", std::move(lines)},
      {"warnings", all.warnings}};
}

}  // namespace referee
