#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "referee/process/sandbox.h"
#include "referee/score/report_files.h"
#include "referee/score/rubric.h"

namespace referee {

/// The command line of `referee score`. What CLI11 writes to must outlive the parsing.
struct ScoreArguments {
  std::string rubric;
  std::vector<std::string> command;  ///< the submission's
  std::string adapter = "json";      ///< --as
  std::string stdio;                 ///< empty: as in the rubric
  int jobs = 1;
  std::optional<std::int64_t> deadline_s;
  score::ReportFiles files;
  std::string sandbox;                ///< empty: as in the rubric
  std::vector<std::string> readable;  ///< files and folders that the submission may read as well
  std::string submission = ".";       ///< its folder, or its archive
  std::string name = "submission";
  std::string reports = "out";
  bool exit_zero = false;

  void add_to(CLI::App& command);
};

/// Makes the submission ready, plays the rubric, prints and writes what it comes to. Returns the exit code;
/// throws what makes going on impossible, with the reports written.
int run_score(const ScoreArguments& arguments, score::Rubric rubric, std::shared_ptr<const Sandbox> sandbox);

}  // namespace referee
