#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/prepare/order.h"
#include "referee/prepare/report.h"
#include "referee/queue/queued_rules.h"

namespace referee::queue {

/// What a worker is to do for a job: its body has the word under "kind".
enum class JobKind : std::uint8_t { match, build };

/// Throws std::invalid_argument for a kind that this program does not know.
JobKind kind_of(const nlohmann::json& body);

/// A hand-in that is to be unpacked, built and tried, with all that a worker has to know of it.
struct QueuedBuild {
  /// What travels beside it.
  struct Part {
    std::string bundle;  ///< its SHA-256
    std::string name;    ///< of the only file or folder in it; "": all that is in it
  };
  Part hand_in;
  std::vector<Part> provided;  ///< the course's: Build::provide, each with its last name
  int game_version = 0;        ///< of the rules by which the bot is tried
  prepare::Order order;        ///< without submission, destination, sandbox, and Build::provide
  QueuedRules rules = {};      ///< of that game

  nlohmann::json json() const;
  /// Throws fields::Exception for what no referee has posted, and std::invalid_argument for a game, rules or
  /// a convention that this program does not have. REQUIRES: open_rules_of(json).
  static QueuedBuild read(const nlohmann::json& json);
};

/// A worker has unpacked, built and tried a hand-in; it may have failed in all of these.
struct BuiltOutcome {
  prepare::Report report;
  std::string bundle = {};  ///< SHA-256 of the bundle that the worker has handed in; "": it is not ready
};

/// The worker or its machine has failed: the hand-in is not why.
struct FailedBuild {
  std::string why;
  bool is_too_large = false;  ///< it plays, but what was built cannot travel
};

/// What a worker hands in for a build.
using BuildOutcome = std::variant<BuiltOutcome, FailedBuild>;

nlohmann::json json_of(const BuildOutcome& outcome);
/// Throws fields::Exception for what no worker of ours has handed in.
BuildOutcome read_build_outcome(const nlohmann::json& json);

}  // namespace referee::queue
