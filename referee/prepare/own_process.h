#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "referee/net/tasks.h"
#include "referee/prepare/order.h"
#include "referee/prepare/report.h"
#include "referee/process/reaper.h"

namespace referee::prepare {

/// Makes one hand-in ready in a process of its own, `referee prepare`, which dies with this one: whatever is
/// in the hand-in, it is unpacked and copied there.
class PreparationProcess {
 public:
  /// `tasks` and `reaper` outlive this object.
  PreparationProcess(Tasks& tasks, Reaper& reaper) : tasks_(tasks), reaper_(reaper) {}
  PreparationProcess(const PreparationProcess&) = delete;
  PreparationProcess& operator=(const PreparationProcess&) = delete;

  /// Carries `job` out, once. `work`: a folder of its own, by an absolute path; the built bot is in bot() of
  /// it. Throws std::runtime_error if the machine fails, if the process takes longer than the build and the
  /// trial may, or if stop() was called.
  Task<PreparationReport> run(PreparationJob job, std::filesystem::path work);
  static std::filesystem::path bot(const std::filesystem::path& work) { return work / "bot"; }
  /// Kills the process, or lets it not begin; run() throws `why`.
  void stop(std::string why);

 private:
  Tasks& tasks_;
  Reaper& reaper_;
  std::function<void()> kill_;  // the process that runs
  std::string stopped_for_;     // "": it is not stopped
};

}  // namespace referee::prepare
