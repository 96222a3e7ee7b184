#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "referee/base/files.h"
#include "referee/loop/work_thread.h"
#include "referee/prepare/preparer.h"
#include "referee/queue/bundle.h"
#include "referee/queue/queued_build.h"
#include "referee/queue/remote_jobs.h"

namespace referee::queue {

/// Has hand-ins built and tried by workers: posts them as jobs, with their files, and fetches what was built.
/// Nothing that a worker hands in is believed but what it says of the hand-in. What is too large for workers
/// is built by this machine.
class RemoteBuilds final : public prepare::Preparer {
 public:
  /// Called with a sentence that says what is too large.
  using OnTooLarge = std::function<void(const std::string& why)>;

  /// `sync`: whether a built bot is on the disk when prepare() returns. `here`: how this machine builds what
  /// is too large, after `on_too_large` was called. `jobs` and `here` outlive this object.
  RemoteBuilds(RemoteJobs& jobs, Sync sync, prepare::Preparer& here, OnTooLarge on_too_large);
  ~RemoteBuilds() override;
  RemoteBuilds(const RemoteBuilds&) = delete;
  RemoteBuilds& operator=(const RemoteBuilds&) = delete;

  /// A worker that is lost is no failure: the hand-in is built by another. Throws std::runtime_error if
  /// workers or their machines have failed kTries times, or after stop(); StoreError.
  Task<prepare::Report> prepare(std::string name, prepare::Order order) override;
  void stop(const std::string& why) override;

  static constexpr int kTries = 3;

 private:
  class HandInOnBoard;
  struct Taken {
    std::optional<prepare::Report> report;  // nothing: it has to be built again
    std::string why;
    bool is_too_large = false;
  };

  Task<prepare::Report> build(std::string name, prepare::Order order);
  Task<QueuedBuild> queued(prepare::Order order);
  Task<prepare::Report> built(std::string name, QueuedBuild build, std::filesystem::path to);
  Task<QueuedBuild::Part> provided(const std::filesystem::path& path);
  Task<> pause();
  Task<EndedJob> posted(const std::string& job_name, const std::string& body);
  Task<Taken> take(const EndedJob& ended, const std::string& job_name, const std::filesystem::path& to);
  Task<> fetch(const std::string& job_name, const std::string& sha256, const std::filesystem::path& to);

  RemoteJobs& jobs_;
  const Sync sync_;
  prepare::Preparer& here_;
  OnTooLarge on_too_large_;
  std::map<std::filesystem::path, QueuedBuild::Part> provided_;  // that the board has
  std::map<std::string, int> hand_ins_;  // that the board has, by SHA-256: how many builds need them
  std::set<std::shared_ptr<RemoteJob>> running_;
  std::string stopped_for_;  // "": it is not stopped
  WorkThread work_;          // packs and unpacks
  RulesOnBoard rules_;
};

}  // namespace referee::queue
