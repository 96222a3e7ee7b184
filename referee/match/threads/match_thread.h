#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "referee/loop/event.h"
#include "referee/loop/loop_thread.h"
#include "referee/match/attempts_here.h"
#include "referee/match/kept_bots.h"
#include "referee/match/launcher.h"
#include "referee/process/sandbox.h"

namespace referee {

/// A thread that plays matches: it launches their bots, asks them, and keeps them. Bots that are quick share
/// its CPU.
class MatchThread {
 public:
  struct Terms {
    std::shared_ptr<const Sandbox> sandbox;  ///< of the thread that makes this one, which opens one like it
    int cpu = 0;                             ///< which it shares with quick bots
    std::size_t kept = 0;                    ///< how many bots KeptBots keeps at most
    std::function<bool()> more;              ///< whether another game begins; asked on the thread
  };

  explicit MatchThread(Terms terms);

  /// See LoopThread::run().
  Task<> run(Tasks& home, std::function<Task<>()> work) { return thread_.run(home, std::move(work)); }
  /// See LoopThread::post().
  bool post(std::function<void()> call) { return thread_.post(std::move(call)); }
  /// Whether it has played anything.
  bool begun() { return thread_.begun(); }

  // All that follows is for the thread itself.

  /// Where it plays an attempt. Throws WeakSandbox.
  std::unique_ptr<AttemptsHere> here();
  /// Plays one there. Should the thread end before, the attempt becomes void.
  Task<EndedAttempt> play(AttemptsHere& here, MatchJob& job, AttemptHooks& hooks,
                          const MatchObservers& observers);
  /// Says `bye` to the bots that wait; returns when they are gone.
  Task<> end_bots();

 private:
  /// What can be made on the thread itself only.
  struct Machine {
    Machine(Tasks& tasks, const Terms& terms);

    Launcher launcher;
    KeptBots kept;
    std::set<AttemptsHere*> playing;
    Condition played;  // one less plays
  };
  class Playing;

  void open();
  Task<> end();

  const Terms terms_;
  std::optional<Machine> machine_;
  std::exception_ptr failure_;  // why there is none
  LoopThread thread_;
};

}  // namespace referee
