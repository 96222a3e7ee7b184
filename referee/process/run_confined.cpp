#include "referee/process/run_confined.h"

#include <fcntl.h>

#include <chrono>
#include <utility>

#include "referee/base/file_descriptor.h"
#include "referee/process/confined_start.h"
#include "referee/process/spawn.h"

namespace referee {
namespace {

FileDescriptor no_input() {
  FileDescriptor null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (null.get() < 0) {
    throw_errno("/dev/null");
  }
  return null;
}

/// Where the sandbox is none.
std::shared_ptr<Process> start_unconfined(Tasks& tasks, Reaper& reaper, const std::vector<std::string>& argv,
                                          const std::filesystem::path& folder) {
  Pipe pipe = make_pipe();
  const FileDescriptor input = no_input();
  const Spawned spawned = spawn(argv, {{input.get(), pipe.write.get(), pipe.write.get()}, false, folder});
  return Process::keep(tasks, reaper, spawned.pid, std::move(pipe.read), {});
}

}  // namespace

Task<ConfinedRun> run_confined(Tasks& tasks, Reaper& reaper, std::shared_ptr<const Sandbox> sandbox,
                               std::vector<std::string> argv, Confinement confinement, Milliseconds timeout) {
  std::shared_ptr<Process> process;
  if (sandbox == nullptr || sandbox->level() == SandboxLevel::none) {
    process = start_unconfined(tasks, reaper, argv, confinement.folder);
  } else {
    std::unique_ptr<Cell> cell = sandbox->cell(argv, confinement);
    FileDescriptor input = no_input();
    FileDescriptor with_errors;
    ConfinedProcess started =
        co_await start_confined(tasks, reaper, std::move(cell), std::move(input), std::move(with_errors));
    process = std::move(started.process);
  }
  ConfinedRun run;
  const bool ended = co_await process->ended_by(std::chrono::steady_clock::now() + timeout);
  if (!ended) {
    run.timed_out = true;
    co_await process->stop(Milliseconds(0));
  }
  run.status = process->status_text();
  run.succeeded = !run.timed_out && run.status == "exit status 0";
  run.output = process->stderr_text();
  co_return run;
}

}  // namespace referee
