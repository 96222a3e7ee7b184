#pragma once

#include <memory>
#include <string>

#include "referee/base/file_descriptor.h"
#include "referee/net/connection.h"
#include "referee/tls/handshake_limits.h"
#include "referee/tls/tls_server.h"

namespace referee {

/// A port whose connections speak TLS.
class TlsPort {
 public:
  /// Logs what the operator should know of the certificate. `handshakes_per_second`: of one address, behind a
  /// burst. Throws what TlsServer throws.
  explicit TlsPort(TlsSpec spec, int handshakes_per_second = HandshakeLimits::kPerSecond);

  /// The connection of an accepted socket.
  Connection accept(FileDescriptor socket) const;
  /// Reads the files again; connections that are accepted from now on use them. Throws what TlsServer throws:
  /// then the certificate stays as it was.
  void reload();
  /// The present certificate, for people: its SHA-256, and how long it is valid.
  std::string text() const;
  /// SHA-256 of the present certificate, as `join --pin` takes it.
  const std::string& pin() const;

 private:
  static std::shared_ptr<const TlsServer> load(const TlsSpec& spec);

  TlsSpec spec_;
  std::shared_ptr<const TlsServer> server_;
  std::shared_ptr<HandshakeLimits> limits_;
};

}  // namespace referee
