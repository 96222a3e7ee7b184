#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "referee/net/tasks.h"
#include "referee/process/reaper.h"
#include "referee/process/sandbox.h"
#include "referee/score/rubric.h"
#include "referee/score/score_report.h"

namespace referee::score {

/// Where a build runs.
struct BuildRoom {
  Tasks& tasks;
  Reaper& reaper;
  std::shared_ptr<const Sandbox> sandbox;
};

/// Runs a rubric's build command in `folder`, for `most` at most. What goes wrong is in the report. Throws
/// what is the machine's failure.
Task<BuildReport> run_build(BuildRoom room, std::filesystem::path folder, Build build, Milliseconds most);

/// The end of a long text, from the beginning of a line on if there is one.
std::string tail_of(const std::string& text, std::size_t bytes);

}  // namespace referee::score
