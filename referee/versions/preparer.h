#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <utility>

#include "referee/net/tasks.h"
#include "referee/prepare/own_process.h"
#include "referee/prepare/preparation.h"
#include "referee/process/reaper.h"
#include "referee/tournament/config/config.h"
#include "referee/tournament/run/slots.h"
#include "referee/versions/version_folder.h"
#include "referee/versions/version_report.h"

namespace referee::versions {

/// Makes a file that was handed in ready to play: the report says how far it came; if it is ready, `built`
/// has the bot. Throws std::runtime_error if the machine fails, or if stop() was called.
class Preparer {
 public:
  virtual ~Preparer() = default;
  virtual Task<VersionReport> prepare(std::filesystem::path file, std::filesystem::path built) = 0;
  /// How many may be asked for at once.
  virtual std::size_t at_once() const { return 1; }
  /// Ends the preparations that run, and lets no other begin.
  virtual void stop() = 0;
};

/// What the tournament file says of hand-ins; without submission and destination. REQUIRES:
/// config.submissions. Throws fields::Exception for a file of the course's that is not there any more.
prepare::PreparationOrder order_of(const TournamentConfig& config);
/// The report of a version, with what order_of() says of its adapter.
VersionReport report_of(prepare::PreparationReport report, const TournamentConfig& config);

/// Has each version prepared by a process of its own on this machine, one at a time, which takes one of its
/// slots.
class PreparingProcess final : public Preparer {
 public:
  /// All that is named by a reference outlives this object. REQUIRES: config.submissions.
  PreparingProcess(Tasks& tasks, Reaper& reaper, Slots& slots, const TournamentConfig& config,
                   VersionFolder folder)
      : tasks_(tasks), reaper_(reaper), slots_(slots), config_(config), folder_(std::move(folder)) {}

  Task<VersionReport> prepare(std::filesystem::path file, std::filesystem::path built) override;
  void stop() override;

 private:
  Tasks& tasks_;
  Reaper& reaper_;
  Slots& slots_;
  const TournamentConfig& config_;
  VersionFolder folder_;
  std::optional<prepare::PreparationProcess> process_;  // that runs
  bool stopped_ = false;
};

}  // namespace referee::versions
