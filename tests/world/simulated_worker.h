#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "referee/process/reaper.h"
#include "referee/queue/worker.h"
#include "tests/world/draw.h"
#include "tests/world/job_table.h"
#include "tests/world/network_loop.h"
#include "tests/world/worker_deed.h"

namespace world {

/// A worker of simulated time: the product's, whose way to its jobs has faults, and whose attempts are played
/// by the rules alone.
class SimulatedWorker {
 public:
  struct Person {
    std::string name;
    bool renamed = false;  ///< calls itself otherwise each time that it begins anew
    std::int64_t slots = 1;
    std::filesystem::path cache;
    std::uint64_t cache_bytes = 0;
    WorkerHabits habits{1};
  };
  /// `reaper` and `table` outlive it.
  SimulatedWorker(NetworkLoop& loop, referee::Reaper& reaper, JobTable& table, Person person,
                  std::uint64_t seed);
  ~SimulatedWorker();

  /// Begins to work, again and again until stop().
  void start();
  /// Gives up what it plays, and begins no more.
  void stop();

 private:
  class Desk;
  struct Claimed {
    WorkerDeed deed = WorkerDeed::plays;
    referee::Nanoseconds time{0};  // that its attempt takes
    std::string job = {};
  };

  referee::Task<> live();
  void begin();
  void change_bundles();
  void look_at_bots(const referee::MatchJob& job);
  referee::queue::WorkerMeans means(const referee::WorkerIdentity& identity);
  /// The job as the worker is to see it.
  referee::ClaimedJob claimed(referee::ClaimedJob job);
  std::string outcome(const referee::ClaimedJob& job, const std::string& truth);
  std::string damaged(std::string text);
  std::string changed(const std::string& truth, bool as_void);
  /// Throws StoreError while it cannot reach the database.
  void reach() const;

  NetworkLoop& loop_;
  referee::Reaper& reaper_;
  JobTable& table_;
  const Person person_;
  Random random_;
  std::string name_;                        // of the present worker
  std::map<std::string, Claimed> claimed_;  // by match
  std::string earlier_;                     // outcome of another job
  std::string earlier_bundle_;              // that it has fetched
  referee::TimePoint cut_until_{};
  referee::Timer leaves_;
  referee::Timer is_cut_;
  referee::Condition changed_;
  std::optional<referee::queue::Worker> worker_;
  bool gone_ = false;
  bool stopped_ = false;
};

}  // namespace world
