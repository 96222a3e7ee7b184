#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/base/files.h"
#include "referee/loop/poller.h"
#include "referee/loop/tasks.h"
#include "referee/process/bot_command.h"
#include "referee/process/cpu_meter.h"
#include "referee/process/cpus.h"
#include "referee/process/process.h"
#include "referee/process/reaper.h"
#include "referee/process/sandbox_instance.h"
#include "referee/process/spawn.h"

namespace referee {

/// Where on this machine a process runs.
struct ProcessPlace {
  /// Measures, and ends, all that the process starts, if the kernel starts processes there. May be null.
  std::unique_ptr<ControlGroup> group = nullptr;
  /// The user that the process runs as; null: the user of the referee.
  std::unique_ptr<OwnUser> user = nullptr;
  Cpus cpus = {};  ///< to run on; empty: all of process_cpus()
};

/// A bot's process of this machine: the leader of its own process group, behind a supervisor
/// (inside/supervisor.h).
class KernelProcess final : public Process, public Watcher {
 public:
  /// Where standard error leads: to this object, which keeps it, or to the standard error of this process.
  enum class Stderr { kept, ours };

  /// Starts a command, unconfined (argv[0] is looked up in PATH), with `in` and `out`, which may be the same,
  /// as descriptors 0 and 1 and none above 2; its descriptors are copies. Variables that begin with REFEREE_
  /// are not passed on. One with an adapter, which with_adapter() has made the command, has a private
  /// folder as TMPDIR, and all processes that it starts are measured with it. One with a user of its own has
  /// such a folder as HOME, too. Throws LaunchError, naming the
  /// program, if it cannot be started.
  static std::shared_ptr<KernelProcess> start(Tasks& tasks, Reaper& reaper, const BotCommand& command,
                                              const FileDescriptor& in, const FileDescriptor& out,
                                              Stderr where = Stderr::kept, ProcessPlace place = {});
  /// What belongs to a process, and is destroyed when it has ended. All may be null.
  struct Belongings {
    std::unique_ptr<SandboxInstance> instance;
    std::unique_ptr<ControlGroup> group;  ///< of a process without an instance
    std::unique_ptr<OwnUser> user;        ///< the user of a process without an instance
    std::unique_ptr<ScratchFolder> scratch;
  };
  /// Keeps a process that has been started behind a supervisor, and reads `stderr_end`.
  static std::shared_ptr<KernelProcess> keep(Tasks& tasks, Reaper& reaper, const Spawned& spawned,
                                             FileDescriptor stderr_end, Belongings belongings);
  ~KernelProcess() override;
  KernelProcess(const KernelProcess&) = delete;
  KernelProcess& operator=(const KernelProcess&) = delete;

  pid_t pid() const override { return pid_; }
  pid_t supervisor() const { return supervisor_; }
  /// The process that becomes the program, or bubblewrap, is `pid`: told after the start, if at all.
  void set_pid(pid_t pid);
  /// The cgroups in which it runs; nullptr if it has none, or has ended.
  const ControlGroup* group() const;
  /// Those in its cgroup or, without one, the descendants of its supervisor, to which those belong whose
  /// parents have ended.
  std::vector<pid_t> processes() const override;
  void run_on(const Cpus& cpus) override;
  const std::shared_ptr<CpuMeter>& cpu_meter() const override { return cpu_meter_; }
  /// This process is bubblewrap, whose child `inner` is the bot's parent (0: it has none): its exit status
  /// tells how the bot has ended, and its messages on `control` whether `program` ever ran. If not, and the
  /// machine is why, throw_if_never_run() calls `machine_failed`.
  void set_behind_bwrap(pid_t inner, std::string program, FileDescriptor control,
                        SandboxInstance::MachineFailed machine_failed);
  bool behind_bwrap() const override { return behind_bwrap_; }
  void throw_if_never_run() const override;
  void signal(int number) override;
  /// Sends SIGKILL to all processes(); `why`, which begins "killed: ", is the last line of the standard
  /// error.
  void kill_because(std::string why);
  /// too_much_memory() if the kernel has killed one of processes() for that; else empty.
  std::string why_kernel_killed() const;
  void mark_stderr(std::int64_t number, bool all_read) override;
  MarkedText take_stderr() override;

 private:
  KernelProcess(Tasks& tasks, const Spawned& spawned, FileDescriptor stderr_end, Belongings belongings);
  std::shared_ptr<CpuMeter> make_cpu_meter() const;
  void on_readable() override;  // standard error
  void on_writable() override {}
  void reaped(int wait_status);
  void note_whether_run(int wait_status);
  void read_last_words();
  /// Keeps what can be read of standard error now, at most so many chunks. At its end it is closed.
  void read_stderr(int chunks);
  void close_stderr();
  MarkedText with_own_names(MarkedText words) const;

  pid_t supervisor_;
  pid_t pid_;
  pid_t inner_ = 0;  // bubblewrap's process that is the first of the bot's namespace; 0: none
  Belongings belongings_;
  Cpus cpus_;  // where run_on() has moved it; empty: it has not been moved
  bool behind_bwrap_ = false;
  std::string program_;     // behind bubblewrap
  FileDescriptor control_;  // while it runs
  bool never_run_ = false;
  SandboxInstance::MachineFailed machine_failed_;
  std::shared_ptr<CpuMeter> cpu_meter_;
  Poller& poller_;
  FileDescriptor stderr_;       // closed at its end
  bool stderr_unread_ = false;  // more can be read
  std::string earlier_stderr_;  // what was taken of it, the newest kKeptStderr bytes
};

}  // namespace referee
