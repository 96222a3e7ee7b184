#include "referee/score/build_step.h"

#include <utility>

#include "referee/process/run_confined.h"

namespace referee::score {
namespace {

constexpr std::size_t kKeptOutput = 16 * 1024;

}  // namespace

Task<BuildReport> run_build(BuildRoom room, std::filesystem::path folder, Build build, Milliseconds most) {
  const TimePoint begun = std::chrono::steady_clock::now();
  Confinement confinement;
  confinement.folder = std::move(folder);
  confinement.writable = true;
  confinement.forks = true;
  const std::vector<std::string> argv = {"/bin/sh", "-c", build.command};
  const ConfinedRun run =
      co_await run_confined(room.tasks, room.reaper, room.sandbox, argv, std::move(confinement), most);
  BuildReport report;
  report.ok = run.succeeded;
  report.command = build.command;
  if (!report.ok) {
    report.problem = run.timed_out ? "longer than " + std::to_string(build.timeout_s) + " s" : run.status;
  }
  report.output = tail_of(run.output, kKeptOutput);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  co_return report;
}

std::string tail_of(const std::string& text, std::size_t bytes) {
  if (text.size() <= bytes) {
    return text;
  }
  const std::size_t from = text.size() - bytes;
  const std::size_t line = text.find('\n', from);
  return text.substr(line == std::string::npos || line + 1 == text.size() ? from : line + 1);
}

}  // namespace referee::score
