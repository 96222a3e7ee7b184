#include "referee/net/tls_port.h"

#include <spdlog/spdlog.h>

#include <ctime>
#include <utility>

#include "referee/base/kernel_time.h"
#include "referee/net/secure_layer.h"

namespace referee {

TlsPort::TlsPort(TlsSpec spec, int handshakes_per_second)
    : spec_(std::move(spec)),
      server_(load(spec_)),
      limits_(std::make_shared<HandshakeLimits>(handshakes_per_second)) {}

std::shared_ptr<const TlsServer> TlsPort::load(const TlsSpec& spec) {
  auto server = std::make_shared<const TlsServer>(spec, std::chrono::system_clock::to_time_t(kernel_utc()));
  for (const std::string& warning : server->warnings()) {
    spdlog::warn("{}", warning);
  }
  return server;
}

Connection TlsPort::accept(FileDescriptor socket) const {
  return Connection(std::make_unique<StampedConnection>(std::move(socket)),
                    std::make_unique<SecureLayer>(server_, limits_, spec_.optional));
}

void TlsPort::reload() { server_ = load(spec_); }

std::string TlsPort::text() const {
  return "SHA-256 " + server_->fingerprint() + ", valid until " + server_->last_day();
}

const std::string& TlsPort::pin() const { return server_->fingerprint(); }

}  // namespace referee
