#include "referee/process/cpu_meter.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "referee/base/process_stat.h"
#include "referee/process/inside/children.h"

namespace referee {
namespace {

constexpr int kWaited = 14;  // cutime, and then cstime, of proc(5), as stat_field() counts

/// Throws std::system_error.
FileDescriptor open_stat(pid_t pid) {
  const std::string stat = "/proc/" + std::to_string(pid) + "/stat";
  FileDescriptor file(::open(stat.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) {
    throw std::system_error(errno, std::generic_category(), stat);
  }
  return file;
}

/// By the process of this stat, in the kernel's ticks; 0 if there is none.
Microseconds waited_for(const FileDescriptor& of) {
  static const long kTicksPerSecond = ::sysconf(_SC_CLK_TCK);
  std::array<char, 1024> text{};
  const ssize_t size = of.get() < 0 ? 0 : ::pread(of.get(), text.data(), text.size(), 0);
  if (size <= 0) {
    return Microseconds{0};
  }
  const std::string_view stat(text.data(), static_cast<std::size_t>(size));
  return Microseconds(sum_of_stat_fields(stat, kWaited) * 1'000'000 / kTicksPerSecond);
}

constexpr const char* kCpuByAtMost = "REFEREE_CPU_BY_AT_MOST";
constexpr std::array kCpuWays{"process_clocks_or_wall", "process_clocks", "cgroup"};

constexpr std::string_view kField = "usage_usec ";  // the first line of cpu.stat

}  // namespace

CpuBy cpu_by_at_most() {
  const char* const set = std::getenv(kCpuByAtMost);
  const auto found = set == nullptr ? kCpuWays.end() : std::ranges::find(kCpuWays, std::string_view(set));
  return found == kCpuWays.end() ? CpuBy::cgroup : static_cast<CpuBy>(found - kCpuWays.begin());
}

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

ProcessClock::ProcessClock(pid_t pid, Children children, pid_t parent) {
  try {
    own_.emplace(pid);
    if (children == Children::some) {
      stat_ = open_stat(pid);
    }
  } catch (const std::system_error&) {
    if (parent == 0) {
      throw;
    }
  }
  if (parent != 0) {
    stat_of_parent_ = open_stat(parent);
  }
}

Microseconds ProcessClock::used() {
  const auto own = own_ ? own_->read() : std::nullopt;
  latest_ =
      std::max(latest_, own ? whole_microseconds(*own) + waited_for(stat_) : waited_for(stat_of_parent_));
  return latest_;
}

void TreeClock::add(pid_t pid, Clocks& to) {
  try {
    const auto known = clocks_.find(pid);
    to[pid] = known != clocks_.end() ? known->second : std::make_shared<ProcessClock>(pid);
  } catch (const std::system_error&) {
    return;  // it has ended between the two looks, and is its parent's to account for
  }
  for (const pid_t child : children_of(pid)) {
    if (!to.contains(child)) {
      add(child, to);
    }
  }
}

Microseconds TreeClock::used() {
  Clocks now;
  add(root_, now);
  clocks_ = std::move(now);
  Microseconds sum{0};
  for (const auto& [pid, clock] : clocks_) {
    sum += clock->used();
  }
  latest_ = std::max(latest_, sum);
  return latest_;
}

void GroupClock::follow(pid_t pid) {
  try {
    followed_.emplace(pid);
  } catch (const std::system_error&) {
    followed_.reset();  // what it has used is in the group's count
  }
}

Microseconds GroupClock::used() {
  // In this order: to read a process's clock the kernel brings the counts of its running threads up to date,
  // the group's with them.
  const Microseconds followed = of_followed();
  latest_ = std::max({latest_, followed, of_group()});
  return latest_;
}

Microseconds GroupClock::of_followed() {
  if (parent_ != 0 && !followed_) {
    if (const std::vector<pid_t> children = children_of(parent_); !children.empty()) {
      follow(children.front());
    }
  }
  return followed_ ? whole_microseconds(followed_->read().value_or(Nanoseconds{0})) : Microseconds{0};
}

/// 0 if the cgroup was removed.
Microseconds GroupClock::of_group() const {
  std::array<char, 256> text{};
  const ssize_t size = ::pread(cpu_stat_.get(), text.data(), text.size(), 0);
  std::string_view line(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  std::int64_t used = 0;
  if (line.starts_with(kField)) {
    line.remove_prefix(kField.size());
    std::from_chars(line.data(), line.data() + line.size(), used);
  }
  return Microseconds(used);
}

}  // namespace referee
