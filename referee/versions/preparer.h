#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "referee/net/tasks.h"
#include "referee/process/reaper.h"
#include "referee/tournament/config/config.h"
#include "referee/versions/version_folder.h"
#include "referee/versions/version_report.h"

namespace referee::versions {

/// Makes a file that was handed in ready to play: the report says how far it came; if it is ready, `built`
/// has the bot. Throws std::runtime_error if the machine fails, or if stop() was called.
class Preparer {
 public:
  virtual ~Preparer() = default;
  virtual Task<VersionReport> prepare(std::filesystem::path file, std::filesystem::path built) = 0;
  /// Ends the preparation that runs, and lets no other begin.
  virtual void stop() = 0;
};

/// Has it done by a process of its own, `referee prepare`, that dies with this one.
class PreparingProcess final : public Preparer {
 public:
  /// `tasks`, `reaper` and `config` outlive this object. REQUIRES: config.submissions.
  PreparingProcess(Tasks& tasks, Reaper& reaper, const TournamentConfig& config, VersionFolder folder)
      : tasks_(tasks), reaper_(reaper), config_(config), folder_(std::move(folder)) {}

  Task<VersionReport> prepare(std::filesystem::path file, std::filesystem::path built) override;
  void stop() override;

 private:
  std::string job_of(const std::filesystem::path& file, const std::filesystem::path& work) const;
  Milliseconds longest() const;

  Tasks& tasks_;
  Reaper& reaper_;
  const TournamentConfig& config_;
  VersionFolder folder_;
  std::function<void()> kill_;  // the process that runs
  bool stopped_ = false;
};

}  // namespace referee::versions
