#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "referee/loop/tasks.h"
#include "referee/prepare/build.h"
#include "referee/process/reaper.h"
#include "referee/process/sandbox.h"

namespace referee::prepare {

/// How the submission was built.
struct BuildReport {
  bool ok = false;
  std::string command;  ///< empty: the build only checks that files exist
  std::string problem;  ///< not ok: "authors.txt is missing", "exit status 1", "longer than 60 s"
  std::string output;   ///< the end of both streams
  double seconds = 0;
  /// Files of the course that were copied in: "NAME.h", "NAME.h, in place of the submission's".
  std::vector<std::string> provided = {};
};

/// The loop and the sandbox in which a build runs.
struct BuildRoom {
  Tasks& tasks;
  Reaper& reaper;
  std::shared_ptr<const Sandbox> sandbox;
};

/// Runs a rubric's build command in `folder`, for `most` at most. The report tells what goes wrong. Throws
/// failures of the machine.
Task<BuildReport> run_build(BuildRoom room, std::filesystem::path folder, Build build, Milliseconds most);

}  // namespace referee::prepare
