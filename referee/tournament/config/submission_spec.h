#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/process/bot_command.h"

namespace referee {

/// That entrants may hand in versions of their bots while the tournament is open: how these are built and
/// started, and how many are taken.
struct SubmissionSpec {
  static constexpr std::uint64_t kMebibyte = 1024 * 1024;

  nlohmann::json build;                      ///< a rubric's `build`, checked; null: what the start table says
  const Adapter* adapter = nullptr;          ///< the convention of `as`; null: the protocol
  Stdio stdio = Stdio::tcp;                  ///< REQUIRES: tcp with an adapter
  std::vector<std::string> command = {};     ///< starts a built bot in its folder; empty: by the start table
  std::uint64_t max_bytes = 16 * kMebibyte;  ///< of one file that is handed in
  std::size_t per_hour = 12;                 ///< versions of one entrant within an hour
  /// The newest ready versions of an entrant whose files are kept. At least 3: matches of the one before the
  /// newest may still run.
  std::size_t versions_kept = 5;
  std::size_t queue = 100;                          ///< versions of all entrants that wait to be built
  std::uint64_t disk_bytes = 8 * 1024 * kMebibyte;  ///< of all kept files, handed in and built

  /// Reads "submissions" of a tournament of `game`. Throws fields::Exception at or below `path`,
  /// std::invalid_argument if this machine lacks what the convention needs.
  static SubmissionSpec read(const nlohmann::json& json, std::string_view game, const std::string& path);
};

}  // namespace referee
