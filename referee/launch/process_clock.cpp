#include "referee/launch/process_clock.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

namespace referee {
namespace {

constexpr int kWaitedUser = 14;  // fields behind the process name, from 1: cutime and cstime of proc(5)
constexpr int kWaitedSystem = 15;

/// The `n`-th word of `text`, from 1, as a number; 0 if there is none.
long number_at(std::string_view text, int n) {
  for (; n > 1 && !text.empty(); --n) {
    text.remove_prefix(std::min(text.size(), text.find(' ') + 1));
  }
  long number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

ProcessClock::ProcessClock(pid_t pid) {
  if (const int error = ::clock_getcpuclockid(pid, &clock_); error != 0) {
    throw std::system_error(error, std::generic_category(),
                            "processor-time clock of process " + std::to_string(pid));
  }
  stat_ = ::open(("/proc/" + std::to_string(pid) + "/stat").c_str(), O_RDONLY | O_CLOEXEC);
  if (stat_ < 0) {
    throw std::system_error(errno, std::generic_category(), "/proc/" + std::to_string(pid) + "/stat");
  }
}

ProcessClock::~ProcessClock() { ::close(stat_); }

Microseconds ProcessClock::used() {
  timespec own{};
  if (::clock_gettime(clock_, &own) == 0) {
    const auto total = std::chrono::seconds(own.tv_sec) + Nanoseconds(own.tv_nsec) + children();
    latest_ = std::max(latest_, whole_microseconds(total));
  }
  return latest_;
}

Microseconds ProcessClock::children() const {
  static const long kTicksPerSecond = ::sysconf(_SC_CLK_TCK);
  std::array<char, 1024> text{};
  const ssize_t size = ::pread(stat_, text.data(), text.size(), 0);
  if (size <= 0) {
    return Microseconds{0};
  }
  // The name may hold spaces and brackets: the fields are counted behind its closing bracket, the state being
  // first.
  std::string_view stat(text.data(), static_cast<std::size_t>(size));
  stat.remove_prefix(std::min(stat.size(), stat.rfind(')') + 2));
  const long ticks = number_at(stat, kWaitedUser) + number_at(stat, kWaitedSystem);
  return Microseconds(ticks * 1'000'000 / kTicksPerSecond);
}

}  // namespace referee
