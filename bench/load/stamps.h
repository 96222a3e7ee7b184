#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace load {

/// Moments are nanoseconds of CLOCK_MONOTONIC, durations nanoseconds too.
using Nanoseconds = std::int64_t;

constexpr Nanoseconds kMillisecond = 1'000'000;
constexpr Nanoseconds kSecond = 1'000'000'000;

/// Now.
Nanoseconds now();

struct StampedRead {
  ssize_t size = 0;       ///< as recvmsg() returns it; errno is left as it was set
  Nanoseconds stamp = 0;  ///< when the kernel received the newest of these bytes; 0 if unknown
};

/// Reads the bytes that have arrived, without waiting. REQUIRES: `fd` has receive stamps on.
StampedRead read_stamped(int fd, std::span<char> into);

}  // namespace load
