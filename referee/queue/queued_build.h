#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/prepare/order.h"

namespace referee::queue {

/// What a worker is to do for a job: its body has the word under "kind".
enum class JobKind : std::uint8_t { match, build };

/// The kind of a body; one without the word is a match, as older referees have posted them. Throws
/// std::invalid_argument for a kind that this program does not know.
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
  /// How it is built and tried; without submission, destination, sandbox, report, trash, and Build::provide.
  prepare::PreparationJob job;

  nlohmann::json json() const;
  /// Throws fields::Exception for what no referee has posted, and std::invalid_argument for a game, rules or
  /// a convention that this program does not have.
  static QueuedBuild read(const nlohmann::json& json);
};

}  // namespace referee::queue
