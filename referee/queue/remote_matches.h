#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/match/attempt.h"
#include "referee/match/match_job.h"
#include "referee/match/match_result.h"
#include "referee/process/inside/sandbox_spec.h"
#include "referee/queue/match_outcome.h"
#include "referee/queue/offload.h"
#include "referee/queue/queued_match.h"
#include "referee/queue/remote_jobs.h"

namespace referee::queue {

/// An attempt that a worker was to play.
struct RemoteAttempt {
  enum class Kind : std::uint8_t {
    played,        ///< to its end, void or not
    failed_start,  ///< a bot could not be started
    lost,          ///< the worker is gone, or what it has handed in is not true
    called_off     ///< by call_off()
  };
  Kind kind = Kind::lost;
  MatchResult result;    ///< of one that was played
  PlayedOutcome played;  ///< the same, but for the record, which result has
  FailedOutcome failed;  ///< of a failed start

  /// REQUIRES: it was played.
  PlayedAttempt as_played(const MatchJob& job) &&;
};

/// Has matches of launched bots played by workers: posts them as jobs in the store, with the bundles of their
/// bots, and waits for their outcomes. What a worker hands in is played again here before it counts.
class RemoteMatches {
 public:
  /// `jobs` outlives this object.
  explicit RemoteMatches(RemoteJobs& jobs);
  ~RemoteMatches();
  RemoteMatches(const RemoteMatches&) = delete;
  RemoteMatches& operator=(const RemoteMatches&) = delete;

  /// Whether a worker can play it: each seat is absent or a launched bot that needs no more than its folder.
  static bool can_travel(const std::vector<SeatSpec>& seats);

  /// Posts one attempt, and returns what became of it. The job of one that was played stays where it is: it
  /// is for the caller to remove it, with the commit of its result. `slots`: of a worker. Throws StoreError,
  /// and CannotTravel for a folder that cannot be packed.
  Task<RemoteAttempt> play(MatchJob job, std::size_t slots);
  /// The name of the attempt's job.
  static std::string job_name(const MatchSpec& spec);
  /// The present attempt of that match is not wanted any more.
  void call_off(const std::string& match);
  /// Whether a worker plays that match now.
  bool is_claimed(const std::string& match) const;

 private:
  Task<std::string> bundle_of(const std::filesystem::path& folder, const Confinement& confinement);
  Task<QueuedBot> travelling(const BotCommand& bot);
  Task<StoredJob> packed(const MatchJob& job, std::size_t slots);
  Task<RemoteAttempt> take(EndedJob ended, const MatchJob& job);

  RemoteJobs& jobs_;
  std::map<std::string, std::shared_ptr<RemoteJob>> waiting_;  // by match
  std::map<std::filesystem::path, std::string> bundles_;       // by folder: SHA-256 of what the board has
  std::map<std::vector<std::string>, QueuedBot> bots_;         // by folder and command, as they were packed
  Offload work_;                                               // packs, and plays again
};

}  // namespace referee::queue
