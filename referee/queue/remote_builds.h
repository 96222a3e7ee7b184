#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "referee/base/files.h"
#include "referee/prepare/preparation.h"
#include "referee/prepare/report.h"
#include "referee/queue/bundle.h"
#include "referee/queue/offload.h"
#include "referee/queue/queued_build.h"
#include "referee/queue/remote_jobs.h"

namespace referee::queue {

/// Has hand-ins built and tried by workers: posts them as jobs, with their files, and fetches what was built.
/// Nothing that a worker hands in is believed but what it says of the hand-in.
class RemoteBuilds {
 public:
  /// `sync`: whether a built bot is on the disk when build() returns. `jobs` outlives this object.
  RemoteBuilds(RemoteJobs& jobs, Sync sync);
  ~RemoteBuilds();
  RemoteBuilds(const RemoteBuilds&) = delete;
  RemoteBuilds& operator=(const RemoteBuilds&) = delete;

  /// Has a worker prepare a hand-in: see prepare::prepare(). `name`: of its jobs, which no other build
  /// that runs has. A worker that is lost is no failure: the hand-in is built by another. Throws CannotTravel
  /// for a hand-in or a bot that is too large for workers; std::runtime_error if workers or their machines
  /// have failed kTries times, or after stop(); StoreError.
  Task<prepare::PreparationReport> build(std::string name, prepare::PreparationOrder order);
  /// Stops building: build() throws from now on.
  void stop();

  static constexpr int kTries = 3;

 private:
  class HandInOnBoard;
  struct Taken {
    std::optional<prepare::PreparationReport> report;  // nothing: it has to be built again
    std::string why;
    bool is_too_large = false;
  };

  Task<QueuedBuild> queued(prepare::PreparationOrder order);
  Task<prepare::PreparationReport> built(std::string name, QueuedBuild build, std::filesystem::path to);
  Task<QueuedBuild::Part> provided(const std::filesystem::path& path);
  Task<EndedJob> posted(const std::string& job_name, const std::string& body);
  Task<Taken> take(const EndedJob& ended, const std::string& job_name, const std::filesystem::path& to);
  Task<> fetch(const std::string& job_name, const std::string& sha256, const std::filesystem::path& to);

  RemoteJobs& jobs_;
  const Sync sync_;
  std::map<std::filesystem::path, QueuedBuild::Part> provided_;  // that the board has
  std::map<std::string, int> hand_ins_;  // that the board has, by SHA-256: how many builds need them
  std::set<std::shared_ptr<RemoteJob>> running_;
  bool stopped_ = false;
  Offload work_;  // packs and unpacks
};

}  // namespace referee::queue
