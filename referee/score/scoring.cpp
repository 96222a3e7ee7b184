#include "referee/score/scoring.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "protocol/messages.h"
#include "referee/games/game_parts.h"
#include "referee/process/program.h"
#include "referee/score/scored_game.h"

namespace referee::score {
namespace {

double seconds_since(TimePoint begun) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

}  // namespace

ScoreReport blank_report(const Rubric& rubric) {
  ScoreReport report;
  report.rubric = rubric.name;
  report.game = rubric.game->name;
  report.seed = rubric.seed;
  report.max_points = rubric.max_points();
  report.threshold = rubric.threshold;
  for (const RubricItem& rule : rubric.items) {
    ScoredItem item;
    item.number = std::to_string(report.items.size() + 1);
    item.name = rule.name;
    item.visibility = rule.visibility;
    item.max_points = rule.points;
    item.why_not = "it has not been begun";
    report.items.push_back(std::move(item));
  }
  return report;
}

void leave_unplayed(ScoreReport& report, const std::string& why) {
  for (ScoredItem& item : report.items) {
    if (item.status == ItemStatus::not_played) {
      item.why_not = why;
    }
  }
}

Scoring::Scoring(Tasks& tasks, Launcher& launcher, RecordFiles& files, const Rubric& rubric,
                 Submission submission, ScoreReport& report, Terms terms, OnItem on_item)
    : tasks_(tasks),
      launcher_(launcher),
      files_(files),
      rubric_(rubric),
      submission_(std::move(submission)),
      report_(report),
      terms_(terms),
      on_item_(std::move(on_item)) {
  for (const RubricItem& item : rubric_.items) {
    std::set<std::string> taken = {protocol::folded_name(submission_.player.name)};
    std::vector<SeatSpec> opponents;
    for (const auto& argv : item.opponents) {
      opponents.push_back({name_of_bot(argv, taken), argv});
    }
    opponents_.push_back(std::move(opponents));
    values_.emplace_back(item.games.size());
    games_.emplace_back(item.games.size());
  }
}

// ---- the course ----

Task<> Scoring::play() {
  for (std::size_t item = 0; item < rubric_.items.size() && !stopped_; ++item) {
    co_await play_item(item);
    if (failure_) {
      std::rethrow_exception(failure_);
    }
  }
}

Task<> Scoring::play_item(std::size_t index) {
  const TimePoint begun = std::chrono::steady_clock::now();
  report_.items[index].why_not = "it is being played";
  std::size_t next = 0;
  std::size_t working = std::min(static_cast<std::size_t>(terms_.jobs), rubric_.items[index].games.size());
  Event all_done(tasks_.io());
  for (std::size_t i = working; i > 0; --i) {
    tasks_.start("games of item " + report_.items[index].number, work(index, next, working, all_done));
  }
  co_await all_done.wait();
  finish_item(index, seconds_since(begun));
}

/// Plays games of the item as long as there are any that nobody plays.
Task<> Scoring::work(std::size_t item, std::size_t& next, std::size_t& working, Event& all_done) {
  while (!stopped_ && next < rubric_.items[item].games.size()) {
    const Order order = order_of(item, next++);
    try {
      co_await play_game(order);
    } catch (const std::exception&) {
      failure_ = std::current_exception();
      stop("the referee has failed");
    }
  }
  if (--working == 0) {
    all_done.set();
  }
}

void Scoring::stop(const std::string& why) {
  stopped_ = true;
  for (Attempt* const playing : running_) {
    playing->abort(why);
  }
}

// ---- a game ----

Task<> Scoring::play_game(Order order) {
  for (int attempt = 1; !stopped_; ++attempt) {
    const bool counts = co_await play_attempt(order, attempt);
    if (counts) {
      co_return;
    }
    if (!stopped_ && attempt == kAttempts) {
      const std::string why = order.shown(terms_) ? ": " + void_why_ : "";
      throw std::runtime_error("item " + order.report.number + ", game " +
                               std::to_string(order.game_index + 1) + " was void " +
                               std::to_string(kAttempts) + " times" + why);
    }
  }
}

/// True if the game counts.
Task<bool> Scoring::play_attempt(const Order& order, int attempt) {
  const TimePoint begun = std::chrono::steady_clock::now();
  Attempt playing(tasks_, launcher_, match_spec(order, attempt), by_seat(order));
  const auto running = running_.insert(running_.end(), &playing);
  MatchResult result;
  std::exception_ptr failure;
  try {
    co_await play_out(playing, result);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  running_.erase(running);
  co_await playing.stop_bots();
  if (failure) {
    std::rethrow_exception(failure);
  }
  if (!playing.begun()) {
    co_return false;  // stopped before there was a match
  }
  const std::string why = why_void(result, order.seat);
  if (why.empty()) {
    keep(order, playing, result, seconds_since(begun));
    co_return true;
  }
  void_why_ = why;
  if (order.shown(terms_)) {
    files_.write(playing.spec().id, attempt, true, voided_afterwards(result.record, why));
  }
  co_return false;
}

Task<> Scoring::play_out(Attempt& playing, MatchResult& result) {
  if (!stopped_) {
    co_await playing.gather();
  }
  if (!stopped_) {
    playing.begin();
    result = co_await playing.play();
    playing.tell_end(result);
  }
}

Scoring::Order Scoring::order_of(std::size_t item, std::size_t game) {
  const RubricItem& rule = rubric_.items[item];
  return {rule, rule.games[game], report_.items[item], item, game, game % rule.seats};
}

/// The submission at its seat, the opponents behind it in their order, round the table.
std::vector<SeatSpec> Scoring::by_seat(const Order& order) const {
  std::vector<SeatSpec> seated(order.item.seats);
  seated[order.seat] = submission_.player;
  const auto& opponents = opponents_[order.item_index];
  for (std::size_t i = 0; i < opponents.size(); ++i) {
    SeatSpec& opponent = seated[(order.seat + i + 1) % seated.size()];
    opponent = opponents[i];
    opponent.argv = opponent_words(opponents[i].argv, order.game.seed);
  }
  return seated;
}

MatchSpec Scoring::match_spec(const Order& order, int attempt) const {
  MatchSpec spec;
  spec.id = order.report.number + "." + std::to_string(order.game_index + 1);
  spec.attempt = attempt;
  spec.game = rubric_.game;
  spec.options = order.game.options;
  spec.seed = {order.game.seed, order.game.salt};
  spec.clock = order.item.clock;
  spec.keep_seed_secret = order.item.visibility != Visibility::visible;
  return spec;
}

void Scoring::keep(const Order& order, const Attempt& played, MatchResult& result, double seconds) {
  ScoredGame game =
      scored_game({rubric_, order.item, order.game, order.seat, submission_.typed}, played, result);
  game.seconds = seconds;
  if (order.shown(terms_)) {
    game.record = files_.write(played.spec().id, played.spec().attempt, false, result.record);
    if (!game.stderr_tail.empty()) {
      files_.keep_stderr(submission_.player.name, played.spec().id, played.stderr_of(order.seat));
    }
  }
  values_[order.item_index][order.game_index] =
      values_of(result, order.seat, order.game.attainable, parts_of(rubric_.game->name).measures);
  games_[order.item_index][order.game_index] = std::move(game);
}

// ---- what it comes to ----

void Scoring::finish_item(std::size_t index, double seconds) {
  ScoredItem& item = report_.items[index];
  item.seconds = seconds;
  std::vector<GameValues> values;
  for (std::size_t game = 0; game < games_[index].size(); ++game) {
    if (values_[index][game]) {
      values.push_back(*values_[index][game]);
      item.games.push_back(games_[index][game]);
    }
  }
  if (values.size() < games_[index].size()) {
    return;  // stopped: whoever stopped it knows why
  }
  grade(item, rubric_.items[index], values);
  update_totals();
  on_item_(index);
}

void Scoring::update_totals() {
  report_.points = total_of(report_.items, rubric_.total);
  report_.leaderboard.clear();
  for (const LeaderboardRule& rule : rubric_.leaderboard) {
    if (auto line = line_of(rule)) {
      report_.leaderboard.push_back(std::move(*line));
    }
  }
}

/// Nothing before all that it measures has been played.
std::optional<LeaderboardLine> Scoring::line_of(const LeaderboardRule& rule) const {
  if (!rule.measured) {
    return LeaderboardLine{rule.name, report_.points, true};
  }
  std::vector<GameValues> values;
  for (std::size_t item = 0; item < rubric_.items.size(); ++item) {
    const bool counts =
        rule.item ? item == *rule.item : rubric_.items[item].visibility == Visibility::visible;
    for (std::size_t game = 0; counts && game < values_[item].size(); ++game) {
      if (!values_[item][game]) {
        return std::nullopt;
      }
      values.push_back(*values_[item][game]);
    }
  }
  if (values.empty()) {
    return std::nullopt;
  }
  return LeaderboardLine{rule.name, measured_in(values, *rule.measured), more_is_better(*rule.measured)};
}

}  // namespace referee::score
