#include "referee/process/cpus.h"

#include <algorithm>
#include <cerrno>

namespace referee {
namespace {

constexpr std::size_t kSets = 8;  // of 1024 CPUs: as many as Linux can be built for

std::size_t size_of(const std::vector<cpu_set_t>& sets) { return sets.size() * sizeof(cpu_set_t); }

Cpus ask() {
  std::vector<cpu_set_t> sets(kSets);
  Cpus cpus;
  if (::sched_getaffinity(0, size_of(sets), sets.data()) != 0) {
    return {0};
  }
  for (int cpu = 0; cpu < static_cast<int>(kSets) * CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET_S(static_cast<std::size_t>(cpu), size_of(sets), sets.data())) {
      cpus.push_back(cpu);
    }
  }
  return cpus;
}

}  // namespace

const Cpus& process_cpus() {
  static const Cpus cpus = ask();
  return cpus;
}

std::string text_of(const Cpus& cpus) {
  std::string text;
  for (std::size_t first = 0; first < cpus.size();) {
    std::size_t last = first;
    while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) {
      ++last;
    }
    text.append(text.empty() ? "" : ",").append(std::to_string(cpus[first]));
    if (last > first) {
      text.append("-").append(std::to_string(cpus[last]));
    }
    first = last + 1;
  }
  return text;
}

std::optional<CpuSplit> split_cpus(const Cpus& usable) {
  constexpr std::size_t kTooFew = 2;
  if (usable.size() <= kTooFew) {
    return std::nullopt;
  }
  return CpuSplit{usable.front(), Cpus(usable.begin() + 1, usable.end())};
}

int present_cpu() {
  const int cpu = ::sched_getcpu();
  const Cpus& ours = process_cpus();
  return std::ranges::find(ours, cpu) != ours.end() ? cpu : ours.front();
}

CpuMask::CpuMask(const Cpus& cpus) : sets_(kSets) {
  for (const int cpu : cpus) {
    CPU_SET_S(static_cast<std::size_t>(cpu), size_of(sets_), sets_.data());
  }
}

bool CpuMask::take() const { return give(0); }

bool CpuMask::give(pid_t thread) const {
  return ::sched_setaffinity(thread, size_of(sets_), sets_.data()) == 0;
}

PinnedThread::PinnedThread(int cpu) : cpu_(cpu), before_(process_cpus()) { (void)CpuMask({cpu}).take(); }

PinnedThread::~PinnedThread() { (void)before_.take(); }

}  // namespace referee
