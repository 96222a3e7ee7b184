#pragma once

#include <functional>
#include <optional>
#include <string>

#include "referee/http/loop_lag.h"
#include "referee/loop/tasks.h"
#include "referee/match/record_files.h"
#include "referee/net/control_message.h"
#include "referee/pages/lobby.h"
#include "referee/queue/remote_jobs.h"
#include "referee/store/store_writer.h"
#include "referee/tournament/config/config.h"
#include "referee/tournament/run/match_scheduler.h"
#include "referee/versions/versions.h"
#include "referee/web/match_metrics.h"
#include "referee/web/web_server.h"
#include "referee/web/worker_metrics.h"

namespace referee {

/// What of a tournament that is played browsers and Prometheus are shown: ties a web server to its parts. A
/// tournament goes on without it: what goes wrong is logged.
class TournamentWeb {
 public:
  /// What it shows. All outlive it.
  struct Surroundings {
    Tasks& tasks;  ///< of the loop of matches
    const TournamentConfig& config;
    StoreWriter& store;
    const RecordFiles& records;
    MatchScheduler& match_scheduler;
    queue::RemoteJobs* jobs;  ///< of workers; nullptr if there are none
    versions::Versions& versions;
  };
  /// Begins the tournament, on the loop of matches: what the arbiter's command `start` does.
  using Begin = std::function<Task<ControlReply>()>;

  /// Listens, where the config says so. `begin`: empty: it has begun, or begins by itself only.
  TournamentWeb(const Surroundings& around, Begin begin);
  /// Calls stop().
  ~TournamentWeb();
  TournamentWeb(const TournamentWeb&) = delete;
  TournamentWeb& operator=(const TournamentWeb&) = delete;

  /// "watch: http://192.168.1.5:7880/", a line for each address; "" if there is none. The line "begin:" has a
  /// secret: it is for the arbiter's eyes only.
  std::string text() const;
  /// Where this machine and perhaps others open the pages; "": there are none.
  const std::string& address() const { return address_; }
  /// Where other machines open the pages; "": none can.
  std::string address_for_others() const;
  /// Begins to answer. Does nothing after loop_ends().
  void start();
  /// Shows this lobby, if there are pages.
  void show_lobby(const pages::Lobby& lobby);
  /// Shows no lobby any more.
  void end_lobby();
  /// The files of the certificate have changed.
  void reload_tls();
  /// The loop is about to end: nothing is to keep it running.
  void loop_ends();
  /// The tournament is over: whoever looks gets the time to fetch how it ended.
  void show_end();
  void stop();

 private:
  void open(const Begin& begin);
  web::BeginTerms begin_terms(const Begin& begin);

  const Surroundings around_;
  std::string address_;
  std::string submit_text_;
  std::string begin_token_;  // empty: no page begins the tournament
  std::string lobby_;        // as it is shown
  std::optional<web::WebServer> server_;
  std::optional<web::MatchMetrics> match_metrics_;
  std::optional<web::ClaimMetrics> claims_;
  std::optional<web::LoopLag> lag_;
  bool loop_over_ = false;
};

}  // namespace referee
