#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "referee/loop/tasks.h"
#include "referee/match/launcher.h"
#include "referee/match/lobby.h"
#include "referee/net/tls_port.h"
#include "referee/tournament/config/config.h"
#include "referee/tournament/run/roster.h"

namespace referee {

/// How the bots of a tournament are reached: those that are launched here, and those that dial in.
class BotConnections {
 public:
  /// `launcher` and `roster`, which says who may come, outlive it. Throws what TlsPort throws.
  BotConnections(Tasks& tasks, const TournamentConfig& config, Roster& roster, Launcher& launcher);
  BotConnections(const BotConnections&) = delete;
  BotConnections& operator=(const BotConnections&) = delete;

  Lobby& lobby() { return lobby_; }
  /// nullptr: connections have no TLS.
  const TlsPort* tls() const { return tls_ ? &*tls_ : nullptr; }
  /// Takes over a connection that the listener accepted.
  void accept(int fd);
  /// Reads the files of the certificate again, for connections to come; returns what is used now, for people.
  /// Throws std::invalid_argument: the tournament has no TLS, or the files are wrong, and the certificate
  /// stays as it was.
  std::string reload_certificate();
  /// Says `bye` to all connections and closes them, so that the event loop ends. Without a reason it says
  /// nothing: the bots dial again.
  void close(std::string_view reason);

 private:
  Launcher& launcher_;
  std::optional<TlsPort> tls_;
  Roster& roster_;
  Lobby lobby_;
};

}  // namespace referee
