#include "referee/tournament/run/ladder.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "referee/tournament/run/block_matching.h"
#include "referee/tournament/run/ladder_record.h"
#include "referee/tournament/run/rated_matching.h"

namespace referee {
namespace {

constexpr std::int64_t kDaySeconds = 24 * 60 * 60;

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

std::unique_ptr<LadderMatching> matching_of(const TournamentConfig& config) {
  if (const auto& blocks = config.format->ladder()->blocks) {
    return std::make_unique<BlockMatching>(blocks->instances);
  }
  return std::make_unique<RatedMatching>(config.seats, !config.house_bot.empty());
}

std::optional<BlockTimes> times_of(const LadderTerms& terms) {
  return terms.blocks ? std::optional(BlockTimes(*terms.blocks)) : std::nullopt;
}

}  // namespace

Ladder::Ladder(TournamentContext& context, const OpenedStore& opened, Events events)
    : TournamentRunner(context),
      events_(std::move(events)),
      seeds_(opened.seeds),
      openings_(openings_of(context.config)),
      table_(ladder_of(opened.content, context.config.seats)),
      matching_(matching_of(context.config)),
      kept_(context.config.keep, greatest_age(context.config)),
      block_times_(times_of(*context.config.format->ladder())),
      asked_at_once_(context.config.game->make(context.config.options, {})->to_move().size()),
      renewal_(context, table_,
               {[this](std::int64_t now) { return take_expired(now); },
                [this] {
                  matching_->renewed(table_);
                  events_.standings_changed();
                }}),
      closes_(context.tasks.io()),
      block_closes_(context.tasks.io()) {
  if (block_times_) {
    if (table_.blocks().open() == 0) {
      table_.next_block(now_seconds(), block_times_->at(now_seconds()));
    }
    begin_block(table_.blocks().open());
  }
  take_up(opened);
  matching_->renewed(table_);
}

/// Takes up the matches in the store: those that count are kept, those that can go on are played on, and
/// those that were interrupted are forgotten.
void Ladder::take_up(const OpenedStore& opened) {
  std::set<std::string> over;
  for (const StoredAttempt& attempt : opened.content.games) {
    if (attempt.table >= table_.next()) {
      table_.begin(attempt.table);  // it was being played, or is void
    }
    if (attempt.status == StoredAttempt::Status::struck || attempt.status == StoredAttempt::Status::done) {
      take_up_over(attempt);
      over.insert(attempt.match);
    }
  }
  for (const OpenedStore::Resumable& one : opened.resumable) {
    const auto place = MatchPlace::parse(one.match);
    if (auto match = playing_match(opened.content, one.match); place && match) {
      resumed_.emplace(place->table, std::move(*match));
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

void Ladder::take_up_over(const StoredAttempt& attempt) {
  GameResult result = read_game_result(attempt.result);
  result.struck = attempt.status == StoredAttempt::Status::struck;
  const std::int64_t ended = seconds_of(result.ended);
  matching_->count(result);
  const bool open = result.instance && result.instance->block == table_.blocks().open();
  KeptMatches::Match match{std::move(result), attempt.attempt, ended};
  if (open) {
    open_matches_.emplace(attempt.table, std::move(match));
    return;
  }
  kept_.add(attempt.table, std::move(match));
  to_export_.push_back(attempt);
}

// ---- the course ----

Task<> Ladder::play() {
  try {
    co_await context_.export_records(std::exchange(to_export_, {}));
    co_await context_.store.write(std::exchange(left_over_, {}));
    begin_course();
    while (!stopping() && !(closed() && running_.empty())) {
      if (block_is_due_ && running_.empty()) {
        co_await close_block(block_times_->end_of(table_.blocks().open()));
        begin_block(table_.blocks().open());
      }
      look_who_is_here();
      begin_matches();
      co_await context_.changed.changed();
    }
  } catch (const std::exception&) {
    fail(std::current_exception());
  }
  closes_.cancel();
  block_closes_.cancel();
  while (!running_.empty()) {
    co_await context_.changed.changed();
  }
  co_await finish();
}

/// What earlier runs of the program have left goes on.
void Ladder::begin_course() {
  for (const auto& [match, attempts] : std::exchange(interrupted_, {})) {
    context_.files.remove(match, std::max(attempts, context_.match_scheduler.forget(match)));
  }
  renewal_.now();
  if (context_.config.until) {
    time_is_up_ = std::chrono::system_clock::now() >= *context_.config.until;
    closes_.set(*context_.config.until, [this] {
      time_is_up_ = true;
      context_.changed.notify();
    });
  }
  for (auto& [number, match] : std::exchange(resumed_, {})) {
    begin_match(number, std::move(match), true);
  }
}

bool Ladder::closed() const {
  return time_is_up_ || (terms().matches && table_.matches() >= *terms().matches);
}

void Ladder::look_who_is_here() {
  for (Entrant entrant = 0; entrant < context_.roster.size(); ++entrant) {
    const bool here = context_.roster.here(entrant) && !context_.roster.withdrawn(entrant);
    here ? matching_->arrive(entrant) : matching_->leave(entrant);
    const LadderTable::Player* const player = table_.present(entrant);
    const int version = context_.roster.version(entrant);
    if (version != (player == nullptr ? 0 : player->version)) {
      table_.play_version(entrant, version, now_seconds());
      matching_->new_version(entrant);
      renew_soon();
    }
  }
}

bool Ladder::may_begin() const {
  const auto begun = static_cast<std::size_t>(table_.matches()) + running_.size();
  return !stopping() && !paused() && !time_is_up_ && !block_is_due_ &&
         (!terms().matches || begun < static_cast<std::size_t>(*terms().matches)) &&
         slots_taken_ < context_.config.parallel;
}

/// What the match scheduler will take of `parallel`: a match that waits for slots would be made too early.
std::size_t Ladder::slots_of(const LadderMatch& match) const {
  auto launched = static_cast<std::size_t>(
      std::ranges::count_if(match.entrants, [this](Entrant e) { return context_.roster.launched(e); }));
  if (!context_.config.house_bot.empty()) {
    launched += context_.config.seats - match.entrants.size();
  }
  return std::min(launched, asked_at_once_);
}

void Ladder::begin_matches() {
  while (may_begin()) {
    auto match = matching_->next();
    if (!match) {
      return;
    }
    begin_match(table_.next(), std::move(*match), false);
  }
}

void Ladder::begin_match(int number, LadderMatch match, bool resumed) {
  if (resumed) {
    matching_->begin(match);
  } else {
    table_.begin(number);
    context_.store.post(
        {store_write::SetMeta{meta_key::kPlaying + ladder_match_name(number), playing_text(match)}});
  }
  const std::size_t slots = slots_of(match);
  running_.insert(number);
  slots_taken_ += slots;
  context_.tasks.start("ladder match", play_match(number, std::move(match), slots));
}

Task<> Ladder::play_match(int number, LadderMatch match, std::size_t slots) {
  std::optional<GameResult> result;
  try {
    result = co_await play_scheduled(number, match);
  } catch (const std::exception&) {
    fail(std::current_exception());
  }
  slots_taken_ -= slots;
  running_.erase(number);
  matching_->end(match, result ? &*result : nullptr);
  if (result) {
    renew_soon();
  }
  say_wait_to(match.entrants);
  context_.changed.notify();
}

/// Nothing: the match was not played to its end.
Task<std::optional<GameResult>> Ladder::play_scheduled(int number, const LadderMatch& match) {
  const EncounterMatch encounter(context_.config, encounter_of(number, match), 1);
  ScheduledMatch order = scheduled(encounter, number, match);
  GameResult result;
  order.result_commit = [&](const MatchResult& played) {
    result = encounter.ladder_result(played);
    result.instance = match.instance;
    return result_commit(number, result);
  };
  const auto played = co_await context_.match_scheduler.play(std::move(order));
  if (!played) {
    table_.drop(number);
    context_.store.post({store_write::RemoveMeta{meta_key::kPlaying + ladder_match_name(number)}});
    co_return std::nullopt;
  }
  add_result(number, result);
  events_.game_over(EncounterMatch::line_of(encounter.place().id(), *played));
  co_return result;
}

/// The instances of the tournament file come in turn: in a block each instance of the block takes the next
/// one, else each match does.
Encounter Ladder::encounter_of(int number, const LadderMatch& match) const {
  Encounter encounter{.round = 1, .table = number, .entrants = match.entrants};
  if (const std::size_t instances = context_.config.instances.size(); instances > 1) {
    const int turn = match.instance
                         ? (match.instance->block - 1) * terms().blocks->instances + match.instance->number
                         : number;
    encounter.instance = 1 + (turn - 1) % static_cast<int>(instances);
  }
  return encounter;
}

ScheduledMatch Ladder::scheduled(const EncounterMatch& encounter, int number,
                                 const LadderMatch& match) const {
  ScheduledMatch order = encounter.scheduled(context_.roster);
  order.job.spec.keep_seed_secret = match.instance.has_value();  // else it is known after its first match
  if (match.instance) {
    order.shared = SharedGame{match.instance->block, match.instance->number};
  }
  if (openings_.vary()) {
    const engines::Seed seed = seeds_.of_shared({1, number});
    order.job.spec.given = openings_.of(static_cast<std::size_t>(number) - 1, *context_.config.game,
                                        order.job.spec.options, seed);
  }
  return order;
}

ScheduledMatch::ResultCommit Ladder::result_commit(int number, const GameResult& result) const {
  ScheduledMatch::ResultCommit commit{game_result_json(result), {}};
  commit.writes.emplace_back(store_write::RemoveMeta{meta_key::kPlaying + ladder_match_name(number)});
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
  KeptMatches::Match match{result, context_.match_scheduler.attempts(ladder_match_name(number)),
                           seconds_of(result.ended)};
  if (result.instance) {
    open_matches_.emplace(number, std::move(match));
  } else {
    kept_.add(number, std::move(match));
  }
}

// ---- the blocks of a game of one seat ----

/// That block is open, in the table too.
void Ladder::begin_block(int block) {
  matching_->begin_block(block);
  const std::int64_t end = block_times_->end_of(block);
  block_is_due_ = end <= now_seconds();
  block_closes_.set(std::chrono::system_clock::time_point(std::chrono::seconds(end)), [this] {
    block_is_due_ = true;
    context_.changed.notify();
  });
}

/// Its scores count from now on, and its records are shown. REQUIRES: no match of it runs.
Task<> Ladder::close_block(std::int64_t at) {
  const int block = table_.blocks().open();
  table_.next_block(at, std::max(block + 1, block_times_->at(now_seconds())));
  std::vector<StoredAttempt> records;
  for (auto& [number, match] : std::exchange(open_matches_, {})) {
    StoredAttempt& record = records.emplace_back();
    record.match = ladder_match_name(number);
    record.table = number;
    record.attempt = match.attempt;
    record.status = match.result.struck ? StoredAttempt::Status::struck : StoredAttempt::Status::done;
    kept_.add(number, std::move(match));
  }
  spdlog::info("block {} is closed: {} matches", block, records.size());
  renewal_.now();
  std::erase_if(records, [this](const StoredAttempt& one) { return kept_.find(one.table) == nullptr; });
  co_await context_.export_records(std::move(records));
}

Task<> Ladder::finish() {
  try {
    if (closed() && !stopping()) {
      if (block_times_) {
        co_await close_block(now_seconds());
      }
      finished_ = true;
      renewal_.set_finished();
      std::vector<StoreWrite> writes;
      writes.emplace_back(store_write::SetMeta{meta_key::kFinished, utc_now_text()});
      co_await context_.store.write(std::move(writes));
    }
    renewal_.now();
    co_await context_.write_last_records();
    co_await context_.store.flush();
  } catch (const std::exception&) {
    fail(std::current_exception());
  }
  rethrow_failure();
}

}  // namespace referee
