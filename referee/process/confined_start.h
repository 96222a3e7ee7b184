#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/base/units.h"
#include "referee/loop/tasks.h"
#include "referee/process/cpus.h"
#include "referee/process/inside/private_network.h"
#include "referee/process/kernel_process.h"
#include "referee/process/reaper.h"
#include "referee/process/sandbox.h"
#include "referee/process/sandbox_instance.h"

namespace referee {

/// A folder on a real disk that a confined program writes to, and how much it may have in it.
struct DiskAllowance {
  std::filesystem::path folder;
  std::uintmax_t bytes = 0;
};

/// Bytes on the disk of all that is in `folder`; the greatest number if it holds too many files to count.
std::uintmax_t disk_used(const std::filesystem::path& folder);

/// Measures the folders from time to time until `process` has ended, and kills it once one of them holds too
/// much. Where a folder has no file system of its own, the kernel bounds only the size of a single file.
Task<> guard_disk(std::shared_ptr<KernelProcess> process, std::vector<DiskAllowance> folders);

/// The supervisor of a process that is becoming a confined program, and the socket on which that reports.
struct ConfinedSpawn {
  Spawned supervisor;
  FileDescriptor control;
};
/// `cpus`: as Spawn::cpus. Throws std::system_error.
ConfinedSpawn spawn_confined(const SandboxInstance& instance, int in, int out, int err, Cpus cpus = {});

/// Collects the messages of a control socket.
class ControlWords {
 public:
  /// False if no message follows that tells how the start goes. Behind bubblewrap others follow, and wait
  /// until the program has ended: each message wakes who reads it.
  bool take(ControlMessage message);

  /// Why the program cannot be started; empty if it can.
  const std::string& failure() const { return failure_; }
  int error_number() const { return error_number_; }
  /// Whether the program itself, or its folder, is why.
  bool is_of_program() const { return is_of_program_; }
  /// The process that becomes the program, or bubblewrap; 0 if it failed before.
  pid_t process() const { return process_; }
  /// The first process of its namespace; 0 if it has none, or failed before it had.
  pid_t inner() const;
  FileDescriptor& connection() { return connection_; }

 private:
  std::string failure_;
  pid_t process_ = 0;
  int error_number_ = 0;
  bool is_of_program_ = false;
  std::string about_child_;
  FileDescriptor connection_;
};

/// A confined program that runs.
struct ConfinedProcess {
  std::shared_ptr<KernelProcess> process;
  FileDescriptor connection;  ///< our end of its standard input and output, if it has made them itself
};
/// Starts what `instance` is for, with `in` and `out` as descriptors 0 and 1 (`out` may be -1: with standard
/// error, which is kept), on `cpus` (as Spawn::cpus). Returns when the program runs, or has been killed
/// before. Throws ProgramError or LaunchError if it cannot be started. Behind bubblewrap this returns
/// earlier: Process::throw_if_never_run() tells what became of it.
Task<ConfinedProcess> start_confined(Tasks& tasks, Reaper& reaper, std::unique_ptr<SandboxInstance> instance,
                                     FileDescriptor in, FileDescriptor out, Cpus cpus = {});

/// How a command ended.
struct ConfinedRun {
  std::string status;      ///< "exit status 1", "signal 9 (Killed)"
  bool succeeded = false;  ///< exit status 0, in time
  bool timed_out = false;  ///< it was killed
  std::string output;  ///< what it wrote to standard output and error, the newest Process::kKeptStderr bytes
};

/// Runs `argv` to its end, or for `timeout`: confined as far as `sandbox` goes (of level none: not at all),
/// with no input, in the folder of `confinement`. All that it has started has ended when this returns. Throws
/// LaunchError if it cannot be started.
Task<ConfinedRun> run_confined(Tasks& tasks, Reaper& reaper, std::shared_ptr<const Sandbox> sandbox,
                               std::vector<std::string> argv, Confinement confinement, Milliseconds timeout);

}  // namespace referee
