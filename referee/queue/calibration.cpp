#include "referee/queue/calibration.h"

#include <algorithm>
#include <ctime>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "protocol/sha256.h"

namespace referee::queue {
namespace {

// Whoever changes one of these makes calibrations of other versions incomparable.
constexpr int kRuns = 5;
constexpr std::uint64_t kPlaces = 1U << 17;  // of 8 bytes: 1 MiB
constexpr std::uint64_t kSteps = 2'000'000;
constexpr std::size_t kHashed = 2 * 1024 * 1024;
constexpr std::uint64_t kCheckSum = 0xd2dc0dc22047db29;

/// The next number of SplitMix64.
std::uint64_t next(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t number = state;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

std::uint64_t walk() {
  std::vector<std::uint64_t> table(kPlaces);
  std::uint64_t state = 1;
  for (std::uint64_t& place : table) {
    place = next(state);
  }
  std::uint64_t sum = 0;
  for (std::uint64_t step = 0; step < kSteps; ++step) {
    std::uint64_t& place = table[sum % kPlaces];
    sum ^= next(state) + place;
    place = sum;
  }
  return sum;
}

std::uint64_t hash() {
  const std::string digest = protocol::Sha256::hex_of(std::string(kHashed, 'x'));
  return std::stoull(digest.substr(0, 16), nullptr, 16);
}

Microseconds thread_time() {
  timespec time{};
  if (::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) {
    throw std::runtime_error("the system does not tell the processor time of a thread");
  }
  return std::chrono::duration_cast<Microseconds>(std::chrono::seconds(time.tv_sec) +
                                                  std::chrono::nanoseconds(time.tv_nsec));
}

}  // namespace

std::uint64_t calibration_run() { return walk() ^ hash(); }

Microseconds calibrate() {
  Microseconds best{std::numeric_limits<std::int64_t>::max()};
  for (int run = 0; run < kRuns; ++run) {
    const Microseconds begun = thread_time();
    if (calibration_run() != kCheckSum) {
      throw std::runtime_error("this machine computes the calibration wrongly");
    }
    best = std::min(best, thread_time() - begun);
  }
  return std::max(best, Microseconds{1});
}

}  // namespace referee::queue
