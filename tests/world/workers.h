#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "referee/net/control_message.h"
#include "tests/support/running_tournament.h"
#include "tests/support/temp_folder.h"
#include "tests/world/simulated_worker.h"

namespace world {

/// Has all entrants of a tournament launched, and their matches played by workers.
void launch_at_workers(Random& random, const test_support::TempFolder& folder,
                       referee::TournamentConfig& config);

/// What has become of the workers of a tournament, whatever ends and begins anew.
struct WorkersPast {
  std::vector<JobTable::Claim> claims;  ///< in their order
  std::vector<std::string> halts;       ///< why play was halted, each time
  std::size_t left = 0;                 ///< jobs that nobody had removed when the newest of them ended
};

/// The workers of a simulated tournament and their jobs, drawn from a seed. An arbiter has play go on where
/// it was halted.
class Workers {
 public:
  /// `past` outlives it.
  Workers(NetworkLoop& loop, Random& random, const test_support::TempFolder& folder, WorkersPast& past);

  /// The store, with jobs for these workers.
  std::unique_ptr<referee::Store> with_jobs(std::unique_ptr<referee::Store> store) {
    return table_.with_jobs(std::move(store));
  }
  /// `running`: the tournament, which goes on as long as they do.
  void start(test_support::RunningTournament& running);
  /// REQUIRES: nobody posts jobs any more.
  ~Workers() { past_.left = table_.size(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// They end once the loop has run dry.
  void stop();
  /// The one that does nothing wrong, whatever others do.
  static constexpr const char* kHonest = "worker0";

 private:
  struct Asked {
    referee::ControlReply reply;
    bool done = false;
  };
  void resume();

  WorkersPast& past_;
  referee::Reaper reaper_;
  JobTable table_;
  std::vector<std::unique_ptr<SimulatedWorker>> workers_;
  test_support::RunningTournament* running_ = nullptr;
  referee::PeriodicTimer arbiter_;
  std::deque<Asked> asked_;
};

}  // namespace world
