#include "referee/tournament/run/bot_connections.h"

#include <stdexcept>
#include <utility>

#include "referee/base/file_descriptor.h"
#include "referee/net/connection.h"

namespace referee {

BotConnections::BotConnections(Tasks& tasks, const TournamentConfig& config, Roster& roster,
                               Launcher& launcher)
    : launcher_(launcher),
      tls_(config.tls ? std::optional<TlsPort>(std::in_place, *config.tls) : std::nullopt),
      roster_(roster),
      lobby_(tasks, roster, Milliseconds(config.clock.init_ms)) {}

void BotConnections::accept(int fd) {
  FileDescriptor socket(fd);
  lobby_.accept(tls_ ? tls_->accept(std::move(socket)) : Connection(StampedConnection(std::move(socket))));
}

std::string BotConnections::reload_certificate() {
  if (!tls_) {
    throw std::invalid_argument("there is no certificate: the tournament file has no \"tls\"");
  }
  tls_->reload();
  return tls_->text();
}

void BotConnections::close(std::string_view reason) {
  lobby_.close(reason);
  roster_.dismiss_all(reason);
  launcher_.close();
}

}  // namespace referee
