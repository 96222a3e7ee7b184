// How late this machine wakes a process that sleeps on a timerfd: no referee can notice a silent bot sooner.
// Sleeps until absolute moments, PERIOD milliseconds apart, until its standard input ends; then prints each
// lateness in nanoseconds, one per line. Usage: bare_timer PERIOD
#include <poll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bench/load/stamps.h"
#include "referee/base/file_descriptor.h"

int main(int argc, char** argv) {
  const load::Nanoseconds period = (argc > 1 ? std::atoi(argv[1]) : 5) * load::kMillisecond;
  if (period <= 0) {
    std::fprintf(stderr, "usage: bare_timer PERIOD\n");
    return 2;
  }
  const referee::FileDescriptor timer(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC));
  std::vector<load::Nanoseconds> lateness;
  std::array<pollfd, 2> ready{{{timer.get(), POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}}};
  load::Nanoseconds at = load::now();
  while (ready[1].revents == 0) {
    at += period;
    const itimerspec moment{{0, 0}, {at / load::kSecond, at % load::kSecond}};
    ::timerfd_settime(timer.get(), TFD_TIMER_ABSTIME, &moment, nullptr);
    if (::poll(ready.data(), ready.size(), -1) < 0) {
      return 1;
    }
    if (ready[0].revents != 0) {
      lateness.push_back(load::now() - at);
      std::uint64_t expirations = 0;
      if (::read(timer.get(), &expirations, sizeof(expirations)) != sizeof(expirations)) {
        return 1;
      }
    }
  }
  for (const load::Nanoseconds late : lateness) {
    std::printf("%lld\n", static_cast<long long>(late));
  }
}
