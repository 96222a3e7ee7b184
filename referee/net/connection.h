#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "referee/net/link.h"
#include "referee/net/stamped_connection.h"
#include "referee/tls/tls_stream.h"

namespace referee {

class SecureLayer;

/// The text of one connection: the bytes of a link as they are, or TLS above them. The stamp of a text is the
/// network's own for the newest bytes that were needed to decrypt it. No call waits.
class Connection {
 public:
  /// A connection without TLS.
  Connection(StampedConnection bytes);  // NOLINT: every StampedConnection is a connection without TLS
  /// `bytes` is not null.
  explicit Connection(std::unique_ptr<Link> bytes);
  /// `layer` decrypts and encrypts: TlsPort and secure() make one.
  Connection(std::unique_ptr<Link> bytes, std::unique_ptr<SecureLayer> layer);
  ~Connection();
  Connection(Connection&&) noexcept;
  Connection& operator=(Connection&&) = delete;

  struct Read : Link::Read {
    bool more = false;      ///< the kernel may have more bytes now
    bool followed = false;  ///< `real` is an upper bound: later bytes were read together with these
    bool partial = false;   ///< a record of TLS has begun to arrive, and is not complete
  };
  /// Reads what the kernel has now, with its stamp; never waits. With TLS there may be data of size 0. See
  /// Link::read().
  Read read(std::span<char> into);
  /// Room into which all text of one read fits.
  std::size_t room() const { return layer_ == nullptr ? kPlainRoom : kSecureRoom; }
  static constexpr std::size_t kPlainRoom = 16 * 1024;  // most answers are much shorter
  static constexpr std::size_t kSecureRoom = 34 * 1024;

  /// Takes the text of which the kernel has all encrypted bytes now; nothing if the peer is gone, or if TLS
  /// has not been agreed on. REQUIRES: text that was not taken is passed again, at the beginning, in the next
  /// call.
  std::optional<std::size_t> write(std::string_view text);

  /// Ends the stream to the peer, which reads its end after the last byte. With TLS it says close_notify
  /// first.
  void shutdown_send();
  void close();
  void acknowledge() { bytes_->acknowledge(); }
  /// See Link::stamp_sends().
  void stamp_sends() { bytes_->stamp_sends(); }
  /// See Link::sent_at(): of the last byte of the text, and of what encryption added to it.
  TimePoint sent_at() const { return bytes_->sent_at(); }
  std::optional<RoundTrip> round_trip() const { return bytes_->round_trip(); }
  bool is_stamped() const { return bytes_->is_stamped(); }
  sockaddr_storage peer() const { return bytes_->peer(); }
  int in() const { return bytes_->in(); }
  int out() const { return bytes_->out(); }

  /// The client's end: whether the handshake goes on, is done, or has failed. Reads and writes what it can
  /// now.
  enum class Handshake { going_on, done, failed };
  Handshake shake_hands();
  /// Why TLS failed, for people; empty otherwise.
  std::string failure() const;

  /// The port demands TLS and the client does not speak it: what it says is not to be heeded.
  bool lacks_tls() const { return lacks_tls_; }
  /// When read() is to be called again without new bytes: the handshake waits for its turn. Nothing if it
  /// does not wait.
  std::optional<TimePoint> postponed_until() const;

 private:
  Read read_secure(std::span<char> into);

  std::unique_ptr<Link> bytes_;
  std::unique_ptr<SecureLayer> layer_;  // null: without TLS
  bool lacks_tls_ = false;
};

/// The client's end of TLS over `bytes`. shake_hands() comes first.
Connection secure(std::unique_ptr<Link> bytes, std::unique_ptr<TlsStream> client);

}  // namespace referee
