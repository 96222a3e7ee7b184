#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "referee/cli/game_arguments.h"
#include "referee/cli/opening_arguments.h"
#include "referee/cli/trace_argument.h"
#include "referee/series/series.h"
#include "referee/series/series_meeting.h"

namespace referee {

/// The command line of `referee match` as it was written. CLI11 writes to this object, so it must outlive the
/// parsing.
struct MatchArguments {
  GameArguments game;
  OpeningArguments opening;
  TraceArgument trace;
  std::string clock;
  std::string measure;  ///< empty: as the clock says
  std::string listen;
  std::string salt;
  std::optional<std::int64_t> games;
  std::optional<std::int64_t> pairs;
  std::string sprt;
  std::string sprt_mean;
  std::string fill;
  std::string opponents;  ///< a folder or a file
  std::optional<int> jobs;
  std::string queue;  ///< the store whose workers play; empty: this machine does
  std::int64_t no_show_ms = 60000;
  std::string json;
  std::string csv;
  bool by_opening = false;
  bool restart = false;
  bool verbose = false;
  bool resume = false;
  std::vector<std::string> changed;  ///< names of bots whose games --resume plays anew
  bool browser = false;

  void add_to(CLI::App& command);
};

/// What the command line amounts to.
struct MatchSetup {
  SeriesSpec series;
  std::vector<SeatSpec> entrants;  ///< those of the plan; one without a bot dials in
  std::optional<SeriesDecision> decision;
  /// All that decides what is played, but the number of games: a run that was begun with the same goes on.
  nlohmann::json asked;
  bool dialled = false;  ///< some entrants dial in
};

/// Throws std::invalid_argument and fields::Exception for a command line that makes no sense. With --from it
/// fills in the game.
MatchSetup setup_of(MatchArguments& arguments);

/// The games that are played at once without --jobs: as many as the machine's cores less one allow, so that
/// the referee has one; where the wall clock counts, every bot has a core of its own. At least 1.
int usual_jobs(const SeriesSpec& series, std::size_t cores);
/// Why the clocks are not fair with so many games at a time on so many cores; nothing if they are.
std::optional<std::string> crowd_warning(const SeriesSpec& series, std::size_t cores);

/// The commands of a pool of opponents: each line of a file that is not blank and begins with no #, as an
/// argument of --bot; each program in a folder, and each `run` in a folder in it, in the order of their
/// names. Throws std::invalid_argument, naming what is no bot.
std::vector<std::string> read_opponents(const std::filesystem::path& pool);

}  // namespace referee
