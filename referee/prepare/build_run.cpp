#include "referee/prepare/build_run.h"

#include <chrono>
#include <utility>

#include "referee/base/text.h"
#include "referee/base/text_block.h"
#include "referee/process/confined_start.h"
#include "referee/process/error_line.h"

namespace referee::prepare {
namespace {

constexpr std::size_t kKeptOutput = 64 * 1024;  // as much as a process keeps
constexpr std::int64_t kBuildMemoryMib = 2048;  // of a compiler and all that it starts
constexpr std::size_t kShownError = 200;        // bytes

/// ": bot.c:3: error: ..." where the output of a build names its error.
std::string error_in(const std::string& output) {
  const std::string line = printable(first_error_line(output), kShownError);
  return line.empty() ? "" : ": " + line;
}

}  // namespace

Task<BuildReport> run_build(BuildRoom room, std::filesystem::path folder, Build build, Milliseconds most) {
  const TimePoint begun = room.tasks.clock().now();
  Confinement confinement;
  confinement.folder = std::move(folder);
  confinement.writable = true;
  confinement.forks = true;
  confinement.memory_mib = kBuildMemoryMib;
  const std::vector<std::string> argv = {"/bin/sh", "-c", build.command};
  const ConfinedRun run =
      co_await run_confined(room.tasks, room.reaper, room.sandbox, argv, std::move(confinement), most);
  BuildReport report;
  report.ok = run.succeeded;
  report.command = build.command;
  if (!report.ok) {
    report.problem = run.timed_out ? "longer than " + std::to_string(build.timeout_s) + " s"
                                   : run.status + error_in(run.output);
  }
  report.output = tail_of(run.output, kKeptOutput);
  report.seconds = std::chrono::duration<double>(room.tasks.clock().now() - begun).count();
  co_return report;
}

}  // namespace referee::prepare
