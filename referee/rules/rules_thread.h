#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "referee/loop/loop_thread.h"
#include "referee/process/command_start.h"
#include "referee/process/reaper.h"

namespace referee::rules {

/// What a thread ends before it ends itself.
class Guest {
 public:
  virtual ~Guest() = default;
  /// Ends what keeps the loop running, and returns when it has ended. Called on the thread.
  virtual Task<> end() = 0;
};

/// The thread on which all rules programs are started, asked and ended, with an event loop, a sandbox and a
/// reaper of its own. It begins with the first call that is posted. A program that is slow, or floods, so
/// delays no clock of a bot.
class RulesThread {
 public:
  /// `least`: the weakest sandbox that will do; with `none` programs run without one.
  explicit RulesThread(SandboxLevel least);
  RulesThread(const RulesThread&) = delete;
  RulesThread& operator=(const RulesThread&) = delete;

  /// See LoopThread::post().
  bool post(std::function<void()> call) { return thread_.post(std::move(call)); }
  /// Has stop() end `guest`. Any thread may call it.
  void add(std::weak_ptr<Guest> guest);
  /// Ends all guests and then the thread. Any other thread may call it.
  void stop() { thread_.stop(); }

  // All that follows is for the thread itself.

  Tasks& tasks() { return thread_.tasks(); }
  /// nullptr: no program can be started, and why_not() says why.
  CommandStarter* starter() { return why_not_.empty() ? &machine_->starter : nullptr; }
  const std::string& why_not() const { return why_not_; }

 private:
  /// What can be made on the thread itself only.
  struct Machine {
    explicit Machine(Tasks& tasks, std::shared_ptr<const Sandbox> sandbox)
        : reaper(tasks), starter(tasks, reaper, std::move(sandbox)) {}

    Reaper reaper;
    CommandStarter starter;
  };

  void open_machine();
  Task<> end_all();

  const SandboxLevel least_;
  std::unique_ptr<Machine> machine_;
  std::string why_not_;
  std::mutex mutex_;  // of the guests
  std::vector<std::weak_ptr<Guest>> guests_;
  LoopThread thread_;
};

}  // namespace referee::rules
