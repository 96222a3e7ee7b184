#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "referee/base/file_descriptor.h"
#include "referee/base/kernel_time.h"
#include "referee/base/units.h"
#include "referee/clocks/moment.h"
#include "referee/net/round_trip.h"

namespace referee {

/// The bytes of one connection and the times at which they left and arrived. Code that gives bytes a meaning
/// (lines, possibly encryption) uses this class, so that a stamp is always the kernel's own and tells when
/// the bytes arrived, not when they were decoded. No call waits.
class StampedConnection {
 public:
  /// A connected TCP socket, for which receive stamps are switched on, or the two ends of pipes: pipes have
  /// no stamps, and REQUIRE that SIGPIPE is ignored. Throws std::system_error.
  explicit StampedConnection(FileDescriptor socket);
  StampedConnection(FileDescriptor in, FileDescriptor out);

  struct Read {
    enum class Status { data, nothing_yet, closed };
    Status status = Status::nothing_yet;
    std::size_t size = 0;
    Moment at;                             ///< when it was read
    std::optional<Nanoseconds> real = {};  ///< the kernel's stamp of the newest byte, CLOCK_REALTIME
  };
  Read read(std::span<char> into);

  /// Writes what the kernel takes now; nothing if the peer is gone.
  std::optional<std::size_t> write(std::string_view bytes);
  /// Asks the kernel for stamps of what is sent from now on, where what arrives has stamps. They come by the
  /// socket's error queue. REQUIRES: who waits for the socket calls read() as long as it is ready, an error
  /// included, as the Poller has it: Asio's own waits may stall.
  void stamp_sends();
  /// When the kernel passed the last byte that write() gave it to the network: its own stamp, after
  /// stamp_sends(), which lies within that call, and before the peer can have read the byte. Without a stamp:
  ///   - the end of the call, if the byte could not leave at once, on pipes, and where none is asked for;
  ///   - otherwise the beginning of the call: a peer that fills our receive buffer makes the kernel drop
  ///     stamps.
  TimePoint sent_at() const { return sent_at_; }

  /// Advises the kernel to acknowledge at once.
  void acknowledge();

  /// The round-trip time of the connection; nothing if the kernel has no measurement.
  std::optional<RoundTrip> round_trip() const;

  /// Ends the stream to the peer: it reads the end of the stream after the last byte.
  void shutdown_send();
  void close();
  bool is_open() const { return in_.get() >= 0; }
  /// Whether bytes come with the kernel's stamps.
  bool is_stamped() const { return is_stamped_; }
  /// The descriptors to read from and to write to, for code that waits for them; -1 once closed.
  int in() const { return in_.get(); }
  int out() const { return is_socket_ ? in_.get() : out_.get(); }

 private:
  void note_sent(TimePoint before, std::size_t size);
  std::optional<Nanoseconds> newest_send_stamp();

  FileDescriptor in_;
  FileDescriptor out_;  // of pipes only
  bool is_socket_;
  bool is_stamped_;
  bool stamps_sends_ = false;
  std::uint32_t written_ = 0;  // bytes since stamps of sends are on, as the kernel counts them
  TimePoint sent_at_ = kernel_now();
};

}  // namespace referee
