#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/versions/version_report.h"

namespace referee::versions {

/// What a process of its own (`referee prepare FILE`) needs to know to make a version ready to play: a
/// hostile archive is unpacked, and large folders are copied, away from the loop of matches.
struct PreparationJob {
  std::filesystem::path submission;   ///< the file that was handed in
  std::filesystem::path destination;  ///< a new folder for the built bot
  nlohmann::json build;               ///< as in the tournament file; null: what the start table says
  std::vector<std::string> command;   ///< empty: what the start table says
  std::string adapter;                ///< the name of the convention of `as`; "": none
  bool pipes = false;
  std::int64_t memory_mib = 0;
  std::string game;
  nlohmann::json options;  ///< complete
  nlohmann::json clock;
  std::uint64_t seed = 0;
  std::string sandbox;  ///< the least level
  bool as_root = false;
  std::filesystem::path report;  ///< where VersionReport::json() is written
  std::filesystem::path trash;   ///< everything in this folder but the job's own is removed; "": nothing is

  std::string json() const;
  /// Throws fields::Exception.
  static PreparationJob read(const nlohmann::json& json);
};

/// Carries the job out in this process, and writes its report. Throws what prevented that: the machine's
/// failures.
void carry_out(const PreparationJob& job);

}  // namespace referee::versions
