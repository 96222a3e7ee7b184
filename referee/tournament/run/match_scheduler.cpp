#include "referee/tournament/run/match_scheduler.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "protocol/messages.h"
#include "referee/clocks/clock_text.h"
#include "referee/queue/machine.h"

namespace referee {
namespace {

constexpr Milliseconds kRelaunchAfter{1000};  // when a bot could not be started
constexpr std::size_t kNamed = 5;             // of the entrants whose programs are missing

}  // namespace

/// One match that is being played, attempt by attempt.
class MatchScheduler::Playing final : private AttemptHooks {
 public:
  Playing(MatchScheduler& scheduler, ScheduledMatch match)
      : scheduler_(scheduler),
        match_(std::move(match)),
        runner_(scheduler.tasks_, scheduler.launcher_, match_.job, *this, scheduler.observers_,
                scheduler.remote_ ? &*scheduler.remote_ : nullptr,
                match_.keep_bots ? &scheduler.kept_ : nullptr) {}

  const std::string& id() const { return match_.job.spec.id; }
  /// A match that is put off before it has gone on after a restart goes on when it is played.
  Task<std::optional<PlayedAttempt>> play() {
    std::optional<PlayedAttempt> played = co_await runner_.play();
    if (runner_.job().saved) {
      scheduler_.set_saved(id(), *runner_.job().saved);
    }
    co_return played;
  }
  AttemptRunner& runner() { return runner_; }
  const AttemptRunner& runner() const { return runner_; }

 private:
  Task<> prepare(MatchJob& job) override;
  Task<> gathered(const MatchJob& job) override;
  AfterFailedStart start_failed(const FailedStart& failure, int tries) override;
  void given_up(const std::string& why) override { scheduler_.put_off(id(), why); }
  Task<> begun(Attempt& attempt) override;
  Task<> keep(PlayedAttempt& played) override;
  void released() override { slots_.reset(); }
  void ended(PlayedAttempt& played) override {
    log_late_turns(played);
    scheduler_.keep_stderr(played);
  }

  void call(const MatchJob& job);
  void forget_absent();
  static void log_late_turns(const PlayedAttempt& played);
  std::size_t slots_needed() const;
  bool bots_wait() const;
  engines::Seed seed(const MatchSpec& spec) const;
  std::vector<SeatSpec> present() const;
  bool withdrawn(const std::string& name) const { return scheduler_.terms_.withdrawn(name); }

  MatchScheduler& scheduler_;
  const ScheduledMatch match_;
  std::vector<std::shared_ptr<Player>> players_;    // players that dial in and that the match waits for
  std::optional<Slots::Held> slots_;                // of the present attempt
  std::map<std::string, std::string> not_started_;  // launched entrants that are absent, and why
  AttemptRunner runner_;
};

// ---- before an attempt ----

Task<> MatchScheduler::Playing::prepare(MatchJob& job) {
  call(job);
  co_await gathered(job);
  forget_absent();
  if (!runner_.at_workers()) {
    Slots::Held slots = co_await scheduler_.slots_.take(slots_needed(), bots_wait());
    slots_.emplace(std::move(slots));
  }
  job.spec.seed = job.saved ? seed_of(*job.saved) : seed(job.spec);
  job.seats = present();
}

void MatchScheduler::Playing::call(const MatchJob& job) {
  const std::string reason =
      "match " + job.spec.id + (job.saved ? " goes on when its players are back" : " is called");
  players_.clear();
  for (const SeatSpec& seat_spec : match_.job.seats) {
    if (seat_spec.player != nullptr) {
      seat_spec.player->send(protocol::wait_line(reason));
      players_.push_back(seat_spec.player);
    }
  }
}

/// A player who has left since the call may come back.
Task<> MatchScheduler::Playing::gathered(const MatchJob& job) {
  const Milliseconds patience = job.saved ? scheduler_.terms_.grace : job.no_show;
  return scheduler_.lobby_.gathered(players_, scheduler_.tasks_.clock().now() + patience);
}

/// Absent players have had their time, or will not play: the match does not wait for them again.
void MatchScheduler::Playing::forget_absent() {
  std::erase_if(players_,
                [this](const auto& player) { return !player->connected() || withdrawn(player->name()); });
}

std::size_t MatchScheduler::Playing::slots_needed() const {
  const auto launched = std::ranges::count_if(
      match_.job.seats, [](const SeatSpec& seat_spec) { return seat_spec.bot.has_value(); });
  return std::min(static_cast<std::size_t>(launched), scheduler_.terms_.asked_at_once);
}

/// Its bots may have stayed for it: then it comes before other matches, so that few processes wait.
bool MatchScheduler::Playing::bots_wait() const {
  return std::ranges::any_of(match_.job.seats,
                             [this](const SeatSpec& seat) { return scheduler_.kept_.has(seat.name); });
}

engines::Seed MatchScheduler::Playing::seed(const MatchSpec& spec) const {
  const MatchSeeds& seeds = scheduler_.terms_.seeds;
  return match_.instance_seed ? seeds.of_instance(*match_.instance_seed)
         : match_.shared      ? seeds.of_shared(*match_.shared)
                              : seeds.of(*spec.place, spec.attempt);
}

/// An entrant that has withdrawn since the call, or whose bot could not be started, is absent.
std::vector<SeatSpec> MatchScheduler::Playing::present() const {
  std::vector<SeatSpec> seats = match_.job.seats;
  for (SeatSpec& seat_spec : seats) {
    if (withdrawn(seat_spec.name) || not_started_.contains(seat_spec.name)) {
      seat_spec = {seat_spec.name};
    }
  }
  return seats;
}

AttemptHooks::AfterFailedStart MatchScheduler::Playing::start_failed(const FailedStart& failure, int tries) {
  if (tries < AttemptRunner::kAttempts) {
    return AfterFailedStart::try_again;
  }
  const std::string& name = match_.job.seats[failure.seat()].name;
  const std::string why = scheduler_.why_put_off(failure, name);
  if (why.empty()) {
    not_started_[name] = failure.what();
    return AfterFailedStart::play_on;
  }
  scheduler_.put_off(id(), why);
  return AfterFailedStart::put_off;
}

void MatchScheduler::put_off(const std::string& match, const std::string& why) {
  const std::string text = "match " + match + " is put off: " + why;
  spdlog::error("{}", text);
  if (halt_) {
    halt_(text);
  }
}

// ---- an attempt ----

Task<> MatchScheduler::Playing::begun(Attempt& attempt) {
  const MatchJob& job = attempt.job();
  for (std::size_t seat = 0; seat < job.seats.size(); ++seat) {
    if (withdrawn(job.seats[seat].name)) {
      attempt.withdraw(seat);
    }
  }
  scheduler_.attempts_[job.spec.id] = job.spec.attempt;
  return scheduler_.journal_.begin(attempt);
}

/// Returns when result and record are in the store.
Task<> MatchScheduler::Playing::keep(PlayedAttempt& played) {
  const MatchSpec& spec = played.job.spec;
  scheduler_.attempts_[spec.id] = spec.attempt;
  ScheduledMatch::ResultCommit commit;
  if (scheduler_.remote_ && !runner_.at_workers()) {
    played.result.machine = scheduler_.own_machine_;
  }
  if (!played.result.is_void) {
    commit = match_.result_commit(played.result);
    for (const auto& [name, why] : not_started_) {
      commit.writes.push_back(scheduler_.terms_.note(name + " is absent from match " + spec.id + ": " + why));
    }
  }
  scheduler_.files_.keep_replay(played.result);  // what the record in the store names is there
  co_await scheduler_.journal_.finish(played, std::move(commit.result), std::move(commit.writes));
  if (played.result.is_void) {  // a referee that has lost its store says nothing of what does not count
    spdlog::warn("match {}, attempt {}, is void: {}", spec.id, spec.attempt, played.result.why);
  }
  if (!spec.keep_seed_secret) {
    scheduler_.export_record(played);
  }
}

/// Which limits of the clock somebody has passed, and that the config sets them.
void MatchScheduler::Playing::log_late_turns(const PlayedAttempt& played) {
  const MatchSpec& spec = played.job.spec;
  for (const MatchResult::Seat& seat : played.result.seats) {
    if (const std::int64_t late = seat.late_turns(); late > 0) {
      spdlog::info("match {}: {}: turns late or forfeited: {}; the clock (key clock of the config): {}",
                   spec.id, seat.player, late, limits_text(spec.clock));
    }
  }
}

/// The store has the record: if the file cannot be written now, the match counts all the same.
void MatchScheduler::export_record(PlayedAttempt& played) {
  const MatchSpec& spec = played.job.spec;
  played.record = files_.write_or_note(spec.id, spec.attempt, played.result.is_void, played.result.record);
}

void MatchScheduler::keep_stderr(const PlayedAttempt& played) {
  const std::string& match = played.job.spec.id;
  for (std::size_t seat = 0; seat < played.job.seats.size(); ++seat) {
    const std::string& name = played.job.seats[seat].name;
    if (const std::string& end = played.how_bots_ended[seat]; !end.empty()) {
      spdlog::info("match {}: {} ended with {}", match, name, end);
    }
    if (const MarkedText& words = played.bot_stderr[seat]; !words.empty()) {
      try {
        files_.keep_stderr(name, match, played.job.spec.attempt, words);
      } catch (const std::system_error& error) {
        spdlog::error("{}", error.what());
      }
    }
  }
}

// ---- all matches ----

/// Why a match in which the bot `name` cannot be started is not played now; empty if it is played without it.
std::string MatchScheduler::why_put_off(const FailedStart& failure, const std::string& name) {
  if (failure.cause() != FailedStart::Cause::program || !terms_.is_entrant(name)) {
    return "the referee cannot start " + name + ": " + failure.what();
  }
  std::vector<std::string> names = terms_.missing();
  if (std::ranges::find(names, name) == names.end()) {
    names.push_back(name);  // its program is there, but does not run
  }
  missing_.saw(names, tasks_.clock().now());
  const std::vector<std::string> at_once = missing_.at_once_with(name);
  if (at_once.size() < 2) {
    return "";
  }
  std::string text = "the programs of " + std::to_string(at_once.size()) + " entrants went missing at once (";
  for (std::size_t i = 0; i < std::min(at_once.size(), kNamed); ++i) {
    text.append(i == 0 ? "" : ", ").append(at_once[i]);
  }
  text += at_once.size() > kNamed ? ", ..." : "";
  return text + "): is a disk or a mount gone? " + failure.what();
}

int MatchScheduler::forget(const std::string& match) {
  const auto found = attempts_.find(match);
  const int attempts = found == attempts_.end() ? 0 : found->second;
  attempts_.erase(match);
  return attempts;
}

MatchScheduler::MatchScheduler(Tasks& tasks, Launcher& launcher, Lobby& lobby, StoreWriter& store,
                               RecordFiles& files, Terms terms)
    : tasks_(tasks),
      launcher_(launcher),
      lobby_(lobby),
      files_(files),
      terms_(std::move(terms)),
      slots_(tasks.io(), terms_.parallel),
      journal_(tasks, store, terms_.turns),
      kept_(launcher, terms_.parallel * terms_.seats, [this] { return !stopping_; }) {
  if (terms_.workers != nullptr) {
    remote_.emplace(*terms_.workers);
    own_machine_.cpu = queue::cpu_model();
  }
}

MatchScheduler::~MatchScheduler() = default;

Task<std::optional<MatchResult>> MatchScheduler::play(ScheduledMatch match) {
  if (stopping_) {
    co_return std::nullopt;
  }
  const std::string id = match.job.spec.id;
  const auto before = attempts_.find(id);
  match.job.spec.attempt = before == attempts_.end() ? 1 : before->second + 1;
  if (auto saved = saved_.extract(id)) {
    match.job.spec.attempt = attempts_.at(id);
    match.job.saved = std::move(saved.mapped());
  }
  match.job.no_show = terms_.no_show;
  match.job.relaunch_after = kRelaunchAfter;
  if (terms_.workers != nullptr) {
    match.job.most_lost = terms_.workers->terms().most_lost;
  }
  auto played = co_await playing_.play(*this, std::move(match));
  if (!played) {
    co_return std::nullopt;
  }
  if (played->result.is_void) {
    put_off(id, "it did not count " + std::to_string(AttemptRunner::kAttempts) +
                    " times; its records say why: " + played->result.why);
    co_return std::nullopt;
  }
  co_return std::move(played->result);
}

void MatchScheduler::drain() {
  stopping_ = true;
  for (Playing& playing : playing_) {
    playing.runner().drain();
  }
  slots_.close();
  lobby_.give_up();
}

void MatchScheduler::abort_all(const std::string& why) {
  drain();
  for (Playing& playing : playing_) {
    playing.runner().stop(why);
  }
}

bool MatchScheduler::abort(const std::string& match, const std::string& why) {
  const auto found =
      std::ranges::find_if(playing_, [&](const Playing& playing) { return playing.id() == match; });
  return found != playing_.end() && found->runner().abort(why);
}

void MatchScheduler::withdraw(const std::string& name) {
  lobby_.excuse(name);
  for (Playing& playing : playing_) {
    playing.runner().withdraw(name);
  }
}

std::size_t MatchScheduler::matches_running() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(playing_, [](const Playing& playing) { return playing.runner().begun(); }));
}

std::vector<std::string> MatchScheduler::running_matches() const {
  std::vector<std::string> matches;
  for (const Playing& playing : playing_) {
    if (playing.runner().begun()) {
      matches.push_back(playing.id());
    }
  }
  return matches;
}

}  // namespace referee
