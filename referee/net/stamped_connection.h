#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "referee/base/file_descriptor.h"
#include "referee/base/kernel_time.h"
#include "referee/base/units.h"
#include "referee/net/link.h"

namespace referee {

/// The kernel's link. Stamps of sends come by the socket's error queue: Asio's own waits may stall there.
class StampedConnection final : public Link {
 public:
  /// What may have made the packets of a connection.
  enum class Packets {
    anything,    ///< a peer that chooses their order, or a network that changes it
    this_kernel  ///< our kernel alone, for a bot that it gives no raw socket
  };

  /// A connected TCP socket, for which receive stamps are switched on, or the two ends of pipes: pipes have
  /// no stamps, and REQUIRE that SIGPIPE is ignored. Throws std::system_error.
  ///
  /// The kernel reads nothing out before all bytes in front of it are there, but then it gives the stamp of
  /// the last packet, which may be the first that has come. So a connection has no stamps any more from the
  /// first packet on that came out of order, and none at all where the kernel does not count such packets.
  explicit StampedConnection(FileDescriptor socket, Packets packets = Packets::anything);
  StampedConnection(FileDescriptor in, FileDescriptor out);

  Read read(std::span<char> into) override;
  std::optional<std::size_t> write(std::string_view bytes) override;
  void stamp_sends() override;
  TimePoint sent_at() const override { return sent_at_; }
  void acknowledge() override;
  std::optional<RoundTrip> round_trip() const override;
  void shutdown_send() override;
  void close() override;
  bool is_open() const { return in_.get() >= 0; }
  bool is_stamped() const override { return is_stamped_; }
  sockaddr_storage peer() const override;
  int in() const override { return in_.get(); }
  int out() const override { return is_socket_ ? in_.get() : out_.get(); }

 private:
  void note_sent(TimePoint before, std::size_t size);
  std::optional<Nanoseconds> newest_send_stamp();

  FileDescriptor in_;
  FileDescriptor out_;  // of pipes only
  bool is_socket_;
  Packets packets_;
  bool is_stamped_;
  bool stamps_sends_ = false;
  std::uint32_t written_ = 0;  // bytes since stamps of sends are on, as the kernel counts them
  TimePoint sent_at_ = kernel_now();
};

}  // namespace referee
