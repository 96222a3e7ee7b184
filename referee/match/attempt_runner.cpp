#include "referee/match/attempt_runner.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "protocol/require.h"
#include "referee/loop/event.h"
#include "referee/loop/work_thread.h"
#include "referee/match/attempts_here.h"

namespace referee {
namespace {

constexpr Milliseconds kRelaunchAfter{1000};  // by a worker

}  // namespace

// ---- hooks that do nothing ----

Task<> AttemptHooks::prepare(MatchJob&) { co_return; }
Task<> AttemptHooks::gathered(const MatchJob&) { co_return; }
AttemptHooks::AfterFailedStart AttemptHooks::start_failed(const FailedStart& failure, int tries) {
  if (tries >= AttemptRunner::kAttempts) {
    failure.rethrow_error();
  }
  return AfterFailedStart::try_again;
}
void AttemptHooks::given_up(const std::string& why) { throw std::runtime_error(why); }
Task<> AttemptHooks::begun(Attempt&) { co_return; }
Task<> AttemptHooks::keep(PlayedAttempt&) { co_return; }
void AttemptHooks::released() {}
void AttemptHooks::ended(PlayedAttempt&) {}

// ---- the course of a match, attempt by attempt ----

int AttemptRunner::Count::add(const EndedAttempt& ended) {
  ++times_;
  if (ended.worker.empty()) {
    return times_;
  }
  workers_.insert(ended.worker);
  const bool all_say_so = workers_.size() >= ended.workers && times_ >= kSaidByFew;
  return workers_.size() >= kAttempts || all_say_so ? times_ : std::min(times_, kAttempts - 1);
}

AttemptRunner::AttemptRunner(Tasks& tasks, std::unique_ptr<AttemptPlace> place, MatchJob job,
                             AttemptHooks& hooks, MatchObservers observers)
    : tasks_(tasks),
      job_(std::move(job)),
      hooks_(hooks),
      observers_(std::move(observers)),
      place_(std::move(place)) {}

AttemptRunner::AttemptRunner(Tasks& tasks, Launcher& launcher, MatchJob job, AttemptHooks& hooks,
                             MatchObservers observers, MatchWorkers* workers, KeptBots* kept)
    : tasks_(tasks),
      job_(std::move(job)),
      hooks_(hooks),
      observers_(std::move(observers)),
      at_workers_(workers != nullptr && workers->can_play(job_)) {
  if (at_workers_) {
    place_ = workers->place();
    job_.relaunch_after = job_.relaunch_after.value_or(kRelaunchAfter);
  } else {
    place_ = std::make_unique<AttemptsHere>(tasks, launcher, kept);
  }
}

Task<std::optional<PlayedAttempt>> AttemptRunner::play() {
  Failures failures;
  while (!stopping_) {
    const bool goes_on = job_.saved.has_value();
    EndedAttempt ended = co_await play_attempt();
    const bool was_played = ended.kind == EndedAttempt::Kind::played;
    if (was_played && !ended.played.result.is_void) {
      co_return std::move(ended.played);
    }
    const bool ordered = std::exchange(aborted_, false);
    if (stopping_ || ordered || (goes_on && was_played)) {
      continue;  // an attempt that could not go on is no fault either
    }
    const bool unchecked = ended.kind == EndedAttempt::Kind::unchecked;
    const bool broken = ended.kind == EndedAttempt::Kind::broken;
    if ((was_played || unchecked || broken) && failures.voids.add(ended) >= kAttempts) {
      if (was_played && !ended.played.result.rules_failed) {
        co_return std::move(ended.played);
      }
      hooks_.given_up((broken ? "the referee" : "the program of the game") + std::string(" has failed in ") +
                      std::to_string(kAttempts) +
                      " attempts: " + (was_played ? ended.played.result.why : ended.why));
      break;
    }
    if (co_await after(ended, failures) == Next::nothing) {
      break;
    }
  }
  co_return std::nullopt;
}

/// An opening in the deal of the attempt that comes. Returns why not, in the words of the game's program; "":
/// it is drawn, or there is nothing to draw.
Task<std::string> AttemptRunner::draw_opening() {
  if (job_.opening == nullptr || job_.saved) {
    co_return "";
  }
  WorkThread thread(tasks_, "the thread that draws an opening");
  try {
    const std::function<GivenTurns()> draw = [this] { return job_.opening(job_.spec.seed); };
    job_.spec.given = co_await thread.run(draw);
  } catch (const engines::RulesFailure& failure) {
    co_return std::string("while its opening was drawn: ") + failure.what();
  }
  if (const GivenTurns& given = job_.spec.given; given.left_out > 0) {
    spdlog::info("match {}: its opening has {} turns, not {}: its deal does not allow more", job_.spec.id,
                 given.turns.size(), given.turns.size() + given.left_out);
  }
  co_return "";
}

/// Returns whether an attempt is to be played; if not, `ended` says why, or drain() or stop() was called. A
/// fault of ours costs the attempt, and no more.
Task<bool> AttemptRunner::make_ready(EndedAttempt& ended) {
  try {
    co_await hooks_.prepare(job_);
    if (stopping_) {
      co_return false;
    }
    ended.why = co_await draw_opening();
    ended.kind = ended.why.empty() ? ended.kind : EndedAttempt::Kind::unchecked;
  } catch (const protocol::FailedRequirement& fault) {
    ended.kind = EndedAttempt::Kind::broken;
    ended.why = fault.what();
  }
  if (!ended.why.empty()) {
    hooks_.released();
  }
  co_return ended.why.empty() && !stopping_;
}

Task<EndedAttempt> AttemptRunner::play_attempt() {
  EndedAttempt ended;
  if (!co_await make_ready(ended)) {
    co_return ended;
  }
  ended = co_await place_->play(job_, hooks_, observers_);
  if (ended.kind == EndedAttempt::Kind::played) {
    hooks_.ended(ended.played);
    for (MatchObserver* const observer : observers_) {
      observer->on_end(ended.played);
    }
  }
  co_return ended;
}

/// After an attempt that does not count.
Task<AttemptRunner::Next> AttemptRunner::after(const EndedAttempt& ended, Failures& failures) {
  switch (ended.kind) {
    case EndedAttempt::Kind::failed_start:
      co_return co_await after_failed_start(ended, failures.starts);
    case EndedAttempt::Kind::lost:
      co_return co_await after_loss(ended, failures);
    case EndedAttempt::Kind::broken:
      spdlog::error("match {}, attempt {}, is void: {}", job_.spec.id, job_.spec.attempt, ended.why);
      break;
    case EndedAttempt::Kind::unchecked:
      spdlog::warn("match {}: {}", job_.spec.id, ended.why);
      break;
    case EndedAttempt::Kind::played:
    case EndedAttempt::Kind::not_played:
      break;
  }
  if (!ended.worker.empty()) {
    co_await pause();  // so that another may come first
  }
  co_return Next::attempt;
}

Task<AttemptRunner::Next> AttemptRunner::after_failed_start(const EndedAttempt& ended, Count& starts) {
  const FailedStart& failure = *ended.failure;
  if (!job_.relaunch_after) {
    failure.rethrow_error();
  }
  const bool is_bots_fault = failure.cause() == FailedStart::Cause::program;
  spdlog::log(is_bots_fault ? spdlog::level::warn : spdlog::level::err, "match {}: {}", job_.spec.id,
              failure.what());
  const auto next = hooks_.start_failed(failure, starts.add(ended));
  if (next == AttemptHooks::AfterFailedStart::try_again) {
    co_await pause();
  }
  co_return next == AttemptHooks::AfterFailedStart::put_off ? Next::nothing : Next::attempt;
}

/// How often one worker loses it says nothing of the bots; the next attempt gives others time to come first.
Task<AttemptRunner::Next> AttemptRunner::after_loss(const EndedAttempt& ended, Failures& failures) {
  spdlog::warn("match {}: {}", job_.spec.id, ended.why);
  const bool again = !failures.losses.insert_or_assign(ended.worker, ended.why).second;
  if (failures.losses.size() < job_.most_lost) {
    if (again) {
      co_await pause();
    }
    co_return Next::attempt;
  }
  std::string why = std::to_string(failures.losses.size()) + " workers have lost match " + job_.spec.id +
                    ": does one of its bots bring a worker down? ";
  std::string_view separator;
  for (const auto& [worker, loss] : failures.losses) {
    why.append(std::exchange(separator, "; ")).append(loss);
  }
  hooks_.given_up(why);
  co_return Next::nothing;
}

Task<> AttemptRunner::pause() { co_await sleep(tasks_.io(), job_.relaunch_after.value_or(kRelaunchAfter)); }

// ---- calls from outside ----

void AttemptRunner::drain() {
  stopping_ = true;
  place_->drain();
}

void AttemptRunner::stop(const std::string& why) {
  stopping_ = true;
  place_->stop(why);
}

bool AttemptRunner::abort(const std::string& why) {
  if (!place_->playing() && !job_.saved) {
    return false;
  }
  aborted_ = true;
  place_->abort(why);
  return true;
}

}  // namespace referee
