#pragma once

#include <memory>
#include <optional>

#include "referee/loop/tasks.h"
#include "referee/queue/job_board.h"
#include "referee/queue/remote_jobs.h"
#include "referee/store/store_writer.h"
#include "referee/tournament/config/config.h"
#include "referee/tournament/run/bot_connections.h"
#include "referee/tournament/run/match_scheduler.h"
#include "referee/tournament/run/opened_store.h"
#include "referee/tournament/run/roster.h"
#include "referee/tournament/run/tournament_records.h"

namespace referee {

/// What workers are to do, and who waits for them.
struct WorkerJobs {
  WorkerJobs(Tasks& tasks, std::unique_ptr<JobPoster> poster, const WorkersSpec& terms);

  queue::JobBoard board;
  queue::RemoteJobs jobs;
};

/// Makes and owns what a tournament that is played works with. Who plays, rules or shows it is given those
/// parts that it uses.
struct TournamentParts {
  /// `store` has been opened with open_tournament(). Throws what Roster throws.
  /// `launcher` outlives it.
  TournamentParts(Tasks& tasks, const TournamentConfig& config, const OpenedStore& opened,
                  std::unique_ptr<Store> kept, Launcher& launcher);
  TournamentParts(const TournamentParts&) = delete;
  TournamentParts& operator=(const TournamentParts&) = delete;

  std::optional<WorkerJobs> workers;  ///< nothing if there are none
  StoreWriter store;
  TournamentRecords records;
  ChangeLog changes;
  Roster roster;
  BotConnections connections;
  MatchScheduler match_scheduler;
};

}  // namespace referee
