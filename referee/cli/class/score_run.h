#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "referee/cli/bot_options.h"
#include "referee/process/sandbox.h"
#include "referee/score/report_files.h"
#include "referee/score/rubric.h"

namespace referee {

/// The command line of `referee score`. CLI11 writes to this object, so it must outlive the parsing.
struct ScoreArguments {
  std::string rubric;
  BotArgument bot;                   ///< the submission's
  std::vector<std::string> command;  ///< its words, once the command line is read
  std::string adapter = "json";      ///< --as
  std::string stdio;                 ///< empty: as in the rubric
  std::optional<int> jobs;           ///< games at once; nothing: one here, MatchQueue::kJobs by workers
  std::string queue;                 ///< the store whose workers play; empty: this machine does
  std::optional<std::int64_t> deadline_s;
  score::ReportFiles files;
  std::filesystem::path html;                         ///< folder of the pages; empty: none
  std::string sandbox;                                ///< empty: as in the rubric
  std::int64_t memory_mib = Confinement::kMemoryMib;  ///< of the submission and all that it starts
  std::vector<std::string> readable;  ///< further files and folders that the submission may read
  std::string submission = ".";       ///< its folder, or its archive
  std::string name = "submission";
  std::string reports = "out";
  bool exit_zero = false;
  bool as_root = false;

  void add_to(CLI::App& command);
};

/// Makes the submission ready, plays the rubric, prints and writes the result. Returns the exit code. Throws
/// what ends the run early; the reports are written before.
int run_score(const ScoreArguments& arguments, score::Rubric rubric, std::shared_ptr<const Sandbox> sandbox);

}  // namespace referee
