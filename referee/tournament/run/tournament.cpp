#include "referee/tournament/run/tournament.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "protocol/require.h"
#include "referee/base/text.h"
#include "referee/record/record.h"
#include "referee/report/standings_page.h"
#include "referee/tournament/run/stored_page.h"
#include "referee/tournament/standings/history.h"

namespace referee {

Tournament::Tournament(const Surroundings& around, const OpenedStore& opened, Events events)
    : TournamentRunner(around, opened),
      events_(std::move(events)),
      seed_(opened.seeds.seed),
      pairing_(format_->pairing_system(seed_)),
      requests_(opened.requests),
      ledger_(around.config.encounter_rules(), opened.content),
      rounds_paired_(ledger_.rounds()),
      gate_(around.config.start, around.roster, requests_, changed_, around.tasks.io()),
      swiss_files_(around.config.reports),
      reports_due_(around.tasks.io()),
      finished_before_(opened.content.meta.contains(meta_key::kFinished)) {
  REQUIRE(format_->ladder() == nullptr);
  for (const StoredAttempt& game : opened.content.games) {
    if (!keeps_seed_secret(around_.config, {game.round, game.table, game.game_no})) {
      to_export_.push_back(game);
    }
  }
  around_.roster.hold_versions();
  if (ledger_.rounds() > 0) {
    close_entry();  // before any bot can dial in
  }
}

// ---- the course ----

Task<> Tournament::play() {
  try {
    co_await around_.records.export_records(to_export_);
    co_await wait_for_start();
    co_await play_rounds();
    if (!stopping()) {
      co_await finish();
    }
  } catch (const std::exception&) {
    fail(std::current_exception());
  }
  while (scheduler_.out() > 0) {
    co_await changed_.changed();
  }
  co_await around_.records.write_last_records();
  write_reports();  // only now: matches that end during the stop count
  rethrow_failure();
}

Task<> Tournament::wait_for_start() {
  write_reports();
  if (ledger_.rounds() > 0) {
    co_return;
  }
  gate_.set_timer();
  waiting_ = true;
  while (!gate_.is_open(go_) && !stopping()) {
    co_await changed_.changed();
  }
  waiting_ = false;
  go_ = false;
  gate_.cancel();
  if (!stopping()) {
    close_entry();
  }
}

/// Some formats are paired for the entrants that are in the tournament when play begins.
void Tournament::close_entry() {
  if (const std::string& why = format_->traits().entry_closes; !why.empty()) {
    around_.roster.close_entry(why + ", and play has begun");
  }
}

Task<> Tournament::play_rounds() {
  bool more = true;
  while (more && !stopping()) {
    const int round = ledger_.rounds();
    around_.changes.set_round(round);
    co_await play_encounters();
    if (stopping()) {
      co_return;
    }
    if (round > 0) {
      round_over();
      co_await await_arbiter();
    }
    if (!stopping()) {
      more = co_await pair_next_round();
    }
  }
}

Task<> Tournament::play_encounters() {
  while (!stopping()) {
    const auto encounter = scheduler_.next();
    if (encounter) {
      around_.tasks.start("encounter", play_encounter(*encounter));
    } else if (scheduler_.out() > 0) {
      co_await changed_.changed();
    } else {
      co_return;
    }
  }
}

Task<> Tournament::play_encounter(Encounter encounter) {
  try {
    co_await play_games(encounter);
    co_await end_kept_bots(encounter);
  } catch (const std::exception&) {
    fail(std::current_exception());
  }
  scheduler_.finished(encounter);
  for (const Entrant entrant : encounter.entrants) {
    say_wait(entrant);
  }
  changed_.notify();
}

/// Those that have stayed for a game which is not played, because the encounter was decided before.
Task<> Tournament::end_kept_bots(const Encounter& encounter) {
  for (const Entrant entrant : encounter.entrants) {
    co_await around_.match_scheduler.end_kept(around_.roster.name(entrant));
  }
  for (std::size_t house = 0; house + encounter.entrants.size() < around_.config.seats; ++house) {
    co_await around_.match_scheduler.end_kept(house_name(house));
  }
}

Task<> Tournament::play_games(const Encounter& encounter) {
  while (true) {
    while (paused() && !stopping()) {
      co_await changed_.changed();
    }
    const EncounterState state = ledger_.state(encounter);
    if (state.decided || stopping()) {
      co_return;
    }
    SideBySide matches(around_.tasks.io());  // of entrants who play apart
    for (const int match_no : ledger_.open_matches(encounter, *state.next_game)) {
      ++matches.running;
      around_.tasks.start("match", play_match(encounter, match_no, matches));
    }
    while (matches.running > 0) {
      co_await matches.over.changed();
    }
  }
}

/// `encounter` and `others` are those of play_games(), which waits for it.
Task<> Tournament::play_match(const Encounter& encounter, int match_no, SideBySide& others) {
  const EncounterMatch game(around_.config, encounter, match_no);
  ScheduledMatch scheduled = game.scheduled(around_.roster);
  scheduled.result_commit = [this, &game, &encounter](const MatchResult& match) {
    return result_commit(game, encounter, match);
  };
  try {
    const auto match = co_await around_.match_scheduler.play(std::move(scheduled));
    if (match) {
      finished_before_ = false;
      ledger_.add_match(game.place(), game.result(*match),
                        around_.match_scheduler.attempts(game.place().id()));
      events_.game_over(game.line_of(*match) + average_text(encounter));
    }
  } catch (const std::exception&) {
    fail(std::current_exception());
  }
  --others.running;
  others.over.notify();
  changed_.notify();
}

ScheduledMatch::ResultCommit Tournament::result_commit(const EncounterMatch& game, const Encounter& encounter,
                                                       const MatchResult& match) {
  const GameResult result = game.result(match);
  ScheduledMatch::ResultCommit result_commit{game_result_json(result), {}};
  for (const std::size_t position : game.positions()) {
    const Entrant entrant = encounter.entrants[position];
    if (!around_.roster.withdrawn(entrant)) {
      std::ranges::move(
          around_.roster.note_attendance(entrant, !result.no_show[position], result.why_absent_at(position)),
          std::back_inserter(result_commit.writes));
    }
  }
  return result_commit;
}

/// In a field: the scores of the encounter's entrant so far, as ", average 1170.5 over 7".
std::string Tournament::average_text(const Encounter& encounter) const {
  if (!encounter.instance) {
    return "";
  }
  const Ledger::Scored scored = ledger_.scored(encounter.entrants.front());
  const double mean = scored.games == 0 ? 0 : scored.sum / static_cast<double>(scored.games);
  return ", average " + decimal_text(mean) + " over " + std::to_string(scored.games);
}

/// All attempts of the games whose seeds may be seen only once the tournament is over; also of a game that
/// was taken out and that its encounter has not needed again.
std::vector<StoredAttempt> Tournament::secret_attempts() const {
  std::vector<StoredAttempt> games;
  for (const auto& [match, attempts] : around_.match_scheduler.attempts()) {
    const auto place = MatchPlace::parse(match);
    if (place && keeps_seed_secret(around_.config, *place)) {
      const auto counting = ledger_.struck(*place) ? std::nullopt : ledger_.attempt_of(*place);
      std::ranges::move(attempts_of(*place, attempts, counting), std::back_inserter(games));
    }
  }
  return games;
}

/// Waits for the arbiter between rounds, if the config says so: matches to be played again are played
/// meanwhile. A tournament that was over when the referee ended is over.
Task<> Tournament::await_arbiter() {
  if (around_.config.between_rounds != BetweenRounds::manual || finished_before_) {
    co_return;
  }
  waiting_ = true;
  say_wait_to_all();
  while (!stopping()) {
    const std::size_t matches = ledger_.matches_over();
    co_await play_encounters();
    if (ledger_.matches_over() != matches) {
      write_reports();  // a match has been played again
    }
    if (go_ || stopping()) {
      break;  // checked only now: pairing needs the results of repeated matches
    }
    co_await changed_.changed();
  }
  waiting_ = false;
  go_ = false;
}

/// The entrants to be paired next that have been away for so long that they may not come any more; none if
/// that leaves fewer than two.
std::vector<Entrant> Tournament::away_for_long() const {
  const int round = ledger_.rounds() + 1;
  const TimePoint since = around_.tasks.clock().now() - around_.config.no_show;
  const std::vector<History::EntrantInfo>& entrants = ledger_.history().entrants;
  std::size_t others = 0;
  std::vector<Entrant> away;
  for (Entrant entrant = 0; entrant < entrants.size(); ++entrant) {
    if (entrants[entrant].withdrawn || entrants[entrant].byes.contains(round)) {
      continue;
    }
    const bool long_away =
        !around_.roster.here(entrant) && around_.roster.player(entrant)->away_since() <= since;
    long_away ? away.push_back(entrant) : void(++others);
  }
  return others < 2 ? std::vector<Entrant>{} : away;
}

/// Pairs the next round. In a Swiss `left_out` gets the entrants that are away and have a zero-point bye for
/// it.
PairedRound Tournament::paired_round(std::vector<Entrant>& left_out) {
  ledger_.enter(around_.roster.entrant_infos(), requests_);
  if (ledger_.rounds() >= format_->traits().bye_rounds.value_or(0)) {
    return pairing_->pair_with_note(ledger_.history());
  }
  left_out = away_for_long();
  std::ranges::for_each(left_out, [this](Entrant entrant) { ledger_.leave_out(entrant); });
  while (true) {
    PairedRound paired = pairing_->pair_with_note(ledger_.history());
    const auto bye = std::ranges::find_if(paired.encounters, [this](const Encounter& encounter) {
      return encounter.kind == Encounter::Kind::bye && !around_.roster.here(encounter.entrants.front());
    });
    if (bye == paired.encounters.end()) {
      return paired;
    }
    left_out.push_back(bye->entrants.front());
    ledger_.leave_out(left_out.back());
  }
}

std::string Tournament::not_paired_text(const std::vector<Entrant>& left_out) const {
  std::string text;
  for (const Entrant entrant : left_out) {
    text.append(text.empty() ? "" : ", ").append(around_.roster.name(entrant));
  }
  return "not paired in round " + std::to_string(rounds_paired_) + ", because away: " + text;
}

Task<bool> Tournament::pair_next_round() {
  co_await around_.records.write_late_records();
  std::vector<Entrant> left_out;
  const PairedRound paired = paired_round(left_out);
  if (paired.encounters.empty()) {
    co_return false;
  }
  const std::string remark = pairing_->remark(ledger_.history(), paired.encounters);
  if (!remark.empty()) {
    spdlog::debug("round {}: {}", ledger_.rounds() + 1, remark);  // a proof for experts: --verbose
  }
  ++rounds_paired_;
  std::vector<StoreWrite> writes;
  writes.emplace_back(store_write::PutRound{{rounds_paired_, encounters_json(paired.encounters)}});
  std::ranges::move(around_.roster.take_versions(), std::back_inserter(writes));
  if (!paired.note.empty()) {
    spdlog::warn("{}", paired.note);
    writes.push_back(around_.changes.note(paired.note));
  }
  if (!left_out.empty()) {
    writes.push_back(around_.changes.note(not_paired_text(left_out)));
  }
  being_paired_ = paired.encounters;
  co_await around_.store.write(std::move(writes));
  being_paired_.clear();
  ledger_.add_round(paired.encounters);
  co_return true;
}

Task<> Tournament::finish() {
  finished_ = true;
  around_.roster.close_entry("the tournament is over");
  if (!finished_before_) {
    std::vector<StoreWrite> writes;
    writes.emplace_back(store_write::SetMeta{meta_key::kFinished, utc_text(around_.tasks.clock().utc())});
    co_await around_.store.write(std::move(writes));
  }
  co_await around_.records.export_records(secret_attempts());
}

// ---- stopping ----

void Tournament::drain() {
  TournamentRunner::drain();
  gate_.cancel();
}

// ---- what is known ----

/// Rounds of several stages differ, and so do those of late entrants: the plan says what is to come.
std::size_t Tournament::matches_at_most() const {
  const std::size_t entrants = around_.roster.size();
  const std::vector<PlannedRounds> plan = format_->planned_rounds(entrants);
  const std::size_t if_alike = ledger_.matches_at_most(rounds(), entrants);
  if (ledger_.rules().stages() == 1 && plan.size() <= 1) {
    return if_alike;
  }
  if (finished_) {
    return ledger_.matches_over();
  }
  std::size_t games_to_come = 0;
  int over = ledger_.rounds();
  for (const PlannedRounds& planned : plan) {
    const int left = std::max(0, planned.rounds - over);
    over = std::max(0, over - planned.rounds);
    games_to_come += static_cast<std::size_t>(left) * planned.games;
  }
  const std::size_t by_plan = ledger_.matches_at_most(games_to_come);
  return ledger_.rules().stages() == 1 ? by_plan : std::min(if_alike, by_plan);
}

TournamentRunner::Progress Tournament::progress() const {
  return {ledger_.matches_over(), matches_at_most(), ledger_.rounds(), rounds()};
}

std::string Tournament::progress_text() const {
  const int round = ledger_.rounds();
  std::string text = "round " + std::to_string(round) + " of " + std::to_string(rounds()) + ", " +
                     std::to_string(ledger_.matches_over()) + " games played" + state_text();
  if (waiting_) {
    text += round == 0 ? ", " + start_text() : ", waits for the arbiter (referee ctl start)";
  }
  return text;
}

std::string Tournament::start_text() const {
  return ledger_.rounds() == 0 ? "starts " + gate_.text(std::nullopt) : "";
}

std::string Tournament::byes_text(Entrant entrant) const {
  std::string text;
  const std::string name = protocol::folded_name(around_.roster.name(entrant));
  const int last = format_->traits().bye_rounds.value_or(0);
  for (int round = rounds_paired_ + 1; round <= last; ++round) {
    const auto bye = requests_.bye(name, round);
    if (bye != PairingRequests::Bye::none) {
      text.append(", ").append(name_of(bye)).append(" in round ").append(std::to_string(round));
    }
  }
  return text;
}

std::string Tournament::waiting_for(const Player& player) const {
  if (player.playing()) {
    return "your match goes on";
  }
  if (finished_ || stopping()) {
    return finished_ ? "the tournament is over" : "the referee is stopping: no new game begins";
  }
  const auto entrant = around_.roster.entrant(player.name());
  if (entrant && around_.roster.awaits_approval(*entrant)) {
    return kAwaitsApproval;
  }
  if (entrant && around_.roster.withdrawn(*entrant)) {
    return "you are withdrawn: ask the arbiter";
  }
  if (ledger_.rounds() == 0) {
    return "the tournament starts " + gate_.text(entrant);
  }
  const std::string round = std::to_string(ledger_.rounds());
  if (waiting_) {
    return "round " + round + " is over; the arbiter begins the next one";
  }
  if (paused()) {
    return pause_text();
  }
  return "round " + round + " of " + std::to_string(rounds()) +
         " is being played: your next match is called when its turn comes";
}

void Tournament::round_over() {
  if (around_.config.between_rounds == BetweenRounds::manual) {
    write_reports();  // people have time to read them
  } else {
    write_reports_soon();
  }
  events_.round_over();
}

void Tournament::write_reports_soon() {
  if (around_.tasks.clock().now() >= pace_.due()) {
    write_reports();
    return;
  }
  reports_due_.set(pace_.due(), [this] { write_reports(); });
}

/// A folder that cannot be written to is reported: the store has all the data, and the tournament goes on.
void Tournament::write_reports() {
  reports_due_.cancel();
  const TimePoint begun = around_.tasks.clock().now();
  try {
    StandingsPage now = page();
    now.links = links_to_records("records/");  // the records are beside the page
    write_standings(around_.config.reports, now);
    if (has_swiss_reports(now)) {
      swiss_files_.write(now);
    }
  } catch (const std::system_error& error) {
    spdlog::error("{}", error.what());
  } catch (const std::length_error& error) {  // more points than a report file has columns for
    spdlog::error("{}", error.what());
  }
  pace_.written(begun, around_.tasks.clock().now());
}

StandingsPage Tournament::page() const {
  PageParts parts = page_parts();
  History history = ledger_.history();
  history.entrants = std::move(parts.history.entrants);
  parts.history = std::move(history);
  requests_.enter_into(parts.history);
  parts.rounds = rounds();
  parts.finished = finished_;
  return page_of(std::move(parts));
}

}  // namespace referee
