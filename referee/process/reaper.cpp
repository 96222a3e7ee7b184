#include "referee/process/reaper.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <csignal>
#include <utility>
#include <vector>

#include "referee/net/event.h"
#include "referee/process/cpu_meter.h"

namespace referee {
namespace {

bool has_ended(pid_t pid) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid;
}

}  // namespace

Reaper::Reaper(Tasks& tasks) : signals_(tasks.io(), SIGCHLD) { tasks.start("reaper", loop()); }

void Reaper::watch(pid_t pid, Ended ended) {
  watched_.emplace(pid, Watched{std::move(ended)});
  sweep();  // it may have ended already, with its signal before we watched
}

void Reaper::watch_with(pid_t pid, pid_t inner) {
  assert(adopts_);
  if (const auto found = watched_.find(pid); found != watched_.end()) {
    found->second.inner = inner;
  }
}

Task<> Reaper::loop() {
  while (!stopped_) {
    const auto [error, signal] = co_await signals_.async_wait(kAwait);
    if (error) {
      co_return;
    }
    sweep();
  }
}

void Reaper::sweep() {
  std::vector<std::pair<Ended, int>> calls;  // made last: they may watch again
  for (auto entry = watched_.begin(); entry != watched_.end();) {
    if (!has_ended(entry->first)) {
      ++entry;
      continue;
    }
    ::kill(-entry->first, SIGKILL);
    if (!inner_ended(entry->second.inner)) {
      ++entry;  // the signal of its own end will follow
      continue;
    }
    int status = 0;
    ::waitpid(entry->first, &status, 0);
    calls.emplace_back(std::move(entry->second.ended), status);
    entry = watched_.erase(entry);
  }
  if (adopts_) {
    end_orphans();
  }
  for (const auto& [ended, status] : calls) {
    ended(status);
  }
}

/// Called for a process that has ended: whether `inner` has ended, too. If not, it is our child by now, and
/// is killed.
bool Reaper::inner_ended(pid_t inner) const {
  if (inner == 0) {
    return true;
  }
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(inner), &info, WEXITED | WNOHANG) != 0 || info.si_pid == inner) {
    return true;  // its parent had reaped it, or we have now
  }
  ::kill(inner, SIGKILL);
  return false;
}

void Reaper::end_orphans() const {
  for (const pid_t child : children_of(::getpid())) {
    const bool ours = std::ranges::any_of(
        watched_, [&](const auto& entry) { return entry.first == child || entry.second.inner == child; });
    if (!ours) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, WNOHANG);  // if it has ended; else the signal of its end will follow
    }
  }
}

}  // namespace referee
