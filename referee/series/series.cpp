#include "referee/series/series.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <utility>

#include "protocol/messages.h"
#include "protocol/require.h"
#include "protocol/sha256.h"
#include "referee/base/secrets.h"
#include "referee/loop/run_some.h"

namespace referee {
void Series::Acceptor::close(std::string_view reason) {
  lobby.close(reason);
  for (const auto& player : seats.players()) {
    player->dismiss(reason);
  }
}

/// One game that is being played, attempt by attempt.
class Series::Playing final : private AttemptHooks {
 public:
  Playing(Series& series, PlannedGame game) : series_(series), game_(std::move(game)) {
    MatchJob job = series.job_of(game_);
    AttemptHooks& hooks = *this;
    if (series.threads_) {
      runner_.emplace(series.tasks_, series.threads_->place(), std::move(job), hooks, series.observers_);
    } else {
      runner_.emplace(series.tasks_, series.launcher_, std::move(job), hooks, series.observers_,
                      series.spec_.workers, series.spec_.restart ? nullptr : &series.kept_);
    }
  }

  AttemptRunner& runner() { return *runner_; }
  Task<std::optional<PlayedAttempt>> play() { return runner_->play(); }

 private:
  Task<> prepare(MatchJob& job) override {
    co_await series_.wait_for_players();
    if (!series_.stopped_) {
      job.seats = series_.seated(game_);
    }
  }
  Task<> keep(PlayedAttempt& played) override {
    const MatchSpec& spec = played.job.spec;
    series_.files_.keep_replay(played.result);
    played.record = series_.files_.write(spec.id, spec.attempt, played.result.is_void, played.result.record);
    co_return;
  }
  void ended(PlayedAttempt& played) override { series_.ended(game_, played); }

  Series& series_;
  const PlannedGame game_;
  std::optional<AttemptRunner> runner_;
};

Series::Series(Tasks& tasks, Launcher& launcher, Acceptor* acceptor, RecordFiles& files, SeriesSpec spec,
               std::vector<SeatSpec> entrants, MatchObservers observers, OnGame on_game)
    : tasks_(tasks),
      launcher_(launcher),
      acceptor_(acceptor),
      files_(files),
      spec_(std::move(spec)),
      entrants_(std::move(entrants)),
      observers_(std::move(observers)),
      on_game_(std::move(on_game)),
      kept_(launcher, static_cast<std::size_t>(spec_.jobs) * spec_.plan.seats(),
            [this] { return another_begins(); }) {
  REQUIRE(acceptor_ == nullptr || spec_.jobs == 1);
  if (spec_.run.empty()) {
    spec_.run = files_.reserve_run(spec_.game->name);
  }
  if (spec_.salts.empty()) {
    spec_.salts = random_hex();
  }
  open_threads();
}

Series::~Series() = default;

/// None where one thread does as well, or where bots have to be on the loop's.
void Series::open_threads() {
  const std::size_t threads = MatchThreads::count_for(static_cast<std::size_t>(spec_.jobs));
  const bool all_launched =
      std::ranges::all_of(entrants_, [](const SeatSpec& entrant) { return entrant.bot.has_value(); });
  if (spec_.sandbox == nullptr || spec_.workers != nullptr || threads < 2 || !all_launched ||
      !spec_.game->has_turns() || spec_.clock.measure == Measure::wall) {
    return;
  }
  const std::size_t games = (static_cast<std::size_t>(spec_.jobs) + threads - 1) / threads;
  threads_.emplace(tasks_, threads,
                   MatchThread::Terms{.sandbox = spec_.sandbox,
                                      .kept = games * spec_.plan.seats(),
                                      .more = [this] { return more_ && !spec_.restart; }});
}

Task<> Series::play() {
  const auto next = [this]() -> std::optional<Task<>> {
    auto game = next_game();
    return game ? std::optional(play_game(*std::move(game))) : std::nullopt;
  };
  std::exception_ptr failure;
  try {
    co_await run_some(tasks_, "games of a series", static_cast<std::size_t>(spec_.jobs), next,
                      [this] { stop("another game of the series has failed"); });
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  co_await kept_.end();
  if (threads_) {
    co_await threads_->end_bots();
  }
  if (failure) {
    std::rethrow_exception(failure);
  }
}

bool Series::another_begins() {
  while (spec_.played.contains(next_)) {
    ++next_;
  }
  more_ = !stopped_ && !finishing_ && next_ <= spec_.plan.games();
  return more_;
}

/// The game that begins now; nothing if none does.
std::optional<PlannedGame> Series::next_game() {
  if (!another_begins()) {
    return std::nullopt;
  }
  PlannedGame game = spec_.plan.game(next_++);
  (void)another_begins();
  return game;
}

void Series::finish() {
  finishing_ = true;
  more_ = false;
}

Task<> Series::play_game(PlannedGame game) {
  const std::int64_t number = game.number;
  const auto played = co_await playing_.play(*this, std::move(game));
  if (played && played->result.is_void) {
    throw std::runtime_error("game " + std::to_string(number) + " did not count " +
                             std::to_string(AttemptRunner::kAttempts) + " times; its records say why");
  }
}

void Series::stop(const std::string& why) {
  stopped_ = true;
  more_ = false;
  for (Playing& playing : playing_) {
    playing.runner().stop(why);
  }
  if (acceptor_ != nullptr) {
    acceptor_->seats.full().set();
    acceptor_->lobby.give_up();
  }
}

// ---- a game ----

MatchJob Series::job_of(const PlannedGame& game) const {
  MatchJob job;
  job.spec.id = spec_.run + "g" + std::to_string(game.number);
  job.spec.game = spec_.game;
  job.spec.options = spec_.options_of(game);
  job.spec.clock = spec_.clock;
  job.spec.seed = seed_of(game);
  auto opening = [this, pair = static_cast<std::size_t>(game.opening),
                  &options = spec_.options_of(game)](const engines::Seed& deal) {
    return spec_.openings.of(pair, *spec_.game, options, spec_.first.number, deal);
  };
  if (spec_.openings.vary()) {
    job.opening = std::move(opening);
  } else {
    job.spec.given = opening(job.spec.seed);
  }
  if (!spec_.contents.empty()) {
    for (const std::size_t entrant : game.seating) {
      job.spec.versions.push_back({0, spec_.contents[entrant]});
    }
  }
  // A bot that plays on could work out later seeds from an earlier one.
  job.spec.keep_seed_secret = game.number < spec_.plan.games();
  job.no_show = spec_.no_show;
  job.trace = spec_.trace ? spec_.trace(job.spec.id) : nullptr;
  return job;
}

engines::Seed Series::seed_of(const PlannedGame& game) const {
  if (const RecordedPosition* const position = spec_.openings.position()) {
    return position->seed;
  }
  const std::uint64_t number = (spec_.first.number + static_cast<std::uint64_t>(game.group)) & kMaxSeed;
  if (!spec_.first.salt.empty()) {
    return {number, spec_.first.salt};
  }
  constexpr std::size_t kSaltDigits = 32;
  return {number,
          protocol::Sha256::hex_of(spec_.salts + "/" + std::to_string(game.group)).substr(0, kSaltDigits)};
}

Task<> Series::wait_for_players() {
  if (acceptor_ != nullptr) {
    co_await acceptor_->seats.full().wait();
    co_await acceptor_->lobby.gathered(acceptor_->seats.players(), tasks_.clock().now() + spec_.no_show);
  }
}

/// The entrants in the order of their seats. REQUIRES: all seats are taken.
std::vector<SeatSpec> Series::seated(const PlannedGame& game) const {
  std::vector<SeatSpec> seated;
  for (const std::size_t entrant : game.seating) {
    SeatSpec& seat_spec = seated.emplace_back(entrants_[entrant]);
    if (!seat_spec.bot && seat_spec.player == nullptr) {
      const auto before =
          std::count_if(entrants_.begin(), entrants_.begin() + static_cast<std::ptrdiff_t>(entrant),
                        [](const SeatSpec& spec) { return !spec.bot && spec.player == nullptr; });
      seat_spec.player = acceptor_->seats.players()[static_cast<std::size_t>(before)];
      seat_spec.name = seat_spec.player->name();
    }
  }
  return seated;
}

void Series::ended(const PlannedGame& game, const PlayedAttempt& played) {
  for (std::size_t seat = 0; seat < played.bot_stderr.size(); ++seat) {
    if (!played.bot_stderr[seat].empty()) {
      files_.keep_stderr(played.job.seats[seat].name, played.job.spec.id, played.job.spec.attempt,
                         played.bot_stderr[seat]);
    }
  }
  if (on_game_ && !played.result.is_void) {
    on_game_(game, played);
  }
  say_wait(game.number);
}

void Series::say_wait(std::int64_t number) {
  if (acceptor_ == nullptr || stopped_) {
    return;
  }
  const std::string of_games = spec_.open_ended ? "" : " of " + std::to_string(spec_.plan.games());
  const std::string reason =
      another_begins() ? "game " + std::to_string(number + 1) + of_games + " starts when all players are here"
                       : "the last game is over";
  for (const auto& player : acceptor_->seats.players()) {
    player->send(protocol::wait_line(reason));
  }
}

}  // namespace referee
