#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "referee/match/player.h"
#include "referee/net/event.h"
#include "referee/net/tasks.h"
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

/// The parts of a tournament that is played: roster, connections, match scheduler and store.
struct TournamentContext {
  /// `store` has been opened with open_tournament(). Throws what Roster throws.
  /// `machine`: its sandbox, for bots that are launched with a confinement; see Launcher.
  TournamentContext(Tasks& all_tasks, const TournamentConfig& configured, const OpenedStore& opened,
                    std::unique_ptr<Store> kept, std::shared_ptr<const Sandbox> machine = nullptr);
  TournamentContext(const TournamentContext&) = delete;
  TournamentContext& operator=(const TournamentContext&) = delete;

  Tasks& tasks;
  const TournamentConfig& config;
  std::string web_address;  ///< of the pages that browsers are shown; "": there are none
  /// The config's, but with as many rounds as the arbiter has set.
  std::shared_ptr<const TournamentFormat> format;
  std::string sandbox;                ///< StandingsPage::sandbox
  bool revealed;                      ///< the arbiter has let the results of WebSpec::freeze_rounds be shown
  int revealed_from;                  ///< meta_key::kRevealedFrom; 0: no place is revealed by itself
  std::optional<WorkerJobs> workers;  ///< nothing if there are none
  StoreWriter store;
  TournamentRecords records;
  ChangeLog changes;
  Condition changed;  ///< a connection began or ended, the arbiter gave a command, a match is over
  /// The roster calls these functions; the TournamentRunner sets them.
  Roster::Events events;
  Roster roster;
  BotConnections connections;
  MatchScheduler match_scheduler;
};

}  // namespace referee
