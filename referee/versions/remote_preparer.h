#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>

#include "referee/queue/offload.h"
#include "referee/queue/remote_builds.h"
#include "referee/tournament/config/config.h"
#include "referee/tournament/run/slots.h"
#include "referee/versions/preparer.h"
#include "referee/versions/version_folder.h"

namespace referee::versions {

/// Has it done by workers, many at once, without a slot of this machine; what is too large for them, by this
/// machine.
class RemotePreparer final : public Preparer {
 public:
  /// `here`: how this machine does it. `jobs` and `config` outlive this object. REQUIRES: config.submissions.
  RemotePreparer(queue::RemoteJobs& jobs, const TournamentConfig& config, VersionFolder folder,
                 std::unique_ptr<Preparer> here);

  Task<VersionReport> prepare(std::filesystem::path file, std::filesystem::path built) override;
  std::size_t at_once() const override { return kAtOnce; }
  void stop() override;

 private:
  static constexpr std::size_t kAtOnce = 64;

  Task<VersionReport> prepare_here(std::filesystem::path file, std::filesystem::path built);
  Task<> sweep_work();

  const TournamentConfig& config_;
  VersionFolder folder_;
  std::unique_ptr<Preparer> here_;
  Slots alone_;  // for `here_`, which sweeps the folder in which it works
  bool is_here_ = false;
  queue::RemoteBuilds builds_;
  queue::Offload sweeper_;
};

}  // namespace referee::versions
