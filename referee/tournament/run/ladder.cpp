#include "referee/tournament/run/ladder.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <system_error>
#include <utility>

#include "referee/match/record.h"
#include "referee/rating/weng_lin.h"
#include "referee/series/game_summary.h"
#include "referee/tournament/run/ladder_record.h"
#include "referee/tournament/run/stored_page.h"

namespace referee {
namespace {

constexpr double kEloPerUnit = 173.717793;  // 400 / ln 10
constexpr double kNormal95 = 1.959964;
constexpr std::int64_t kDaySeconds = 24 * 60 * 60;

std::int64_t now_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string match_name(int number) { return MatchPlace{1, number, 1}.id(); }

std::optional<std::int64_t> greatest_age(const TournamentConfig& config) {
  return config.keep_days ? std::optional(*config.keep_days * kDaySeconds) : std::nullopt;
}

Openings openings_of(const TournamentConfig& config) {
  const LadderTerms& terms = *config.format->ladder();
  if (terms.random_plies > 0) {
    return Openings::random(static_cast<std::size_t>(terms.random_plies), *config.game, config.options);
  }
  if (terms.openings.empty()) {
    return {};
  }
  std::string lines;
  for (const Json& opening : Json::parse(terms.openings)) {
    lines += opening.dump() + "\n";
  }
  return Openings::listed(lines, config.file + ": format.openings", *config.game, config.options);
}

rating::Belief belief_of(const rating::Estimate& estimate) {
  return {estimate.elo / kEloPerUnit, (estimate.high - estimate.low) / (2 * kNormal95) / kEloPerUnit};
}

}  // namespace

Ladder::Ladder(TournamentContext& context, const OpenedStore& opened, Events events)
    : TournamentRunner(context),
      events_(std::move(events)),
      seeds_(opened.seeds),
      openings_(openings_of(context.config)),
      table_(ladder_of(opened.content, context.config.seats)),
      pairing_(context.config.seats, !context.config.house_bot.empty()),
      kept_(context.config.keep, greatest_age(context.config)),
      asked_at_once_(context.config.game->make(context.config.options, {})->to_move().size()),
      renewal_due_(context.tasks.io()),
      closes_(context.tasks.io()) {
  context_.match_scheduler.on_halt([this](const std::string& why) { halt(why); });
  take_up(opened);
  set_beliefs();
}

/// Of the matches in the store: those that count are kept, those that can go on are played on, and of those
/// that were interrupted nothing is left.
void Ladder::take_up(const OpenedStore& opened) {
  std::set<std::string> over;
  for (const StoredAttempt& attempt : opened.content.games) {
    if (attempt.table >= table_.next()) {
      table_.begin(attempt.table);  // it was being played, or is void
    }
    const bool struck = attempt.status == StoredAttempt::Status::struck;
    if (struck || attempt.status == StoredAttempt::Status::done) {
      GameResult result = read_game_result(attempt.result);
      result.struck = struck;
      const std::int64_t ended = seconds_of(result.ended);
      pairing_.count(result.entrants);
      kept_.add(attempt.table, {std::move(result), attempt.attempt, ended});
      over.insert(attempt.match);
      to_export_.push_back(attempt);
    }
  }
  for (const OpenedStore::Resumable& one : opened.resumable) {
    const auto place = MatchPlace::parse(one.match);
    if (auto entrants = playing_entrants(opened.content, one.match); place && entrants) {
      resumed_.emplace(place->table, std::move(*entrants));
    }
  }
  for (const StoredAttempt& attempt : opened.content.games) {
    if (!over.contains(attempt.match) && !resumed_.contains(attempt.table)) {
      interrupted_.emplace_back(attempt.match, attempt.attempt);
      left_over_.emplace_back(store_write::ForgetMatch{attempt.match});
    }
  }
  for (const int number : std::set<int>(table_.open())) {
    if (!resumed_.contains(number)) {
      table_.drop(number);
    }
  }
  const std::string prefix = meta_key::kPlaying;
  for (const auto& [key, unused] : opened.content.meta) {
    const auto place = key.starts_with(prefix) ? MatchPlace::parse(key.substr(prefix.size())) : std::nullopt;
    if (place && !resumed_.contains(place->table)) {
      left_over_.emplace_back(store_write::RemoveMeta{key});
    }
  }
}

/// What is shown is the better estimate: pairings go by it, and by the fast update of the matches since.
void Ladder::set_beliefs() {
  for (Entrant entrant = 0; entrant < table_.sums().size(); ++entrant) {
    const LadderTable::Player* const player = table_.present(entrant);
    if (player != nullptr && player->rating) {
      pairing_.set_belief(entrant, belief_of(*player->rating));
    }
  }
}

// ---- the course ----

Task<> Ladder::play() {
  try {
    co_await context_.export_records(std::exchange(to_export_, {}));
    co_await context_.store.write(std::exchange(left_over_, {}));
    for (const auto& [match, attempts] : std::exchange(interrupted_, {})) {
      context_.files.remove(match, std::max(attempts, context_.match_scheduler.forget(match)));
    }
    renew();
    if (context_.config.until) {
      time_is_up_ = std::chrono::system_clock::now() >= *context_.config.until;
      closes_.set(*context_.config.until, [this] {
        time_is_up_ = true;
        context_.changed.notify();
      });
    }
    for (auto& [number, entrants] : std::exchange(resumed_, {})) {
      begin_match(number, entrants, true);
    }
    while (!stopping() && !(closed() && running_.empty())) {
      look_who_is_here();
      begin_matches();
      co_await context_.changed.changed();
    }
  } catch (const std::exception&) {
    fail(std::current_exception());
  }
  closes_.cancel();
  while (!running_.empty()) {
    co_await context_.changed.changed();
  }
  co_await finish();
}

bool Ladder::closed() const {
  return time_is_up_ || (terms().matches && table_.matches() >= *terms().matches);
}

void Ladder::look_who_is_here() {
  for (Entrant entrant = 0; entrant < context_.roster.size(); ++entrant) {
    const bool here = context_.roster.here(entrant) && !context_.roster.withdrawn(entrant);
    here ? pairing_.arrive(entrant) : pairing_.leave(entrant);
    const LadderTable::Player* const player = table_.present(entrant);
    const int version = context_.roster.version(entrant);
    if (version != (player == nullptr ? 0 : player->version)) {
      table_.play_version(entrant, version, now_seconds());
      pairing_.set_belief(entrant, rating::of_next_version(pairing_.belief(entrant)));
      renew_soon();
    }
  }
}

bool Ladder::may_begin() const {
  const auto begun = static_cast<std::size_t>(table_.matches()) + running_.size();
  return !stopping() && !paused_ && !time_is_up_ &&
         (!terms().matches || begun < static_cast<std::size_t>(*terms().matches)) &&
         slots_taken_ < context_.config.parallel;
}

/// What the match scheduler will take of `parallel`: a match that waits for slots would be made too early.
std::size_t Ladder::slots_of(const Entrants& entrants) const {
  auto launched = static_cast<std::size_t>(
      std::ranges::count_if(entrants, [this](Entrant e) { return context_.roster.launched(e); }));
  if (!context_.config.house_bot.empty()) {
    launched += context_.config.seats - entrants.size();
  }
  return std::min(launched, asked_at_once_);
}

void Ladder::begin_matches() {
  while (may_begin()) {
    auto entrants = pairing_.next();
    if (!entrants) {
      return;
    }
    begin_match(table_.next(), std::move(*entrants), false);
  }
}

void Ladder::begin_match(int number, Entrants entrants, bool resumed) {
  if (resumed) {
    pairing_.begin(entrants);
  } else {
    table_.begin(number);
    context_.store.post(
        {store_write::SetMeta{meta_key::kPlaying + match_name(number), playing_text(entrants)}});
  }
  const std::size_t slots = slots_of(entrants);
  running_.emplace(number, entrants);
  slots_taken_ += slots;
  context_.tasks.start("ladder match", play_match(number, std::move(entrants), slots));
}

Task<> Ladder::play_match(int number, Entrants entrants, std::size_t slots) {
  try {
    co_await play_scheduled(number, entrants);
  } catch (const std::exception&) {
    fail(std::current_exception());
  }
  slots_taken_ -= slots;
  running_.erase(number);
  pairing_.end(entrants);
  for (const Entrant entrant : entrants) {
    const auto& player = context_.roster.player(entrant);
    if (player != nullptr && player->connected() && !player->playing()) {
      player->send(protocol::wait_line(waiting_for(*player)));
    }
  }
  context_.changed.notify();
}

Task<> Ladder::play_scheduled(int number, const Entrants& entrants) {
  Encounter encounter{.round = 1, .table = number, .entrants = entrants};
  if (context_.config.instances.size() > 1) {
    encounter.instance = 1 + (number - 1) % static_cast<int>(context_.config.instances.size());
  }
  const EncounterMatch match(context_.config, encounter, 1);
  ScheduledMatch order = scheduled(match, number);
  GameResult result;
  order.result_commit = [&](const MatchResult& played) {
    result = result_of(match, entrants, played);
    return result_commit(number, result);
  };
  const auto played = co_await context_.match_scheduler.play(std::move(order));
  if (!played) {
    table_.drop(number);
    context_.store.post({store_write::RemoveMeta{meta_key::kPlaying + match_name(number)}});
    co_return;
  }
  add_result(number, result);
  events_.game_over(EncounterMatch::line_of(match.place().id(), *played));
}

ScheduledMatch Ladder::scheduled(const EncounterMatch& match, int number) const {
  ScheduledMatch order = match.scheduled(context_.roster);
  order.job.spec.keep_seed_secret = false;  // an instance is known after its first match
  if (openings_.vary()) {
    const engines::Seed seed = seeds_.of_shared({1, number});
    order.job.spec.given = openings_.of(static_cast<std::size_t>(number) - 1, *context_.config.game,
                                        order.job.spec.options, seed);
  }
  return order;
}

/// REQUIRES: `match` is one of these entrants, who sit on the first seats; house bots sit behind them.
GameResult Ladder::result_of(const EncounterMatch& match, const Entrants& entrants,
                             const MatchResult& played) const {
  GameResult result = match.result(played);
  result.entrants = entrants;
  const bool has_house = !context_.config.house_bot.empty() && entrants.size() < played.scores.size();
  if (has_house) {
    const auto houses = played.scores.begin() + static_cast<std::ptrdiff_t>(entrants.size());
    result.house = *std::max_element(houses, played.scores.end());
  }
  if (played.no_show.empty()) {
    PlannedGame planned;
    planned.seating.resize(played.seats.size());
    result.moves = summary_of(planned, played.record).moves_sha256;
  }
  return result;
}

ScheduledMatch::ResultCommit Ladder::result_commit(int number, const GameResult& result) const {
  ScheduledMatch::ResultCommit commit{game_result_json(result), {}};
  commit.writes.emplace_back(store_write::RemoveMeta{meta_key::kPlaying + match_name(number)});
  for (std::size_t i = 0; i < result.entrants.size(); ++i) {
    if (!context_.roster.withdrawn(result.entrants[i])) {
      std::ranges::move(context_.roster.note_attendance(result.entrants[i], !result.no_show[i]),
                        std::back_inserter(commit.writes));
    }
  }
  return commit;
}

/// The result is in the store.
void Ladder::add_result(int number, const GameResult& result) {
  table_.add(number, result, seconds_of(result.ended));
  kept_.add(number,
            {result, context_.match_scheduler.attempts(match_name(number)), seconds_of(result.ended)});
  std::vector<double> scores = result.scores;
  std::vector<rating::RankedBelief> seats;
  if (result.house) {
    scores.push_back(*result.house);
  }
  const std::vector<int> ranks = ranks_of(scores);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const bool house = i >= result.entrants.size();
    seats.push_back({house ? rating::Belief{0, 0} : pairing_.belief(result.entrants[i]), ranks[i]});
  }
  const bool all_came = std::ranges::find(result.no_show, true) == result.no_show.end();
  if (all_came && seats.size() > 1) {
    const std::vector<rating::Belief> after = rating::beliefs_after(seats);
    for (std::size_t i = 0; i < result.entrants.size(); ++i) {
      pairing_.set_belief(result.entrants[i], after[i]);
    }
  }
  renew_soon();
}

Task<> Ladder::finish() {
  try {
    if (closed() && !stopping()) {
      finished_ = true;
      std::vector<StoreWrite> writes;
      writes.emplace_back(store_write::SetMeta{meta_key::kFinished, utc_now_text()});
      co_await context_.store.write(std::move(writes));
    }
    renew();
    co_await context_.write_last_records();
    co_await context_.store.flush();
  } catch (const std::exception&) {
    fail(std::current_exception());
  }
  rethrow_failure();
}

// ---- the arbiter ----

void Ladder::drain() {
  TournamentRunner::drain();
  closes_.cancel();
  renewal_due_.cancel();
}

void Ladder::pause(bool paused) {
  paused_ = paused;
  if (!paused) {
    halted_.clear();
    context_.match_scheduler.forget_missing();
  }
  context_.changes.add(paused ? "play was paused by the arbiter" : "play was resumed by the arbiter");
  say_wait_to_all();
  context_.changed.notify();
}

/// Going on would be unfair: the arbiter decides.
void Ladder::halt(const std::string& why) {
  if (!halted_.empty() || stopping()) {
    return;
  }
  halted_ = why;
  paused_ = true;
  context_.changes.add("the referee has stopped play: " + why);
  if (ends_if_halted_) {
    drain();
  }
  say_wait_to_all();
  context_.changed.notify();
}

Task<bool> Ladder::strike(MatchPlace place, std::string why) {
  const KeptMatches::Match* match = kept_.find(place.table);
  if (place.round != 1 || place.game_no != 1 || match == nullptr || match->result.struck) {
    co_return false;
  }
  const int attempt = match->attempt;
  std::string record = co_await context_.store.record(place.id(), attempt);
  KeptMatches::Match* const still = kept_.find(place.table);
  if (still == nullptr || still->result.struck) {
    co_return false;  // another ruling was quicker, or it is too old by now
  }
  table_.remove(still->result);
  still->result.struck = true;
  const std::string note = because("match " + place.id() + " counts for nobody", why);
  record = voided_afterwards(record, note);
  std::vector<StoreWrite> writes;
  writes.emplace_back(store_write::ChangeStatus{place.id(), attempt, StoredAttempt::Status::struck, record});
  writes.emplace_back(store_write::SetMeta{meta_key::kLadder, table_.text()});
  context_.changes.add(note, std::move(writes));
  context_.show_as_void(place.id(), attempt, record);
  renew_soon();
  context_.changed.notify();
  co_return true;
}

bool Ladder::replay(const MatchPlace& place, const std::string& why) {
  if (!context_.match_scheduler.abort(place.id(), because("the arbiter has it played again", why))) {
    return false;
  }
  context_.changes.add(because("match " + place.id() + " is played again", why));
  return true;
}

// ---- what is known ----

void Ladder::renew_soon() {
  if (stopping()) {
    return;  // finish() does it
  }
  if (std::chrono::steady_clock::now() >= pace_.due()) {
    renew();
  } else {
    renewal_due_.set(pace_.due(), [this] { renew(); });
  }
}

/// Estimates all ratings anew, and writes them to the store and to the reports. What is not kept any more
/// leaves the store in the same commit as the table that includes it.
void Ladder::renew() {
  renewal_due_.cancel();
  const TimePoint begun = std::chrono::steady_clock::now();
  const std::int64_t now = now_seconds();
  table_.estimate(now);
  set_beliefs();
  std::vector<StoreWrite> writes;
  writes.emplace_back(store_write::SetMeta{meta_key::kLadder, table_.text()});
  for (const int number : kept_.take_expired(now)) {
    const std::string match = match_name(number);
    writes.emplace_back(store_write::ArchiveMatch{match});
    context_.files.remove(match, context_.match_scheduler.forget(match));
  }
  context_.store.post(std::move(writes));
  write_reports();
  pace_.written(begun, std::chrono::steady_clock::now());
}

/// A folder that cannot be written to is reported: the store has all the data, and the ladder goes on.
void Ladder::write_reports() {
  try {
    StandingsPage now = page();
    now.records = "records/";
    write_standings(context_.config.reports, now);
  } catch (const std::system_error& error) {
    spdlog::error("{}", error.what());
  }
  events_.standings_changed();
}

StandingsPage Ladder::page() const {
  PageParts parts;
  parts.tournament = context_.config.name;
  parts.game = context_.config.game->name;
  parts.format = context_.format;
  parts.instances = context_.config.instances.labels();
  parts.history.entrants = context_.roster.entrant_infos();
  parts.history.ladder = std::shared_ptr<const LadderTable>(std::shared_ptr<void>(), &table_);
  parts.changes = context_.changes.all();
  parts.finished = finished_;
  parts.sandbox = context_.sandbox;
  return page_of(std::move(parts));
}

std::string Ladder::waiting_for(const Player& player) const {
  if (player.playing()) {
    return "your match goes on";
  }
  if (finished_ || closed() || stopping()) {
    return finished_ || closed() ? "the ladder is closed" : "the referee is stopping: no more matches begin";
  }
  const auto entrant = context_.roster.entrant(player.name());
  if (entrant && context_.roster.awaits_approval(*entrant)) {
    return kAwaitsApproval;
  }
  if (entrant && context_.roster.withdrawn(*entrant)) {
    return "you are withdrawn, ask the arbiter";
  }
  if (paused_) {
    return halted_.empty() ? "the arbiter has stopped play: no match begins until it is resumed"
                           : "the referee has stopped play: no match begins until the arbiter resumes it";
  }
  return "your next match is called as soon as there is an opponent";
}

void Ladder::say_wait_to_all() {
  for (Entrant entrant = 0; entrant < context_.roster.size(); ++entrant) {
    const auto& player = context_.roster.player(entrant);
    if (player != nullptr && player->connected() && !player->playing()) {
      player->send(protocol::wait_line(waiting_for(*player)));
    }
  }
}

}  // namespace referee
