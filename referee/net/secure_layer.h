#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "referee/base/units.h"
#include "referee/net/connection.h"
#include "referee/net/link.h"
#include "referee/tls/handshake_limits.h"
#include "referee/tls/tls_server.h"
#include "referee/tls/tls_stream.h"

namespace referee {

/// TLS between a Connection and its bytes. A server's layer looks at the first byte of the client, because
/// that tells whether the client speaks TLS.
class SecureLayer {
 public:
  /// The server's end. `optional`: a client without TLS is let in.
  SecureLayer(std::shared_ptr<const TlsServer> server, std::shared_ptr<HandshakeLimits> limits,
              bool optional);
  /// The client's end.
  explicit SecureLayer(std::unique_ptr<TlsStream> client);

  Connection::Read read(Link& bytes, std::span<char> into);
  std::optional<std::size_t> write(Link& bytes, std::string_view text);
  Connection::Handshake shake_hands(Link& bytes);
  void end(Link& bytes);

  /// The client does not speak TLS: the layer has no use from now on. lacks_tls() says whether it should.
  bool is_plain() const { return kind_ == Kind::plain; }
  bool lacks_tls() const { return is_plain() && !optional_; }
  const std::string& why() const { return why_; }
  const std::optional<TimePoint>& postponed_until() const { return postponed_until_; }

 private:
  enum class Kind { unknown, plain, tls };

  Connection::Read first_read(Link& bytes, std::span<char> into);
  Connection::Read decrypt(Link& bytes, std::span<char> into);
  /// Reads from the kernel, and gives the bytes to the stream.
  Connection::Read receive(Link& bytes);
  Connection::Read closed(std::string why);
  /// Whether the handshake has begun, or begins now.
  bool has_begun();
  /// Whether nothing more can be received.
  bool is_over() const;
  /// Gives the kernel what waits for it; false if the peer is gone.
  bool flush(Link& bytes);

  Kind kind_;
  std::shared_ptr<const TlsServer> server_;
  std::shared_ptr<HandshakeLimits> limits_;
  bool optional_ = false;
  std::unique_ptr<HandshakeLimits::Slot> slot_;  // from the first byte of a handshake to its end
  bool begun_ = false;                           // the handshake has begun
  std::optional<TimePoint> postponed_until_;
  std::unique_ptr<TlsStream> stream_;  // null while unknown
  Connection::Read latest_;            // of the bytes that were read last
  std::size_t without_text_ = 0;       // bytes received since the latest text
  std::size_t sealed_ = 0;             // bytes of text that are encrypted and not taken yet
  std::string why_;
};

}  // namespace referee
