#include "referee/net/stamped_connection.h"

#include <linux/errqueue.h>
#include <netinet/in.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <utility>

#include "referee/base/file_descriptor.h"
#include "referee/base/kernel_time.h"
#include "referee/base/sockets.h"
#include "referee/clocks/stamp.h"
#include "referee/net/packet_order.h"

namespace referee {
namespace {

Nanoseconds as_nanoseconds(const timespec& time) {
  return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

/// The software stamp among the control messages; the very first packets after enabling may lack it.
std::optional<Nanoseconds> stamp_of(msghdr& message) {
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_TIMESTAMPING) {
      continue;
    }
    scm_timestamping stamps{};
    std::memcpy(&stamps, CMSG_DATA(part), sizeof(stamps));
    const Nanoseconds software = as_nanoseconds(stamps.ts[0]);
    if (software.count() != 0) {
      return software;
    }
  }
  return std::nullopt;
}

/// The number of the byte that a stamp of a send is about.
std::optional<std::uint32_t> stamped_byte(msghdr& message) {
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
    const bool is_error = (part->cmsg_level == SOL_IP && part->cmsg_type == IP_RECVERR) ||
                          (part->cmsg_level == SOL_IPV6 && part->cmsg_type == IPV6_RECVERR);
    sock_extended_err error{};
    if (is_error && part->cmsg_len >= CMSG_LEN(sizeof(error))) {
      std::memcpy(&error, CMSG_DATA(part), sizeof(error));
      if (error.ee_origin == SO_EE_ORIGIN_TIMESTAMPING) {
        return error.ee_data;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

StampedConnection::StampedConnection(FileDescriptor socket, Packets packets)
    : in_(std::move(socket)),
      is_socket_(true),
      packets_(packets),
      is_stamped_(has_receive_stamps(in_.get()) &&
                  (packets_ == Packets::this_kernel || packets_out_of_order(in_.get()))) {
  set_nonblocking(in_.get());
  disable_nagle(in_.get());
}

StampedConnection::StampedConnection(FileDescriptor in, FileDescriptor out)
    : in_(std::move(in)),
      out_(std::move(out)),
      is_socket_(false),
      packets_(Packets::this_kernel),
      is_stamped_(false) {
  set_nonblocking(in_.get());
  set_nonblocking(out_.get());
}

Link::Read StampedConnection::read(std::span<char> into) {
  if (!is_open()) {
    return {Read::Status::closed, 0, {}};
  }
  iovec bytes{into.data(), into.size()};
  alignas(cmsghdr) std::array<char, 256> control;
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  ssize_t size = 0;
  do {
    size = is_socket_ ? ::recvmsg(in_.get(), &message, MSG_DONTWAIT)
                      : ::read(in_.get(), into.data(), into.size());
  } while (size < 0 && errno == EINTR);
  if (size > 0) {
    Read read{Read::Status::data, static_cast<std::size_t>(size), Moment::now()};
    if (is_stamped_) {  // no packet that comes now changes the stamp any more: the count is complete
      is_stamped_ = packets_ == Packets::this_kernel || packets_out_of_order(in_.get()) == 0;
      (is_stamped_ ? read.real : read.overtaken) = stamp_of(message);
    }
    return read;
  }
  const bool nothing_yet = size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  if (nothing_yet && stamps_sends_) {
    (void)newest_send_stamp();  // of a send that left late, or again: it would wake the loop for ever
  }
  return {nothing_yet ? Read::Status::nothing_yet : Read::Status::closed, 0, {}};
}

std::optional<std::size_t> StampedConnection::write(std::string_view bytes) {
  if (out() < 0) {
    return std::nullopt;
  }
  ssize_t size = 0;
  const TimePoint before = kernel_now();
  do {
    size = is_socket_ ? ::send(in_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL)
                      : ::write(out_.get(), bytes.data(), bytes.size());
  } while (size < 0 && errno == EINTR);
  if (size >= 0) {
    note_sent(before, static_cast<std::size_t>(size));
    return static_cast<std::size_t>(size);
  }
  if (errno == EAGAIN || errno == EWOULDBLOCK) {
    return 0;
  }
  return std::nullopt;
}

void StampedConnection::stamp_sends() { stamps_sends_ = is_stamped_ && enable_send_stamps(in_.get()); }

/// The kernel has taken `size` bytes in a call that began at `before`.
void StampedConnection::note_sent(TimePoint before, std::size_t size) {
  if (!stamps_sends_) {
    sent_at_ = kernel_now();
    return;
  }
  written_ += static_cast<std::uint32_t>(size);
  const auto stamp = newest_send_stamp();
  const Moment after = Moment::now();
  if (stamp) {
    const TimePoint at = to_monotonic(*stamp, after.offset, after.offset).at;
    sent_at_ = std::clamp(at, before, after.mono);  // elsewhere only if the clock was set meanwhile
  } else {
    sent_at_ = has_unsent_bytes(in_.get()) ? after.mono : before;
  }
}

/// The stamp of the last byte written, if it has come; throws away older ones.
std::optional<Nanoseconds> StampedConnection::newest_send_stamp() {
  while (true) {
    alignas(cmsghdr) std::array<char, 256> control;
    msghdr message{};
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    if (::recvmsg(in_.get(), &message, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) {
      return std::nullopt;
    }
    if (stamped_byte(message) == written_ - 1) {
      return stamp_of(message);
    }
  }
}

void StampedConnection::acknowledge() {
  if (is_socket_ && is_open()) {
    acknowledge_now(in_.get());
  }
}

std::optional<RoundTrip> StampedConnection::round_trip() const {
  return is_socket_ && is_open() ? round_trip_of(in_.get()) : std::nullopt;
}

void StampedConnection::shutdown_send() {
  if (is_socket_ && is_open()) {
    ::shutdown(in_.get(), SHUT_WR);
  }
  out_ = FileDescriptor();
}

sockaddr_storage StampedConnection::peer() const { return peer_of(in_.get()); }

void StampedConnection::close() {
  in_ = FileDescriptor();
  out_ = FileDescriptor();
}

}  // namespace referee
