#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include <boost/asio/posix/stream_descriptor.hpp>

#include "referee/clock/stamp.h"
#include "referee/clock/time.h"
#include "referee/net/round_trip.h"
#include "referee/net/tasks.h"

namespace referee {

/// One moment on both clocks.
struct Moment {
  TimePoint mono;
  RealtimeOffset offset{0};

  /// Samples (monotonic, realtime, monotonic); `mono` is the first reading.
  static Moment now();
};

/// A connected TCP socket whose reads come with the kernel's receive stamp. Nothing here waits but the two
/// awaits.
class Wire {
 public:
  /// Takes over `fd`, a connected TCP socket with receive stamps asked for. Throws std::system_error.
  Wire(boost::asio::io_context& io, int fd);

  struct Read {
    enum class Status { data, nothing_yet, closed };
    Status status = Status::nothing_yet;
    std::size_t size = 0;
    Moment at;                        ///< when it was read
    std::optional<Nanoseconds> real;  ///< the kernel's stamp of the newest byte, CLOCK_REALTIME
  };
  Read read(std::span<char> into);

  /// Writes what the kernel takes now; nothing if the peer is gone.
  std::optional<std::size_t> write(std::string_view bytes);

  /// Until there is something to read (or the peer is gone). False if the wire was closed meanwhile.
  Task<bool> readable();
  Task<bool> writable();

  /// Advises the kernel to acknowledge at once.
  void acknowledge();

  /// Nothing if the kernel has no measurement.
  std::optional<RoundTrip> round_trip() const;

  /// No more will be sent; the peer reads to the end.
  void shutdown_send();
  void close();
  bool is_open() const { return descriptor_.is_open(); }

 private:
  mutable boost::asio::posix::stream_descriptor descriptor_;
};

}  // namespace referee
