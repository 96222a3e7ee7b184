#include "referee/score/scoring.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <stdexcept>
#include <utility>

#include "protocol/messages.h"
#include "referee/games/game_parts.h"
#include "referee/loop/work_thread.h"
#include "referee/process/confinement.h"
#include "referee/process/program.h"
#include "referee/score/kept_games.h"
#include "referee/score/scored_game.h"
#include "referee/tournament/run/entrant_program.h"

namespace referee::score {
namespace {

/// Opponents are the course's own programs and need no sandbox. To a worker one of them travels with its
/// folder, as an entrant does, and plays in the worker's sandbox.
BotCommand opponent(const std::vector<std::string>& argv, bool travels) {
  BotCommand bot{argv};
  if (travels && !is_samples_folder(std::filesystem::path(argv.front()).parent_path())) {
    bot.confinement = default_confinement(argv);
  }
  return bot;
}

/// What the opponents play with, as tournaments compare programs.
std::vector<std::string> programs_of(const std::vector<SeatSpec>& opponents) {
  std::vector<std::string> programs;
  for (const SeatSpec& one : opponents) {
    programs.push_back(program_hash({.name = one.name, .display = "", .bot = one.bot}, SandboxLevel::none));
  }
  return programs;
}

}  // namespace

/// One match that is being played, attempt by attempt.
class Scoring::Playing final : private AttemptHooks {
 public:
  Playing(Scoring& scoring, const Order& order)
      : scoring_(scoring),
        order_(order),
        runner_(scoring.tasks_, scoring.launcher_, scoring.job_of(order), *this, {}, scoring.terms_.workers,
                scoring.rubric_.keep_bots ? &scoring.kept_ : nullptr) {}

  Task<std::optional<PlayedAttempt>> play() { return runner_.play(); }
  void stop(const std::string& why) { runner_.stop(why); }

 private:
  void ended(PlayedAttempt& played) override { scoring_.take(order_, played); }

  Scoring& scoring_;
  const Order order_;
  AttemptRunner runner_;
};

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
    item.why_not = "it has not begun";
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
      on_item_(std::move(on_item)),
      kept_(launcher, static_cast<std::size_t>(terms_.jobs) * most_seats(), [this] { return !stopped_; }) {
  for (const RubricItem& item : rubric_.items) {
    ItemCourse& course = items_.emplace_back();
    course.games = ItemGames::of(item);
    std::set<std::string> taken = {protocol::folded_name(submission_.player.name)};
    for (const auto& line_up : item.line_ups) {
      const std::string staff = item.marks ? item.marks->opponents[course.line_ups.size()].staff : "";
      std::vector<SeatSpec>& opponents = course.line_ups.emplace_back();
      for (const auto& argv : line_up) {
        std::string name = name_of_bot(staff.empty() ? argv : std::vector{staff}, taken);
        opponents.push_back({std::move(name), opponent(argv, terms_.workers != nullptr)});
      }
      if (terms_.goes_on) {
        course.programs.push_back(programs_of(opponents));
      }
    }
  }
}

Scoring::~Scoring() = default;

// ---- the course ----

Task<> Scoring::play() {
  for (std::size_t item = 0; item < rubric_.items.size() && !stopped_; ++item) {
    co_await play_item(item);
  }
}

/// The matches that were played are in the report whatever ends the item.
Task<> Scoring::play_item(std::size_t index) {
  const TimePoint begun = tasks_.clock().now();
  ScoredItem& item = report_.items[index];
  item.why_not = "it is being played";
  std::exception_ptr failure;
  try {
    co_await run_some(tasks_, "games of item " + item.number, static_cast<std::size_t>(terms_.jobs),
                      games_of(index), [this] { stop("the referee has failed"); });
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  co_await kept_.end();
  finish_item(index, std::chrono::duration<double>(tasks_.clock().now() - begun).count());
  if (failure) {
    std::rethrow_exception(failure);
  }
}

NextWork Scoring::games_of(std::size_t item) {
  return [this, item]() -> std::optional<Task<>> {
    const auto place = stopped_ ? std::nullopt : items_[item].games->next();
    return place ? std::optional(play_game(order_of(item, *place))) : std::nullopt;
  };
}

void Scoring::stop(const std::string& why) {
  stopped_ = true;
  for (Playing& playing : playing_) {
    playing.stop(why);
  }
}

// ---- a match ----

Task<> Scoring::play_game(Order order) {
  if (terms_.goes_on && co_await is_kept(order)) {
    co_return;
  }
  const auto played = co_await playing_.play(*this, order);
  if (played && played->result.is_void) {
    const std::string why = order.shown(terms_) ? ": " + played->result.why : "";
    throw std::runtime_error("item " + order.report.number + ", game " +
                             std::to_string(order.place.number + 1) + " did not count " +
                             std::to_string(AttemptRunner::kAttempts) + " times" + why);
  }
}

/// Counts the match by its record, if it has been played.
Task<bool> Scoring::is_kept(const Order& order) {
  const MatchJob job = job_of(order);
  WorkThread thread(tasks_, "the thread that reads a record again");
  const std::function<std::optional<PlayedAttempt>()> read =
      [&job, path = files_.path_of(job.spec.id, 1, false)] { return kept_game(job, path); };
  const auto played = co_await thread.run(read);
  if (!played) {
    co_return false;
  }
  ScoredGame game =
      scored_game({rubric_, order.item, order.game, order.place.seat, submission_.typed}, *played);
  game.record = played->record;
  game.was_kept = true;
  count(order, *played, std::move(game));
  co_return true;
}

Scoring::Order Scoring::order_of(std::size_t item, const ItemGame& place) {
  const RubricItem& rule = rubric_.items[item];
  return {rule, rule.games[place.instance], report_.items[item], item, place};
}

std::size_t Scoring::most_seats() const {
  std::size_t most = 1;
  for (const RubricItem& item : rubric_.items) {
    most = std::max(most, item.seats);
  }
  return most;
}

/// The submission at its seat, the opponents at the next seats in their order, from the last seat on to seat
/// 0.
std::vector<SeatSpec> Scoring::by_seat(const Order& order) const {
  std::vector<SeatSpec> seated(order.item.seats);
  seated[order.place.seat] = submission_.player;
  const auto& opponents = items_[order.item_index].line_ups[order.place.line_up];
  for (std::size_t i = 0; i < opponents.size(); ++i) {
    SeatSpec& opponent = seated[(order.place.seat + i + 1) % seated.size()];
    opponent = opponents[i];
    opponent.bot->argv = opponent_words(opponent.bot->argv, order.game.seed);
  }
  return seated;
}

MatchJob Scoring::job_of(const Order& order) const {
  MatchJob job;
  job.spec.id = order.report.number + "." + std::to_string(order.place.number + 1);
  job.spec.game = rubric_.game;
  job.spec.options = order.game.options;
  job.spec.seed = {order.game.seed, order.game.salt};
  job.spec.clock = order.item.clock;
  job.spec.keep_seed_secret = order.item.visibility != Visibility::visible;
  job.seats = by_seat(order);
  if (order.item.marks && order.item.marks->openings.vary()) {
    job.opening = [&order_item = order.item, game = rubric_.game,
                   options = order.game.options](const engines::Seed& deal) {
      return order_item.marks->openings.of(0, *game, options, deal.number, deal);
    };
  }
  if (terms_.goes_on) {
    name_by_content(order, job);
  }
  const auto games_at_once = static_cast<std::size_t>(terms_.jobs);
  job.another_follows = items_[order.item_index].games->may_follow(games_at_once);
  return job;
}

void Scoring::name_by_content(const Order& order, MatchJob& job) const {
  const auto& programs = items_[order.item_index].programs[order.place.line_up];
  job.spec.versions.resize(job.seats.size());
  job.spec.versions[order.place.seat].sha256 = submission_.sha256;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    job.spec.versions[(order.place.seat + i + 1) % job.seats.size()].sha256 = programs[i];
  }
  job.spec.id =
      score::name_by_content(job, {order.item.marks ? order.item.marks->plies : 0, order.place.instance});
}

/// Keeps an attempt that was played. It becomes void if it was not fair to the submission.
void Scoring::take(const Order& order, PlayedAttempt& played) {
  MatchResult& result = played.result;
  const std::string why = why_void(result, order.place.seat);
  if (why.empty()) {
    keep(order, played);
    return;
  }
  result.record = voided_afterwards(result.record, why);
  result.is_void = true;
  result.why = why;
  if (order.shown(terms_)) {
    const MatchSpec& spec = played.job.spec;
    played.record = files_.write(spec.id, spec.attempt, true, result.record);
  }
}

void Scoring::keep(const Order& order, PlayedAttempt& played) {
  const MatchSpec& spec = played.job.spec;
  const MatchResult& result = played.result;
  ScoredGame game =
      scored_game({rubric_, order.item, order.game, order.place.seat, submission_.typed}, played);
  game.seconds = played.seconds.count();
  if (order.shown(terms_)) {
    files_.keep_replay(played.result);
    played.record = files_.write(spec.id, spec.attempt, false, result.record);
    game.record = played.record;
    if (!game.stderr_tail.empty()) {
      files_.keep_stderr(submission_.player.name, spec.id, spec.attempt, played.bot_stderr[order.place.seat]);
      game.stderr_file = files_.stderr_path(submission_.player.name);
    }
  }
  count(order, played, std::move(game));
}

void Scoring::count(const Order& order, const PlayedAttempt& played, ScoredGame game) {
  GameValues values = values_of(played.result, order.place.seat, order.game.attainable,
                                parts_of(rubric_.game->name).measures);
  ItemCourse& course = items_[order.item_index];
  course.games->ended(order.place, values);
  course.played.emplace(order.place.number, Played{std::move(values), std::move(game)});
}

// ---- results ----

void Scoring::finish_item(std::size_t index, double seconds) {
  ScoredItem& item = report_.items[index];
  item.seconds = seconds;
  const ItemCourse& course = items_[index];
  for (const std::size_t number : course.games->counted()) {
    if (const auto played = course.played.find(number); played != course.played.end()) {
      item.games.push_back(played->second.game);
    }
  }
  if (!course.games->is_over()) {
    return;  // stopped: the caller of stop() knows why
  }
  course.games->grade(item, course.values());
  update_totals();
  on_item_(index);
}

std::vector<GameValues> Scoring::ItemCourse::values() const {
  std::vector<GameValues> values;
  for (const std::size_t number : games->counted()) {
    values.push_back(played.at(number).values);
  }
  return values;
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

/// Returns nothing until all items that it measures have been played.
std::optional<LeaderboardLine> Scoring::line_of(const LeaderboardRule& rule) const {
  if (!rule.measured) {
    return LeaderboardLine{rule.name, report_.points, true};
  }
  std::vector<GameValues> values;
  for (std::size_t item = 0; item < rubric_.items.size(); ++item) {
    const bool counts =
        rule.item ? item == *rule.item : rubric_.items[item].visibility == Visibility::visible;
    if (counts && !items_[item].games->is_over()) {
      return std::nullopt;
    }
    const std::vector<GameValues> own = counts ? items_[item].values() : std::vector<GameValues>();
    values.insert(values.end(), own.begin(), own.end());
  }
  if (values.empty()) {
    return std::nullopt;
  }
  return LeaderboardLine{rule.name, measured_in(values, *rule.measured), more_is_better(*rule.measured)};
}

}  // namespace referee::score
