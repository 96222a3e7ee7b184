#include "referee/net/wire.h"

#include <linux/errqueue.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "referee/net/socket_options.h"

namespace referee {
namespace {

constexpr auto kAwait = boost::asio::as_tuple(boost::asio::use_awaitable);

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

}  // namespace

Moment Moment::now() {
  const TimePoint before = std::chrono::steady_clock::now();
  timespec real{};
  ::clock_gettime(CLOCK_REALTIME, &real);
  const TimePoint after = std::chrono::steady_clock::now();
  const auto middle = before + (after - before) / 2;
  return {before, as_nanoseconds(real) - std::chrono::duration_cast<Nanoseconds>(middle.time_since_epoch())};
}

Wire::Wire(boost::asio::io_context& io, int fd) : descriptor_(io, fd) {
  set_nonblocking(fd);
  disable_nagle(fd);
}

Wire::Read Wire::read(std::span<char> into) {
  if (!descriptor_.is_open()) {
    return {Read::Status::closed, 0, {}, std::nullopt};
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
    size = ::recvmsg(descriptor_.native_handle(), &message, MSG_DONTWAIT);
  } while (size < 0 && errno == EINTR);
  if (size > 0) {
    return {Read::Status::data, static_cast<std::size_t>(size), Moment::now(), stamp_of(message)};
  }
  const bool nothing_yet = size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  return {nothing_yet ? Read::Status::nothing_yet : Read::Status::closed, 0, {}, std::nullopt};
}

std::optional<std::size_t> Wire::write(std::string_view bytes) {
  if (!descriptor_.is_open()) {
    return std::nullopt;
  }
  ssize_t size = 0;
  do {
    size = ::send(descriptor_.native_handle(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (size < 0 && errno == EINTR);
  if (size >= 0) {
    return static_cast<std::size_t>(size);
  }
  if (errno == EAGAIN || errno == EWOULDBLOCK) {
    return 0;
  }
  return std::nullopt;
}

Task<bool> Wire::readable() {
  const auto [error] =
      co_await descriptor_.async_wait(boost::asio::posix::descriptor_base::wait_read, kAwait);
  co_return !error;
}

Task<bool> Wire::writable() {
  const auto [error] =
      co_await descriptor_.async_wait(boost::asio::posix::descriptor_base::wait_write, kAwait);
  co_return !error;
}

void Wire::acknowledge() {
  if (descriptor_.is_open()) {
    acknowledge_now(descriptor_.native_handle());
  }
}

std::optional<RoundTrip> Wire::round_trip() const {
  return descriptor_.is_open() ? round_trip_of(descriptor_.native_handle()) : std::nullopt;
}

void Wire::shutdown_send() {
  if (descriptor_.is_open()) {
    ::shutdown(descriptor_.native_handle(), SHUT_WR);
  }
}

void Wire::close() {
  boost::system::error_code ignored;  // the descriptor is gone whatever close() says
  descriptor_.close(ignored);
}

}  // namespace referee
