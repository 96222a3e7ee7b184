#pragma once

#include <memory>
#include <utility>

#include "referee/queue/job_board.h"
#include "referee/queue/remote_jobs.h"
#include "referee/queue/remote_matches.h"

namespace referee::queue {

/// The workers of a store, for one run of a program that has matches played by them without a tournament.
struct MatchQueue {
  static constexpr int kJobs = 64;  ///< games at once, if nobody has said how many

  MatchQueue(Tasks& tasks, std::unique_ptr<JobPoster> poster, SandboxLevel least)
      : board(tasks, std::move(poster)), jobs(tasks, board, WorkerTerms{least}), matches(jobs) {}

  JobBoard board;
  RemoteJobs jobs;
  RemoteMatches matches;
};

}  // namespace referee::queue
