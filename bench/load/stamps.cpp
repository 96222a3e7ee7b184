#include "bench/load/stamps.h"

#include <linux/errqueue.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <cstring>
#include <ctime>

namespace load {
namespace {

Nanoseconds read_clock(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return time.tv_sec * kSecond + time.tv_nsec;
}

/// Stamps are of CLOCK_REALTIME: how far it is ahead of CLOCK_MONOTONIC now.
Nanoseconds offset_of_realtime() {
  const Nanoseconds before = now();
  const Nanoseconds real = read_clock(CLOCK_REALTIME);
  const Nanoseconds after = now();
  return real - (before + (after - before) / 2);
}

Nanoseconds stamp_of(msghdr& message) {
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_TIMESTAMPING) {
      scm_timestamping stamps{};
      std::memcpy(&stamps, CMSG_DATA(part), sizeof(stamps));
      return stamps.ts[0].tv_sec * kSecond + stamps.ts[0].tv_nsec;
    }
  }
  return 0;
}

}  // namespace

Nanoseconds now() { return read_clock(CLOCK_MONOTONIC); }

StampedRead read_stamped(int fd, std::span<char> into) {
  iovec bytes{into.data(), into.size()};
  alignas(cmsghdr) std::array<char, 256> control;
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const ssize_t size = ::recvmsg(fd, &message, MSG_DONTWAIT);
  if (size <= 0) {
    return {size, 0};
  }
  const Nanoseconds real = stamp_of(message);
  return {size, real == 0 ? 0 : real - offset_of_realtime()};
}

}  // namespace load
