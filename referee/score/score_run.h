#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/process/sandbox.h"
#include "referee/score/report_files.h"
#include "referee/score/rubric.h"

namespace referee {

/// What `referee score` is asked for, beside the rubric itself.
struct ScoreOrder {
  std::string rubric;                ///< its file
  std::vector<std::string> command;  ///< starts the submission
  std::string adapter = "json";      ///< what the submission is written to; "json": the protocol
  std::optional<int> jobs;           ///< games at once; nothing: one here, MatchQueue::kJobs by workers
  std::string queue;                 ///< the store whose workers play; empty: this machine does
  std::optional<std::int64_t> deadline_s;
  score::ReportFiles files;
  std::filesystem::path html;                         ///< folder of the pages; empty: none
  std::int64_t memory_mib = Confinement::kMemoryMib;  ///< of the submission and all that it starts
  std::vector<std::string> readable;  ///< further files and folders that the submission may read
  std::string submission = ".";       ///< its folder, or its archive
  std::string name = "submission";
  std::string reports = "out";
  bool exit_zero = false;
  bool as_root = false;
};

/// Makes the submission ready, plays the rubric, prints and writes the result. Returns the exit code. Throws
/// what ends the run early; the reports are written before.
int run_score(const ScoreOrder& order, score::Rubric rubric, std::shared_ptr<const Sandbox> sandbox);

}  // namespace referee
