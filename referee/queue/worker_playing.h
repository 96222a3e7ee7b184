#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "referee/match/attempt_runner.h"
#include "referee/queue/match_outcome.h"
#include "referee/queue/worker.h"
#include "referee/queue/worker_build.h"
#include "referee/store/job_desk.h"

namespace referee::queue {

/// One job: an attempt of a match, or a build.
class Worker::Playing final : private AttemptHooks, private MatchObserver {
 public:
  Playing(Worker& worker, ClaimedJob claimed)
      : job(std::move(claimed)), renewed(worker.tasks_.clock().now()), worker_(worker) {}

  /// Plays the attempt.
  Task<MatchOutcome> play(MatchJob match) {
    runner_.emplace(worker_.tasks_, worker_.means_.place(), std::move(match),
                    static_cast<AttemptHooks&>(*this), MatchObservers{this});
    if (lost) {
      runner_->drain();
    }
    (void)co_await runner_->play();
    if (!outcome_) {
      throw std::runtime_error("it was ended before it began");
    }
    co_return std::move(*outcome_);
  }
  /// Builds the hand-in.
  Task<WorkerBuild::Made> build(WorkerBuild::Room room) {
    build_.emplace(std::move(room));
    if (lost) {
      build_->stop("the job is lost");
    }
    return build_->run(job.body);
  }
  void stop(const std::string& why) {
    if (runner_) {
      runner_->stop(why);
    }
    if (build_) {
      build_->stop(why);
    }
  }

  const ClaimedJob job;
  std::int64_t turns = 0;
  std::shared_ptr<const std::string> replay;  // of a match program
  bool lost = false;                          // somebody else plays it, or will
  std::optional<ClaimedJob> next;             // claimed when this one was handed in
  TimePoint renewed;

 private:
  AfterFailedStart start_failed(const FailedStart& failure, int /*tries*/) override {
    outcome_ = FailedOutcome{failure.seat(), failure.cause() == FailedStart::Cause::program, failure.what()};
    return AfterFailedStart::put_off;
  }
  /// The serving referee says whether another attempt follows.
  void ended(PlayedAttempt& played) override {
    outcome_ = PlayedOutcome{played.result.record, played.how_bots_ended, played.bot_stderr,
                             played.seconds.count(), played.result.rules_failed};
    if (played.result.replay) {
      replay = played.result.replay->content;
    }
    runner_->drain();
  }
  void on_turn(const ObservedMatch& /*match*/, const PlayedTurn& turn) override { turns = turn.number + 1; }

  Worker& worker_;
  std::optional<AttemptRunner> runner_;
  std::optional<MatchOutcome> outcome_;
  std::optional<WorkerBuild> build_;
};

}  // namespace referee::queue
