#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/loop/work_thread.h"
#include "referee/match/attempt_place.h"
#include "referee/match/match_job.h"
#include "referee/queue/queued_match.h"
#include "referee/queue/remote_jobs.h"

namespace referee::queue {

/// Has matches of launched bots played by workers: posts them as jobs in the store, with the bundles of their
/// bots, and waits for their outcomes. What a worker hands in is played again here before it counts.
class RemoteMatches final : public MatchWorkers {
 public:
  /// `jobs` outlives this object.
  explicit RemoteMatches(RemoteJobs& jobs);
  ~RemoteMatches() override;

  /// Whether all can sit at a match of workers: each is absent or a launched bot that needs no more than its
  /// folder.
  static bool can_travel(const std::vector<SeatSpec>& seats);
  /// What can_travel() asks of a bot, for messages.
  static constexpr const char* kTravels = "reads nothing but its own folder (no --readable)";
  /// A match that is new, whose seats can travel, and of which nobody wants a trace.
  bool can_play(const MatchJob& job) const override;
  std::unique_ptr<AttemptPlace> place() override;

  /// Posts one attempt, and returns what became of it. It takes as many slots of a worker as launched bots
  /// are asked at once. Throws StoreError, and CannotTravel for a folder that cannot be packed.
  Task<EndedAttempt> play(MatchJob job);
  /// The present attempt of that match is not wanted any more.
  void call_off(const std::string& match);
  /// Whether a worker plays that match now.
  bool is_claimed(const std::string& match) const;

 private:
  Task<std::string> bundle_of(const std::filesystem::path& folder, const Confinement& confinement);
  Task<QueuedBot> travelling(const BotCommand& bot);
  Task<StoredJob> packed(const MatchJob& job);
  Task<EndedAttempt> take(EndedJob ended, const MatchJob& job);

  RemoteJobs& jobs_;
  std::map<std::string, std::shared_ptr<RemoteJob>> waiting_;  // by match
  std::map<std::filesystem::path, std::string> bundles_;       // by folder: SHA-256 of what the board has
  std::map<std::vector<std::string>, QueuedBot> bots_;         // by folder and command, as they were packed
  WorkThread work_;                                            // packs, and plays again
  RulesOnBoard rules_;
};

}  // namespace referee::queue
