#include "referee/process/reaper.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <utility>
#include <vector>

#include "referee/loop/event.h"
#include "referee/process/inside/children.h"

namespace referee {
namespace {

bool has_ended(pid_t pid) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid;
}

}  // namespace

Reaper::Reaper(Tasks& tasks) : tasks_(tasks), signals_(tasks.io(), SIGCHLD) { listen(); }

void Reaper::watch(pid_t pid, Ended ended) {
  watched_.emplace(pid, std::move(ended));
  listen();
  sweep();  // it may have ended already, with its signal before we watched
}

void Reaper::stop() {
  stopped_ = true;
  if (is_done()) {
    signals_.cancel();
  }
}

void Reaper::listen() {
  if (!std::exchange(listens_, true)) {
    tasks_.start("reaper", loop());
  }
}

Task<> Reaper::loop() {
  const std::weak_ptr<const char> exists = exists_;
  while (!is_done()) {
    (void)co_await signals_.async_wait(kAwait);
    if (exists.expired()) {
      co_return;
    }
    sweep();
  }
  listens_ = false;
}

void Reaper::sweep() {
  std::vector<std::pair<Ended, int>> calls;  // made last: they may watch again
  for (auto entry = watched_.begin(); entry != watched_.end();) {
    if (!has_ended(entry->first)) {
      ++entry;
      continue;
    }
    ::kill(-entry->first, SIGKILL);
    int status = 0;
    ::waitpid(entry->first, &status, 0);
    calls.emplace_back(std::move(entry->second), status);
    entry = watched_.erase(entry);
  }
  if (adopts_) {
    end_orphans();
  }
  for (const auto& [ended, status] : calls) {
    ended(status);
  }
  if (is_done()) {
    signals_.cancel();  // the caller may be watch()
  }
}

/// The kernel gives orphans to the first thread. Children of other threads have a Reaper of their own.
void Reaper::end_orphans() const {
  for (const pid_t child : children_of_first_thread()) {
    if (!watched_.contains(child)) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, WNOHANG);  // if it has ended; else the signal of its end will follow
    }
  }
}

}  // namespace referee
