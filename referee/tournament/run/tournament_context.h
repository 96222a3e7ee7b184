#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "referee/match/launcher.h"
#include "referee/match/lobby.h"
#include "referee/match/player.h"
#include "referee/match/record_files.h"
#include "referee/net/event.h"
#include "referee/net/tasks.h"
#include "referee/net/tls_port.h"
#include "referee/queue/job_board.h"
#include "referee/queue/remote_jobs.h"
#include "referee/store/store_writer.h"
#include "referee/tournament/config/config.h"
#include "referee/tournament/run/match_scheduler.h"
#include "referee/tournament/run/opened_store.h"
#include "referee/tournament/run/roster.h"

namespace referee {

/// The parts of a tournament that is played: roster, connections, match scheduler and store.
struct TournamentContext {
  /// `store` has been opened with open_tournament(). Throws what Roster throws.
  /// `machine`: its sandbox, for bots that are launched with a confinement; see Launcher.
  TournamentContext(Tasks& all_tasks, const TournamentConfig& configured, const OpenedStore& opened,
                    std::unique_ptr<Store> kept, std::shared_ptr<const Sandbox> machine = nullptr);
  TournamentContext(const TournamentContext&) = delete;
  TournamentContext& operator=(const TournamentContext&) = delete;

  /// Writes the record files of those attempts from the store: the folder may lack some after a crash, or if
  /// it is another folder.
  Task<> export_records(std::vector<StoredAttempt> games);
  /// Tries again to write the files of records that could not be written before, from the store.
  Task<> write_late_records();
  /// Tries for the last time to write the files of records that could not be written before, and says how
  /// many are missing. Does not throw if the store fails.
  Task<> write_last_records();
  /// Replaces the record of a match that counted by `record`, that of a void attempt.
  void show_as_void(const std::string& match, int attempt, std::string_view record);
  /// Takes over a connection that the listener accepted.
  void accept(int fd);
  /// Reads the files of the certificate again, for connections to come; returns what is used now, for people.
  /// Throws std::invalid_argument: the tournament has no TLS, or the files are wrong, and the certificate
  /// stays as it was.
  std::string reload_certificate();
  /// Says `bye` to all connections and closes them, so that the event loop ends. Without a reason it says
  /// nothing: the bots dial again.
  void close(std::string_view reason);

  Tasks& tasks;
  const TournamentConfig& config;
  std::string web_address;  ///< of the pages that browsers are shown; "": there are none
  /// The config's, but with as many rounds as the arbiter has set.
  std::shared_ptr<const TournamentFormat> format;
  std::string sandbox;  ///< StandingsPage::sandbox
  bool revealed;        ///< the arbiter has let the results of WebSpec::freeze_rounds be shown
  Launcher launcher;
  std::optional<queue::JobBoard> job_board;  ///< what workers are to do; nothing if there are none
  StoreWriter store;
  RecordFiles files;
  ChangeLog changes;
  Condition changed;  ///< a connection began or ended, the arbiter gave a command, a match is over
  /// The roster calls these functions; the TournamentRunner sets them.
  Roster::Events events;
  Roster roster;
  std::optional<TlsPort> tls;  ///< nothing: connections have no TLS
  Lobby lobby;
  std::optional<queue::RemoteJobs> jobs;  ///< who waits for workers; nothing if there are none
  MatchScheduler match_scheduler;
};

}  // namespace referee
