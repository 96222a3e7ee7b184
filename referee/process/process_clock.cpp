#include "referee/process/process_clock.h"

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

BareClock::BareClock(pid_t pid) {
  if (const int error = ::clock_getcpuclockid(pid, &clock_); error != 0) {
    throw std::system_error(error, std::generic_category(),
                            "processor-time clock of process " + std::to_string(pid));
  }
}

std::optional<Nanoseconds> BareClock::read() const {
  timespec time{};
  if (::clock_gettime(clock_, &time) != 0) {
    return std::nullopt;
  }
  return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

ProcessClock::ProcessClock(pid_t pid, Children children) : own_(pid) {
  if (children == Children::none) {
    return;
  }
  const std::string stat = "/proc/" + std::to_string(pid) + "/stat";
  stat_ = FileDescriptor(::open(stat.c_str(), O_RDONLY | O_CLOEXEC));
  if (stat_.get() < 0) {
    throw std::system_error(errno, std::generic_category(), stat);
  }
}

Microseconds ProcessClock::used() {
  if (const auto own = own_.read()) {
    latest_ = std::max(latest_, whole_microseconds(*own + children()));
  }
  return latest_;
}

Microseconds ProcessClock::children() const {
  if (stat_.get() < 0) {
    return Microseconds{0};
  }
  static const long kTicksPerSecond = ::sysconf(_SC_CLK_TCK);
  std::array<char, 1024> text{};
  const ssize_t size = ::pread(stat_.get(), text.data(), text.size(), 0);
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
