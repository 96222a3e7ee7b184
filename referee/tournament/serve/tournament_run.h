#pragma once

#include <memory>
#include <optional>
#include <string>

#include "referee/command/command_loop.h"
#include "referee/command/progress.h"
#include "referee/loop/timer.h"
#include "referee/net/control_socket.h"
#include "referee/net/listener.h"
#include "referee/net/service_manager.h"
#include "referee/pages/site_writer.h"
#include "referee/prepare/own_process.h"
#include "referee/queue/remote_builds.h"
#include "referee/tournament/run/arbiter.h"
#include "referee/tournament/run/tournament_parts.h"
#include "referee/tournament/run/tournament_runner.h"
#include "referee/tournament/run/waiting_times.h"
#include "referee/tournament/serve/tournament_web.h"
#include "referee/versions/versions.h"

namespace referee {

/// One run of `serve` or `run`: owns the event loop, the store and their users.
class TournamentRun {
 public:
  enum class Show {
    log,      ///< serve: what happens is logged
    progress  ///< run: a progress bar, and results above it
  };
  /// What becomes of the program when all rounds are over. A ladder that closes always ends it.
  enum class AtEnd {
    exit,
    stay  ///< pages and arbiter's commands go on, until a signal or `referee ctl stop`
  };
  /// Listens. `store`: that of the config, opened to play. `config` must outlive it. Throws
  /// std::invalid_argument for a store that was begun with another frozen part, StoreError,
  /// std::system_error, and LaunchError for an entrant whose program the sandbox hides.
  TournamentRun(const TournamentConfig& config, Show show, AtEnd at_end,
                std::shared_ptr<const Sandbox> sandbox, std::unique_ptr<Store> store);

  /// Plays; returns the exit code. Throws what ended the tournament early.
  int run();

 private:
  std::unique_ptr<TournamentRunner> make_runner();
  Task<> start_web();
  void show_lobby();
  pages::Lobby lobby() const;
  Task<> play_out();
  Task<> play();
  void end_play();
  ControlReply stop();
  void drain();
  void drain(int signal);
  void abort(int signal);
  void reload();
  void listen();
  void open_versions();
  void begin_versions();
  void open_web();
  Task<ControlReply> begin();
  Task<ControlReply> handle_versions(ControlRequest request);
  Task<ControlReply> handle(ControlRequest request);
  void begin_to_stop();
  void show_result(const std::string& line);
  void tell(const std::string& news);
  void round_over();
  ProgressState progress() const;
  std::string status() const;
  void print_end() const;
  void close();
  std::string farewell() const;

  const TournamentConfig& config_;
  const Show show_;
  const AtEnd at_end_;
  CommandLoop loop_;
  std::optional<HangupSignal> hangup_;
  PeriodicTimer tick_;
  ServiceManager service_manager_ = ServiceManager::from_environment();
  PeriodicTimer lobby_tick_;
  PeriodicTimer watchdog_;
  PeriodicTimer signs_of_life_;   // for referees that stand by
  std::unique_ptr<Store> store_;  // until the parts take over the store
  const bool tells_signs_of_life_;
  OpenedStore opened_;
  Launcher launcher_;
  TournamentParts parts_;
  pages::SiteWriter site_;  // a reader of the store: ends before the parts close that
  WaitingTimes waiting_times_;
  std::unique_ptr<TournamentRunner> runner_;
  Arbiter arbiter_;
  ControlSocket control_;
  std::optional<Listener> listener_;
  std::optional<prepare::OwnProcess> own_process_;    // prepares versions
  std::optional<queue::RemoteBuilds> remote_builds_;  // at workers
  std::optional<versions::Versions> versions_;
  std::optional<TournamentWeb> web_;
  std::optional<ProgressDisplay> display_;
  TimePoint begun_ = loop_.clock().now();
  bool play_ended_ = false;
  bool stayed_ = false;
  bool stopping_ = false;
  int stopped_by_ = 0;  // the second signal
};

}  // namespace referee
