#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/require.h"
#include "referee/http/http_server.h"
#include "referee/http/metrics.h"
#include "referee/http/web_thread.h"
#include "referee/tls/tls_server.h"
#include "referee/tournament/config/web_spec.h"
#include "referee/web/folder_routes.h"
#include "referee/web/tournament_pages.h"
#include "referee/web/worker_watch.h"

namespace referee::web {

/// Shows a tournament to browsers, on a thread of its own: pages, what they load, and the API. Made, started
/// and stopped on the program's own thread.
class WebServer {
 public:
  /// How many ports after the usual one are tried.
  static constexpr std::uint16_t kNextPorts = 100;

  using Tournament = ShownTournament;

  /// Serves the pages of a tournament at web.listen, and figures at web.metrics, where these are given.
  /// Throws std::system_error, naming the address, if it cannot listen; what TlsServer, TournamentReader and
  /// TrustedProxies throw.
  WebServer(const WebSpec& web, const Tournament& tournament, const std::optional<TlsSpec>& tls);
  /// Serves the files of a static site.
  WebServer(const WebSpec& web, const std::filesystem::path& folder);
  /// Calls stop().
  ~WebServer();
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;

  /// "http://127.0.0.1:7880/"; "" without web.listen.
  std::string url() const;
  /// Whether this machine alone reaches the pages. REQUIRES: web.listen.
  bool is_loopback() const {
    REQUIRE(server_);
    return server_->is_loopback();
  }
  /// "http://127.0.0.1:9100/metrics"; "" without web.metrics.
  std::string metrics_url() const;
  /// The observer of all matches that are to be shown live: see MatchScheduler::observe(). REQUIRES: a live
  /// tournament.
  MatchFeed& feed() { return pages_->feed(); }
  Metrics& metrics() { return metrics_; }

  void start();
  /// Reads the certificate again, for connections from now on. A wrong one is logged, and the old one stays.
  void reload_tls();
  /// From any thread: the page of the tournament has this lobby, HTML; "": none. All readers are told.
  /// REQUIRES: web.listen.
  void show_lobby(std::string lobby_html);
  /// From any thread: the store has been written to.
  void changed();
  /// Tells all readers what the store says now, and gives them kLastLook to fetch it, if there are any.
  void show_end();
  static constexpr Milliseconds kLastLook{2'500};
  /// Ends all connections and the thread.
  void stop();

 private:
  void wake();

  Metrics metrics_;
  WebThread thread_{metrics_};
  // What the thread uses:
  std::optional<FolderRoutes> folder_;
  std::unique_ptr<WorkerWatch> workers_;  // has a thread of its own
  std::unique_ptr<TournamentPages> pages_;
  std::atomic<bool> waking_{false};  // a call of TournamentPages::tick_soon() has been posted
  std::optional<HttpServer> server_;
  std::optional<HttpServer> metrics_server_;
};

}  // namespace referee::web
