#include "referee/lab/examination.h"

#include <algorithm>
#include <utility>

#include "protocol/json_writer.h"
#include "referee/base/text.h"
#include "referee/base/units.h"

namespace referee {
namespace {

constexpr int kAWhile = 4;  // a fourth of the pause: a bot that sends lines unasked has done so by then
constexpr Milliseconds kShortLeave{1000};  // for a bot that is known not to leave
constexpr double kMuch = 0.5;  // this share of the time for an answer: a slower machine may be late

Task<> plainly(ScriptedPeer& peer) {
  co_await peer.greet();
  co_await peer.quiet(kAWhile);
  peer.start();
  co_await peer.quiet(kAWhile);
  co_await peer.play_out();
  co_await peer.part();
}

Task<> goodbye(ScriptedPeer& peer) { co_await peer.dismiss(); }

std::string told(const Breach& breach) {
  return breach.what + (breach.times > 1 ? " (" + std::to_string(breach.times) + " times)" : "");
}

Finding finding_of(const Check& check, const Breach& breach, std::string name) {
  return {std::move(name),
          &check,
          breach.advice_only ? Standing::advice : Standing::violation,
          told(breach),
          breach.line,
          std::string(breach.check == &check && !breach.mend.empty() ? breach.mend : check.mend)};
}

bool applies(const Check& check, const Connector& connector) {
  return check.who == Check::For::all || (check.who == Check::For::dialled) == connector.dials();
}

/// "60 turns, broken off; median 0.2 ms, worst 3.1 ms"
std::string game_note(Observed seen) {
  std::ranges::sort(seen.spent);
  return counted(seen.legal, "turn") + (seen.broken_off ? ", then broken off" : "") + "; median " +
         ms_text(seen.spent[seen.spent.size() / 2]) + ", worst " + ms_text(seen.spent.back());
}

/// Whether plain play has shown the same fault. A line that is sent unasked may look like a second answer in
/// a scenario, or like one with a wrong number.
bool is_known(const Breach& breach, const Observed& plain) {
  const auto says_too_much = [](const Check* check) {
    return check == &check::kOnce || check == &check::kWhenAsked;
  };
  const bool may_be_too_much = says_too_much(breach.check) || breach.check == &check::kNumbers;
  return std::ranges::any_of(plain.breaches, [&](const Breach& known) {
    return known.check == breach.check || (says_too_much(known.check) && may_be_too_much);
  });
}

/// For the trace: which scenario begins.
Json scenario_details(const engines::Entry& game, engines::Seat seat, Task<> (*scenario)(ScriptedPeer&)) {
  const auto checks = scenarios();
  const auto found =
      std::ranges::find_if(checks, [&](const Check* check) { return check->scenario == scenario; });
  Json details = Json::object();
  details["scenario"] = scenario == goodbye     ? "goodbye"
                        : found == checks.end() ? "plain play"
                                                : std::string((*found)->name);
  details["game"] = game.name;
  details["seat"] = seat;
  return details;
}

Finding not_applicable(const Check& check) {
  return {std::string(check.name),
          &check,
          Standing::not_reached,
          check.who == Check::For::dialled ? "for bots that dial in" : "for bots that are launched",
          "",
          ""};
}

}  // namespace

const char* name_of(Standing standing) {
  switch (standing) {
    case Standing::ok:
      return "ok";
    case Standing::advice:
      return "advice";
    case Standing::violation:
      return "violation";
    case Standing::not_reached:
      return "not reached";
  }
  return "";
}

Examination::Examination(Connector& connector, ExaminationSpec spec, OnFinding on_finding)
    : connector_(connector), spec_(std::move(spec)), on_finding_(std::move(on_finding)) {}

Task<> Examination::run() {
  co_await play_games();
  settle_games();
  tell_rules();
  tell_games();
  co_await play_scenarios();
  co_await tell_leaving();
}

// ---- plain play ----

Task<> Examination::play_games() {
  for (const engines::Entry* game : spec_.games) {
    const std::size_t seats = game->facts(spec_.options).seats;
    for (const engines::Seat seat :
         seats == 1 ? std::vector<engines::Seat>{0} : std::vector<engines::Seat>{0, seats - 1}) {
      const bool go_on = co_await play_seat(*game, seat);
      if (!go_on) {
        co_return;
      }
      if (plays_.back().stuck) {
        break;  // the other seat would show the same
      }
    }
  }
}

/// Returns false if the bot does not say hello, or does not reconnect: other games would show no more.
Task<bool> Examination::play_seat(const engines::Entry& game, engines::Seat seat) {
  Play play{&game, seat, {}, false};
  play.seen = co_await hold(game, seat, plainly, play.stuck);
  const bool greeted = connector_.greeted;
  plays_.push_back(std::move(play));
  co_return greeted && !lost_;
}

Task<Observed> Examination::hold(const engines::Entry& game, engines::Seat seat,
                                 Task<> (*scenario)(ScriptedPeer&), bool& stuck) {
  ScriptedPeerSpec spec = spec_.peer;
  spec.match = {&game, spec_.options,
                spec_.clock ? *spec_.clock : ClockSpec::read(Json::parse(game.clock), "clock"), seat};
  spec.leave = spec.patience.value_or(spec.leave);
  if (breach_of(check::kLeaves) != nullptr) {
    spec.leave = kShortLeave;
  }
  connector_.scenario_begins(scenario_details(game, seat, scenario));
  ScriptedPeer peer(connector_, spec, matches_);
  co_await scenario(peer);
  matches_ = peer.matches();
  stuck = peer.over();
  const bool stuck_before = std::exchange(stuck_, stuck);
  lost_ = connector_.dials() && !connector_.greeted;
  if (stuck && connector_.dials() && connector_.connected()) {
    connector_.channel().cut();  // later lines must not reach the next peer
  }
  Observed seen = peer.observed();
  if (lost_ && stuck_before) {
    seen.breaches.clear();  // what it broke off for has been told
  }
  for (const Breach& breach : seen.breaches) {
    if (breach.check == &check::kNextGame) {
      left_ = breach;
    }
  }
  if (connector_.process() != nullptr) {
    seen.stderr_text = connector_.process()->stderr_text();
  }
  co_return seen;
}

void Examination::keep_stderr(const Observed& seen) {
  if (!in_trouble_) {
    stderr_ = seen.stderr_text;
    in_trouble_ = !seen.breaches.empty();
  }
}

// ---- what plain play has shown ----

/// Decides which games count: those that the command names; otherwise those in which the bot plays at least
/// one turn; if there is none, the game in which it sends most lines.
void Examination::settle_games() {
  for (const engines::Entry* game : spec_.games) {
    const auto plays_it = [&](const Play& play) { return play.game == game && play.seen.legal > 0; };
    if (spec_.games_were_named || std::ranges::any_of(plays_, plays_it)) {
      counted_.insert(game);
    }
  }
  if (counted_.empty()) {
    counted_.insert(
        std::ranges::max_element(plays_, {}, [](const Play& play) { return play.seen.lines; })->game);
  }
  std::erase_if(plays_, [&](const Play& play) {
    const bool counts = counted_.contains(play.game);
    if (!counts && !play.seen.breaches.empty()) {
      why_not_played_.emplace(play.game, play.seen.breaches.front().what);
    }
    return !counts;
  });
  for (const Play& play : plays_) {
    keep_stderr(play.seen);
  }
}

const Breach* Examination::breach_of(const Check& check) const {
  const Breach* advice = nullptr;
  for (const Play& play : plays_) {
    for (const Breach& breach : play.seen.breaches) {
      if (breach.check == &check && !breach.advice_only) {
        return &breach;
      }
      advice = breach.check == &check && advice == nullptr ? &breach : advice;
    }
  }
  return advice;
}

void Examination::tell_rules() {
  for (const Check* rule : checks_of_play()) {
    on_finding_(finding_of_rule(*rule));
  }
}

Finding Examination::finding_of_rule(const Check& rule) const {
  if (!applies(rule, connector_)) {
    return not_applicable(rule);
  }
  if (&rule == &check::kAwake && !knows_processor_time()) {
    return {std::string(rule.name), &rule, Standing::not_reached, "processor time is not known here", "", ""};
  }
  if (const Breach* breach = breach_of(rule)) {
    return finding_of(rule, *breach, std::string(rule.name));
  }
  Finding finding{std::string(rule.name), &rule, Standing::not_reached, "", "", ""};
  if (is_unknown(rule)) {
    finding.note = "an answer never came";
  } else if (std::ranges::any_of(plays_, [&](const Play& play) {
               return &rule == &check::kLeaves ? play.seen.dismissed
                      : rule.needs_turns       ? !play.seen.spent.empty()
                                               : play.seen.greeted;
             })) {
    finding.standing = Standing::ok;
    finding.note = &rule == &check::kIdentity ? connector_.name : "";
  }
  if (const std::string advice = advice_about(rule); !advice.empty()) {
    finding.standing = Standing::advice;
    finding.note = advice;
  }
  return finding;
}

/// Whether it is told how long the bot computes, or nothing was asked of it.
bool Examination::knows_processor_time() const {
  return std::ranges::all_of(
      plays_, [](const Play& play) { return play.seen.spent.empty() || !play.seen.times.empty(); });
}

/// Whether an answer that never came leaves open if the bot keeps this rule.
bool Examination::is_unknown(const Check& rule) const {
  return (&rule == &check::kInTime || &rule == &check::kAwake) && breach_of(check::kAnswers) != nullptr;
}

/// About a rule that the bot has kept; "" if there is none.
std::string Examination::advice_about(const Check& rule) const {
  if (&rule != &check::kInTime && &rule != &check::kAwake) {
    return "";
  }
  std::vector<TurnTimes> times;
  for (const Play& play : plays_) {
    times.insert(times.end(), play.seen.times.begin(), play.seen.times.end());
  }
  if (&rule == &check::kAwake) {
    return sleeping(times);
  }
  if (std::string slow = slow_on_wall(times); !slow.empty()) {
    return slow;
  }
  const auto slowest =
      std::ranges::max_element(plays_, {}, [](const Play& play) { return play.seen.worst_share; });
  return slowest->seen.worst_share <= kMuch
             ? ""
             : "an answer took " + ms_text(slowest->seen.worst) + " of " + ms_text(slowest->seen.worst_left) +
                   ": on a slower or busier machine it may be late";
}

void Examination::tell_games() {
  for (const engines::Entry* game : spec_.games) {
    on_finding_(finding_of_game(*game));
  }
}

Finding Examination::finding_of_game(const engines::Entry& game) const {
  Finding finding{std::string(check::kLegal.name).append(" ").append(game.name),
                  &check::kLegal,
                  Standing::not_reached,
                  "",
                  "",
                  ""};
  if (const auto why = why_not_played_.find(&game); why != why_not_played_.end()) {
    finding.standing = Standing::advice;
    finding.note = "not played (" + why->second + "); --game names the games that it is for";
    return finding;
  }
  Observed all;
  bool silent = false;
  for (const Play& play : plays_) {
    if (play.game != &game) {
      continue;
    }
    for (const Breach& breach : play.seen.breaches) {
      if (breach.check == &check::kLegal && finding.standing != Standing::violation) {
        finding = finding_of(check::kLegal, breach, finding.name);
      }
      silent = silent || breach.check == &check::kAnswers;
    }
    all.legal += play.seen.legal;
    all.broken_off = all.broken_off || play.seen.broken_off;
    all.spent.insert(all.spent.end(), play.seen.spent.begin(), play.seen.spent.end());
  }
  if (finding.standing != Standing::violation && all.legal > 0) {
    finding.standing = silent ? Standing::not_reached : Standing::ok;
    finding.note = (silent ? "an answer never came: " : "") + game_note(std::move(all));
  }
  return finding;
}

// ---- scenarios ----

Task<> Examination::play_scenarios() {
  // Plays the scenarios in the game with most turns, because some games are over after one answer.
  const auto where =
      std::ranges::max_element(plays_, {}, [](const Play& play) { return play.stuck ? 0 : play.seen.asked; });
  for (const Check* scenario : scenarios()) {
    if (!applies(*scenario, connector_)) {
      on_finding_(not_applicable(*scenario));
    } else if (left_ && scenario == &check::kNextGame) {
      on_finding_(finding_of(*scenario, *left_, std::string(scenario->name)));
    } else if (where->stuck || lost_) {
      on_finding_({std::string(scenario->name), scenario, Standing::not_reached, "", "", ""});
    } else {
      const Finding finding = co_await play_scenario(*scenario, *where);
      on_finding_(finding);
    }
  }
}

/// Whether it is a fault of a scenario to come, and not of this one, which found the bot gone.
bool Examination::is_blamed_later(const Breach& breach, const Check& scenario) const {
  const auto all = scenarios();
  return breach.check == &check::kNextGame &&
         std::ranges::find(all, &scenario) < std::ranges::find(all, &check::kNextGame);
}

Task<Finding> Examination::play_scenario(const Check& scenario, const Play& where) {
  Finding finding{std::string(scenario.name), &scenario, Standing::ok, "", "", ""};
  bool stuck = false;
  const Observed seen = co_await hold(*where.game, where.seat, scenario.scenario, stuck);
  keep_stderr(seen);
  for (const Breach& breach : seen.breaches) {
    const bool is_about_time =
        breach.check == &check::kInTime;  // plain play measures times better: no scenario disturbs it
    if (!is_about_time && !breach.advice_only && !is_known(breach, where.seen) &&
        !is_blamed_later(breach, scenario)) {
      co_return finding_of(scenario, breach, finding.name);
    }
  }
  if (stuck) {
    finding.standing = Standing::not_reached;
  }
  co_return finding;
}

Task<> Examination::tell_leaving() {
  if (connector_.dials() && connector_.connected()) {
    Play last = plays_.front();
    last.seen = co_await hold(*last.game, last.seat, goodbye, last.stuck);
    plays_.push_back(std::move(last));
  }
  on_finding_(finding_of_rule(check::kLeaves));
}

}  // namespace referee
