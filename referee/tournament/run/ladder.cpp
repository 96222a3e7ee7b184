#include "referee/tournament/run/ladder.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>
#include <utility>

#include "referee/base/units.h"
#include "referee/tournament/config/ladder_openings.h"
#include "referee/tournament/run/block_matching.h"
#include "referee/tournament/run/practice_matching.h"
#include "referee/tournament/run/rated_matching.h"

namespace referee {
namespace {

constexpr std::int64_t kDaySeconds = 24 * 60 * 60;

std::optional<std::int64_t> greatest_age(const TournamentConfig& config) {
  return config.keep_days ? std::optional(*config.keep_days * kDaySeconds) : std::nullopt;
}

std::unique_ptr<LadderMatching> matching_of(const TournamentConfig& config) {
  if (config.format->traits().open_practice) {
    return std::make_unique<PracticeMatching>(config.pace);
  }
  if (const auto& blocks = config.format->ladder()->blocks) {
    return std::make_unique<BlockMatching>(*blocks);
  }
  return std::make_unique<RatedMatching>(config.seats, !config.house_bot.empty());
}

std::optional<BlockTimes> times_of(const LadderTerms& terms) {
  return terms.blocks ? std::optional(BlockTimes(*terms.blocks)) : std::nullopt;
}

}  // namespace

Ladder::Ladder(const Surroundings& around, const OpenedStore& opened, Events events)
    : TournamentRunner(around, opened),
      events_(std::move(events)),
      seeds_(opened.seeds),
      openings_(ladder_openings(around.config)),
      sums_(opened.content, *format_),
      matching_(matching_of(around.config)),
      kept_(around.config.keep, greatest_age(around.config)),
      block_times_(times_of(*around.config.format->ladder())),
      asked_at_once_(around.config.game->facts(around.config.options).asked),
      renewal_(around.tasks.io(), around.store, around.config.reports, sums_.table(),
               {[this](std::int64_t now) { return take_expired(now); }, [this] { return page(); },
                [this] {
                  matching_->renewed(table());
                  events_.standings_changed();
                }}),
      closes_(around.tasks.io()),
      block_closes_(around.tasks.io()),
      next_is_due_(around.tasks.io()) {
  if (block_times_) {
    if (table().blocks().open() == 0) {
      sums_.table().next_block(seconds_of(around_.tasks.clock().utc()),
                               block_times_->at(seconds_of(around_.tasks.clock().utc())));
    }
    begin_block(table().blocks().open());
  }
  take_up(opened);
  matching_->renewed(table());
}

/// Takes up the matches in the store: those that count are kept, those that can go on are played on, and
/// those that were interrupted are forgotten, or in practice kept as void.
void Ladder::take_up(const OpenedStore& opened) {
  std::set<std::string> known;
  for (const StoredAttempt& attempt : opened.content.games) {
    if (attempt.status == StoredAttempt::Status::struck || attempt.status == StoredAttempt::Status::done) {
      take_up_over(place_of(attempt), attempt, ladder_result(opened.content, attempt));
      known.insert(attempt.match);
    }
  }
  for (const OpenedStore::Resumable& one : opened.resumable) {
    if (auto match = playing_match(opened.content, one.match)) {
      resumed_.push_back(std::move(*match));
      known.insert(one.match);
    }
  }
  for (const StoredAttempt& attempt : opened.content.games) {
    if (!known.contains(attempt.match)) {
      take_up_interrupted(place_of(attempt), attempt);
    }
  }
  for (const int number : std::set<int>(table().open())) {
    if (!known.contains(MatchPlace{1, number, 1}.id())) {
      sums_.table().drop(number);
    }
  }
  const std::string prefix = meta_key::kPlaying;
  for (const auto& [key, unused] : opened.content.meta) {
    if (key.starts_with(prefix) && !known.contains(key.substr(prefix.size()))) {
      left_over_.emplace_back(store_write::RemoveMeta{key});
    }
  }
}

void Ladder::take_up_over(const MatchPlace& place, const StoredAttempt& attempt, LadderGame result) {
  const std::int64_t ended = seconds_of(result.ended);
  matching_->count(result);
  const bool open = result.instance && result.instance->block == table().blocks().open();
  KeptMatches::Match match{std::move(result), attempt.attempt, ended};
  if (open) {
    open_matches_.emplace(place, std::move(match));
    return;
  }
  keep_shown(place, std::move(match));
}

/// Its record, and those of its void attempts, are to be exported: it is in no open block.
void Ladder::keep_shown(const MatchPlace& place, KeptMatches::Match match) {
  const auto counting = match.result.struck ? std::nullopt : std::optional(match.attempt);
  std::ranges::move(attempts_of(place, match.attempt, counting), std::back_inserter(to_export_));
  kept_.add(place, std::move(match));
}

void Ladder::take_up_interrupted(const MatchPlace& place, const StoredAttempt& attempt) {
  if (is_practice()) {
    LadderGame none;
    none.entrants = {static_cast<Entrant>(place.table) - 1};
    kept_.add(place, {std::move(none), attempt.attempt, 0});
    return;
  }
  interrupted_.emplace_back(attempt.match, attempt.attempt);
}

// ---- the course ----

Task<> Ladder::play() {
  try {
    co_await around_.records.export_records(std::exchange(to_export_, {}));
    begin_course();
    while (!stopping() && !(closed() && running_ == 0)) {
      if (block_is_due_ && running_ == 0) {
        co_await close_block(block_times_->end_of(table().blocks().open()));
        begin_block(table().blocks().open());
      }
      look_who_is_here();
      begin_matches();
      co_await changed_.changed();
    }
  } catch (const std::exception&) {
    fail(std::current_exception());
  }
  closes_.cancel();
  block_closes_.cancel();
  next_is_due_.cancel();
  while (running_ > 0) {
    co_await changed_.changed();
  }
  co_await finish();
}

/// What earlier runs of the program have left goes on.
void Ladder::begin_course() {
  renewal_.now();
  if (around_.config.until) {
    time_is_up_ = around_.tasks.clock().utc() >= *around_.config.until;
    closes_.set(*around_.config.until, [this] {
      time_is_up_ = true;
      changed_.notify();
    });
  }
  for (LadderMatch& match : std::exchange(resumed_, {})) {
    matching_->begin(match);
    begin_match(std::move(match));
  }
}

bool Ladder::closed() const {
  return time_is_up_ || (terms().matches && table().matches() >= *terms().matches);
}

void Ladder::look_who_is_here() {
  for (Entrant entrant = 0; entrant < around_.roster.size(); ++entrant) {
    const bool here = around_.roster.here(entrant) && !around_.roster.withdrawn(entrant);
    here ? matching_->arrive(entrant) : matching_->leave(entrant);
    const LadderTable::Player* const player = table().present(entrant);
    const int version = around_.roster.version(entrant);
    if (version != (player == nullptr ? 0 : player->version)) {
      sums_.table().play_version(entrant, version, seconds_of(around_.tasks.clock().utc()));
      matching_->new_version(entrant);
      renew_soon();
    }
  }
}

bool Ladder::may_begin() const {
  const auto begun = static_cast<std::size_t>(table().matches()) + running_;
  return !stopping() && !paused() && !time_is_up_ && !block_is_due_ &&
         (!terms().matches || begun < static_cast<std::size_t>(*terms().matches)) &&
         slots_taken_ < around_.config.parallel;
}

/// What the match scheduler will take of `parallel`: a match that waits for slots would be made too early.
std::size_t Ladder::slots_of(const LadderMatch& match) const {
  auto launched = static_cast<std::size_t>(
      std::ranges::count_if(match.entrants, [this](Entrant e) { return around_.roster.launched(e); }));
  if (!around_.config.house_bot.empty()) {
    launched += around_.config.seats - match.entrants.size();
  }
  return std::min(launched, asked_at_once_);
}

void Ladder::begin_matches() {
  next_is_due_.cancel();
  while (may_begin()) {
    auto match = matching_->next(around_.tasks.clock().now());
    if (!match) {
      if (const auto due = matching_->due()) {
        next_is_due_.set(*due, [this] { changed_.notify(); });
      }
      return;
    }
    begin_new(std::move(*match));
  }
}

void Ladder::begin_new(LadderMatch match) {
  match.place = sums_.begin(match);
  around_.store.post({store_write::SetMeta{meta_key::kPlaying + match.place.id(), playing_text(match)}});
  begin_match(std::move(match));
}

void Ladder::begin_match(LadderMatch match) {
  const std::size_t slots = slots_of(match);
  ++running_;
  slots_taken_ += slots;
  around_.tasks.start("ladder match", play_match(std::move(match), slots));
}

Task<> Ladder::play_match(LadderMatch match, std::size_t slots) {
  std::optional<LadderGame> result;
  try {
    result = co_await play_scheduled(match);
  } catch (const std::exception&) {
    fail(std::current_exception());
  }
  slots_taken_ -= slots;
  --running_;
  matching_->end(match, result ? &*result : nullptr);
  if (result) {
    renew_soon();
  }
  say_wait_to(match.entrants);
  changed_.notify();
}

/// Nothing: the match was not played to its end.
Task<std::optional<LadderGame>> Ladder::play_scheduled(const LadderMatch& match) {
  const EncounterMatch encounter(around_.config, encounter_of(match), match.place.game_no);
  ScheduledMatch order = scheduled(encounter, match);
  LadderGame result;
  order.result_commit = [&](const MatchResult& played) {
    result = encounter.ladder_result(played);
    result.instance = match.instance;
    return result_commit(match.place, result);
  };
  const auto played = co_await around_.match_scheduler.play(std::move(order));
  if (!played) {
    sums_.drop(match.place);
    around_.store.post({store_write::RemoveMeta{meta_key::kPlaying + match.place.id()}});
    co_return std::nullopt;
  }
  add_result(match.place, result);
  events_.game_over(encounter.line_of(*played));
  co_return result;
}

Encounter Ladder::encounter_of(const LadderMatch& match) const {
  Encounter encounter{.round = 1, .table = match.place.table, .entrants = match.entrants};
  const auto instances = static_cast<int>(around_.config.instances.size());
  if (const auto turn = matching_->turn_of(match); turn && instances > 1) {
    encounter.instance = 1 + (*turn - 1) % instances;
  }
  return encounter;
}

ScheduledMatch Ladder::scheduled(const EncounterMatch& encounter, const LadderMatch& match) const {
  ScheduledMatch order = encounter.scheduled(around_.roster);
  order.shared = match.instance ? std::optional(SharedGame{match.instance->block, match.instance->number})
                                : std::nullopt;
  if (openings_.vary()) {
    const int number = match.place.table;
    order.job.opening = [this, number, source = seeds_.of_shared({1, number}).number,
                         options = order.job.spec.options](const engines::Seed& deal) {
      return openings_.of(static_cast<std::size_t>(number) - 1, *around_.config.game, options, source, deal);
    };
  }
  return order;
}

ScheduledMatch::ResultCommit Ladder::result_commit(const MatchPlace& place, const LadderGame& result) const {
  ScheduledMatch::ResultCommit commit{game_result_json(result), {}};
  commit.writes.emplace_back(store_write::RemoveMeta{meta_key::kPlaying + place.id()});
  for (std::size_t i = 0; i < result.entrants.size() && matching_->withdraws_absent(); ++i) {
    if (!around_.roster.withdrawn(result.entrants[i])) {
      std::ranges::move(
          around_.roster.note_attendance(result.entrants[i], !result.no_show[i], result.why_absent_at(i)),
          std::back_inserter(commit.writes));
    }
  }
  return commit;
}

/// The result is in the store.
void Ladder::add_result(const MatchPlace& place, const LadderGame& result) {
  sums_.add(place, result);
  KeptMatches::Match match{result, around_.match_scheduler.attempts(place.id()), seconds_of(result.ended)};
  if (result.instance) {
    open_matches_.emplace(place, std::move(match));
  } else {
    kept_.add(place, std::move(match));
  }
}

// ---- the blocks of a game of one seat ----

/// That block is open, in the table too.
void Ladder::begin_block(int block) {
  matching_->begin_block(block);
  const std::int64_t end = block_times_->end_of(block);
  block_is_due_ = end <= seconds_of(around_.tasks.clock().utc());
  block_closes_.set(SystemTime(std::chrono::seconds(end)), [this] {
    block_is_due_ = true;
    changed_.notify();
  });
}

/// Its scores count from now on, and its records are shown. REQUIRES: no match of it runs.
Task<> Ladder::close_block(std::int64_t at) {
  const int block = table().blocks().open();
  sums_.table().next_block(at,
                           std::max(block + 1, block_times_->at(seconds_of(around_.tasks.clock().utc()))));
  spdlog::info("block {} is closed: {} matches", block, open_matches_.size());
  for (auto& [place, match] : std::exchange(open_matches_, {})) {
    keep_shown(place, std::move(match));
  }
  renewal_.now();
  std::erase_if(to_export_,
                [this](const StoredAttempt& one) { return kept_.find(place_of(one)) == nullptr; });
  co_await around_.records.export_records(std::exchange(to_export_, {}));
}

Task<> Ladder::finish() {
  try {
    if (closed() && !stopping()) {
      if (block_times_) {
        co_await close_block(seconds_of(around_.tasks.clock().utc()));
      }
      finished_ = true;
      around_.roster.close_entry("the ladder is closed");
      std::vector<StoreWrite> writes;
      writes.emplace_back(store_write::SetMeta{meta_key::kFinished, utc_text(around_.tasks.clock().utc())});
      co_await around_.store.write(std::move(writes));
    }
    renewal_.now();
    co_await around_.records.write_last_records();
    co_await around_.store.flush();
  } catch (const std::exception&) {
    fail(std::current_exception());
  }
  rethrow_failure();
}

}  // namespace referee
