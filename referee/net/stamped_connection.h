#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "referee/base/file_descriptor.h"
#include "referee/base/units.h"
#include "referee/net/round_trip.h"
#include "referee/net/stamp.h"

namespace referee {

/// One moment on both clocks.
struct Moment {
  TimePoint mono;
  RealtimeOffset offset{0};

  /// Samples (monotonic, realtime, monotonic), again if something came in between; `mono` is the first
  /// reading.
  static Moment now();
};

/// The bytes of one connection and the times at which they came. Everything that gives bytes a meaning
/// (lines; encryption, should there be any) stands above it, so that a stamp is always the kernel's own and
/// says when the bytes came in, not when somebody had made sense of them. Nothing here waits.
class StampedConnection {
 public:
  /// A connected TCP socket with receive stamps asked for, or the two ends of pipes: these have no stamps,
  /// and REQUIRE that SIGPIPE is ignored. Throws std::system_error.
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

  /// Advises the kernel to acknowledge at once.
  void acknowledge();

  /// Nothing if the kernel has no measurement.
  std::optional<RoundTrip> round_trip() const;

  /// No more will be sent; the peer reads to the end.
  void shutdown_send();
  void close();
  bool is_open() const { return in_.get() >= 0; }
  /// Whether bytes come with the kernel's stamps.
  bool is_stamped() const { return is_socket_; }
  /// What to read from, and what to write to, for whoever waits; -1 once closed.
  int in() const { return in_.get(); }
  int out() const { return is_socket_ ? in_.get() : out_.get(); }

 private:
  FileDescriptor in_;
  FileDescriptor out_;  // of pipes only
  bool is_socket_;
};

}  // namespace referee
