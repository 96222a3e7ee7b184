#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "referee/loop/tasks.h"
#include "referee/loop/work_thread.h"
#include "referee/prepare/own_process.h"
#include "referee/process/inside/sandbox_spec.h"
#include "referee/process/reaper.h"
#include "referee/queue/queued_build.h"

namespace referee::queue {

/// One build at a worker: lays the hand-in out in a folder of its own, has it prepared by a process of its
/// own, and packs what was built.
class WorkerBuild {
 public:
  /// What the worker gives to its builds. The functions are called on the thread of `work`, and throw what
  /// says why not.
  struct Room {
    Tasks& tasks;
    Reaper& reaper;
    WorkThread& work;
    SandboxLevel sandbox;
    bool as_root;
    std::function<std::string(const std::string& sha256)> fetch;             ///< the bytes of a bundle
    std::function<std::filesystem::path(const std::string& sha256)> cached;  ///< a bundle, unpacked
  };
  /// What it has made.
  struct Made {
    BuildOutcome outcome;
    std::string bundle;  ///< the bytes of what was built; "" unless the bot is ready
  };

  explicit WorkerBuild(Room room)
      : room_(std::move(room)), process_(room_.tasks, room_.reaper, {room_.sandbox, room_.as_root}) {}

  /// `body`: of the job. Does not throw: a body that is none, or a machine that fails, is an outcome, too.
  Task<Made> run(std::string body);
  /// Kills the process; the outcome is of no use then.
  void stop(const std::string& why) { process_.stop(why); }

 private:
  Task<QueuedBuild> queued(std::string body);
  Task<Made> made(QueuedBuild build, std::filesystem::path work);

  Room room_;
  prepare::OwnProcess process_;
};

}  // namespace referee::queue
