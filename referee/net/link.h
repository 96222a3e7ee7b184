#pragma once

#include <sys/socket.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "referee/base/units.h"
#include "referee/clocks/moment.h"
#include "referee/net/round_trip.h"

namespace referee {

/// The bytes of one connection and the times at which they left and arrived. Code that gives bytes a meaning
/// (lines, possibly encryption) uses a link, so that a stamp is always the network's own and tells when the
/// bytes arrived, not when they were decoded. No call waits. StampedConnection is the kernel's; tests have a
/// simulated one.
class Link {
 public:
  virtual ~Link() = default;

  struct Read {
    enum class Status { data, nothing_yet, closed };
    Status status = Status::nothing_yet;
    std::size_t size = 0;
    Moment at;  ///< when it was read
    /// The network's stamp of the newest byte, CLOCK_REALTIME: no byte that was read has arrived after it.
    std::optional<Nanoseconds> real = {};
    /// A stamp that does not count, because it may be of a packet that came before others in front of it.
    std::optional<Nanoseconds> overtaken = {};
  };
  virtual Read read(std::span<char> into) = 0;

  /// Writes what is taken now; nothing if the peer is gone.
  virtual std::optional<std::size_t> write(std::string_view bytes) = 0;
  /// Asks for stamps of what is sent from now on, where what arrives has stamps. REQUIRES: who waits for the
  /// link calls read() as long as it is ready, an error included, as the Poller has it.
  virtual void stamp_sends() = 0;
  /// When the last byte that write() took went to the network: its own stamp, after stamp_sends(), which lies
  /// within that call, and before the peer can have read the byte. Without a stamp:
  ///   - the end of the call, if the byte could not leave at once, on pipes, and where none is asked for;
  ///   - otherwise the beginning of the call: a peer that fills our receive buffer makes the kernel drop
  ///     stamps.
  virtual TimePoint sent_at() const = 0;

  /// Advises to acknowledge at once.
  virtual void acknowledge() = 0;
  /// The round-trip time of the connection; nothing if there is no measurement.
  virtual std::optional<RoundTrip> round_trip() const = 0;

  /// Ends the stream to the peer: it reads the end of the stream after the last byte.
  virtual void shutdown_send() = 0;
  virtual void close() = 0;

  /// Whether bytes come with stamps. Once they do not, they do not for the rest of the connection.
  virtual bool is_stamped() const = 0;
  /// The name of the other end, of family AF_UNSPEC if it has none.
  virtual sockaddr_storage peer() const = 0;
  /// The descriptors to read from and to write to, for the Poller; -1 once closed.
  virtual int in() const = 0;
  virtual int out() const = 0;

 protected:
  Link() = default;
  Link(Link&&) = default;
  Link& operator=(Link&&) = default;
};

}  // namespace referee
