#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/prepare/preparation.h"

namespace referee::prepare {

/// What a process of its own (`referee prepare FILE`) needs to know to make a hand-in ready to play: a
/// hostile archive is unpacked, and large folders are copied, away from the loop of matches.
struct PreparationJob {
  std::filesystem::path submission;   ///< a folder, an archive, or the bot's only file
  std::filesystem::path destination;  ///< a new folder for the built bot
  nlohmann::json build;               ///< the tournament file's `build`; null: what the start table says
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
  std::filesystem::path report;  ///< where PreparationReport::json() is written
  std::filesystem::path trash;   ///< everything in this folder but the job's own is removed; "": nothing is

  /// Without sandbox, report and trash. REQUIRES: the trial has a game.
  static PreparationJob of(const PreparationOrder& order);

  std::string json() const;
  /// Throws fields::Exception.
  static PreparationJob read(const nlohmann::json& json);

  /// Throws fields::Exception and std::invalid_argument for what this program does not have.
  PreparationOrder order() const;
};

/// Carries the job out in this process, and writes its report. Throws what prevented that: the machine's
/// failures.
void carry_out(const PreparationJob& job);

}  // namespace referee::prepare
