#include "referee/process/cpu_meter.h"

#include <fcntl.h>
#include <sys/stat.h>
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
#include "referee/process/thread_accounting.h"

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

bool CpuMeter::may_run() const {
  const bool is_here = shares_cpu_ != 0 && is_on_one_cpu(shares_cpu_);
  return !is_here && may_others_run();
}

BareClock::BareClock(pid_t pid)
    : pid_(pid),
      threads_(::open(("/proc/" + std::to_string(pid) + "/task").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
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

bool BareClock::account() const {
  constexpr nlink_t kOfNoThread = 2;
  struct stat folder {};
  if (::fstat(threads_.get(), &folder) != 0 || folder.st_nlink <= kOfNoThread + 1) {
    return account_for(pid_);
  }
  std::vector<pid_t> threads = threads_of(pid_);
  threads.resize(std::min(threads.size(), kMostThreads));
  return std::ranges::all_of(threads, account_for);
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
  if (may_run()) {
    (void)accounts();  // the source says it where the kernel refuses
  }
  const auto own = own_ ? own_->read() : std::nullopt;
  latest_ =
      std::max(latest_, own ? whole_microseconds(*own) + waited_for(stat_) : waited_for(stat_of_parent_));
  return latest_;
}

void TreeClock::add(pid_t pid, Clocks& to) const {
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

const char* TreeClock::source() const {
  Clocks now;
  add(root_, now);
  return std::ranges::all_of(now, [](const auto& of) { return of.second->accounts(); }) ? kSource : kAtTicks;
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

Microseconds GroupClock::used() {
  if (may_run()) {
    (void)account();  // the source says it where the kernel refuses
  }
  latest_ = std::max(latest_, of_group());
  return latest_;
}

bool GroupClock::account() const {
  constexpr std::size_t kLine = 8;  // digits and the end of the line, of most threads
  std::array<char, kMostThreads * kLine> text{};
  const ssize_t size = threads_.get() < 0 ? 0 : ::pread(threads_.get(), text.data(), text.size(), 0);
  const char* const end = text.data() + std::max<ssize_t>(size, 0);
  bool all = true;
  pid_t thread = 0;
  for (const char* at = text.data(); at != end;) {
    const auto number = std::from_chars(at, end, thread);
    if (number.ec != std::errc() || number.ptr == end) {
      break;  // the buffer is full
    }
    at = number.ptr + 1;
    if (std::ranges::find(ours_, thread) == ours_.end()) {
      all = account_for(thread) && all;
    }
  }
  return all;
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
