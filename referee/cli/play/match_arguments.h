#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "referee/cli/game_arguments.h"
#include "referee/cli/opening_arguments.h"
#include "referee/series/run/match_run.h"
#include "referee/series/series.h"

namespace referee {

/// The command line of `referee match` as it was written. CLI11 writes to this object, so it must outlive the
/// parsing.
struct MatchArguments : MatchOrder {
  GameArguments game;
  OpeningArguments opening;
  std::string clock;
  std::string measure;  ///< empty: as the clock says
  std::string salt;
  std::optional<std::int64_t> games;
  std::optional<std::int64_t> pairs;
  std::string sprt;
  std::string sprt_mean;
  std::string fill;
  std::string opponents;  ///< a folder or a file
  std::optional<int> jobs;
  std::int64_t no_show_ms = 60000;
  bool restart = false;
  // What `referee staff` asks for, without an option of `referee match`.
  bool scale = false;                          ///< SeriesMeeting::scale
  std::vector<nlohmann::json> instances = {};  ///< SeriesSpec::instances

  void add_to(CLI::App& command);
};

/// Throws std::invalid_argument and fields::Exception for a command line that makes no sense. With --from it
/// fills in the game.
MatchSetup setup_of(MatchArguments& arguments);

/// The run that they ask for, with its sandbox; `arguments` must outlive it. Throws as setup_of(), and if a
/// file cannot be written.
MatchRun begin_match(MatchArguments& arguments);

/// The commands of a pool of opponents: each line of a file that is not blank and begins with no #, as an
/// argument of --bot; each program in a folder, and each `run` in a folder in it, in the order of their
/// names. Throws std::invalid_argument, naming what is no bot.
std::vector<std::string> read_opponents(const std::filesystem::path& pool);

}  // namespace referee
