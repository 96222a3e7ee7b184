#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/base/files.h"
#include "referee/base/marked_text.h"
#include "referee/loop/event.h"
#include "referee/loop/poller.h"
#include "referee/loop/tasks.h"
#include "referee/process/bot_command.h"
#include "referee/process/cpu_meter.h"
#include "referee/process/cpus.h"
#include "referee/process/process_end.h"
#include "referee/process/reaper.h"
#include "referee/process/sandbox_instance.h"
#include "referee/process/spawn.h"

namespace referee {

/// The time that a bot has between SIGTERM and SIGKILL.
inline constexpr Milliseconds kTermGrace{500};

/// Where on this machine a process runs.
struct ProcessPlace {
  /// Measures, and ends, all that the process starts, if the kernel starts processes there. May be null.
  std::unique_ptr<ControlGroup> group = nullptr;
  /// The user that the process runs as; null: the user of the referee.
  std::unique_ptr<OwnUser> user = nullptr;
  Cpus cpus = {};  ///< to run on; empty: all of process_cpus()
};

/// A bot's process: the leader of its own process group, behind a supervisor (inside/supervisor.h). Keeps the
/// newest kKeptStderr bytes of what it writes to standard error.
class Process final : public Watcher, public std::enable_shared_from_this<Process> {
 public:
  static constexpr std::size_t kKeptStderr = 64 * 1024;
  /// Where standard error leads: to this object, which keeps it, or to the standard error of this process.
  enum class Stderr { kept, ours };

  /// Starts a command, unconfined (argv[0] is looked up in PATH), with `in` and `out`, which may be the same,
  /// as descriptors 0 and 1 and none above 2; its descriptors are copies. Variables that begin with REFEREE_
  /// are not passed on. One with an adapter, which with_adapter() has made the command, has a private
  /// folder as TMPDIR, and all processes that it starts are measured with it. One with a user of its own has
  /// such a folder as HOME, too. Throws LaunchError, naming the
  /// program, if it cannot be started.
  static std::shared_ptr<Process> start(Tasks& tasks, Reaper& reaper, const BotCommand& command,
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
  static std::shared_ptr<Process> keep(Tasks& tasks, Reaper& reaper, const Spawned& spawned,
                                       FileDescriptor stderr_end, Belongings belongings);
  ~Process();

  pid_t pid() const { return pid_; }
  pid_t supervisor() const { return supervisor_; }
  /// The process that becomes the program, or bubblewrap, is `pid`: told after the start, if at all.
  void set_pid(pid_t pid);
  /// The cgroups in which it runs; nullptr if it has none, or has ended.
  const ControlGroup* group() const;
  /// The process and all that it has started and that still runs: those in its cgroup or, without one, the
  /// descendants of its supervisor, to which those belong whose parents have ended.
  std::vector<pid_t> processes() const;
  const std::shared_ptr<CpuMeter>& cpu_meter() const { return cpu_meter_; }
  /// How long it has computed so far, or wanted to and had no processor. Close to the time since its start:
  /// it waits for nothing.
  Microseconds busy() const;
  /// This process is bubblewrap, whose child `inner` is the bot's parent (0: it has none): its exit status
  /// tells how the bot has ended, and its messages on `control` whether `program` ever ran.
  void set_behind_bwrap(pid_t inner, std::string program, FileDescriptor control);
  bool behind_bwrap() const { return behind_bwrap_; }
  /// Throws ProgramError, or std::runtime_error for any other reason, if bubblewrap has ended without having
  /// started the program.
  void throw_if_never_run() const;
  /// Sends signal `number` to the process and its process group, and SIGKILL to all that it has started; no
  /// effect once it has ended.
  void signal(int number);
  /// Sends SIGKILL to all processes(); `why`, which begins "killed: ", is the last line of the standard
  /// error.
  void kill_because(std::string why);
  /// too_much_memory() if the kernel has killed one of processes() for that; else empty.
  std::string why_kernel_killed() const;
  /// Calls `call` when it has ended, as well as those of other calls. REQUIRES: it has not.
  void when_ended(std::function<void()> call);
  bool ended() const { return status_.has_value(); }
  /// False if it still runs at `deadline`.
  Task<bool> ended_by(TimePoint deadline) { return ended_.wait_until(deadline); }
  Task<bool> ended_within(Nanoseconds time) { return ended_.wait_within(time); }
  /// Ends the process: SIGTERM, after `grace` SIGKILL; returns when it has been reaped.
  Task<> stop(Milliseconds grace);

  /// Whether the process has ended because stop() asked it to: how it has ended says nothing about it.
  bool ended_when_told() const { return ended_when_told_ && why_killed_.empty(); }
  /// Whether a signal has ended the process.
  bool killed() const;
  /// Whether the process has ended with exit status 0.
  bool succeeded() const;
  /// "exit status 1", "signal 9 (Killed)", or "running".
  std::string status_text() const;
  /// status_text(), and what bound it has passed if it was killed for that. Nothing that the program wrote:
  /// everybody may read it.
  std::string end_text() const;
  /// Once it has ended, files of its folder are named by their paths in it, also if it has worked in a copy.
  const std::string& stderr_text() const { return stderr_text_.text(); }
  /// stderr_text(), with the marks of mark_stderr().
  const MarkedText& marked_stderr() const { return stderr_text_; }
  /// Notes what it has written to standard error by now, read or not, as that of the moment `number`: see
  /// MarkedText::mark(). `all_read`: the Poller has told of all that counts, so that nobody asks the kernel
  /// what is unread: see Arrival::first_known.
  void mark_stderr(std::int64_t number, bool all_read = false);
  /// Takes what it has written to standard error by now: stderr_text() is what it writes from now on.
  MarkedText take_stderr();

 private:
  Process(Tasks& tasks, const Spawned& spawned, FileDescriptor stderr_end, Belongings belongings);
  std::shared_ptr<CpuMeter> make_cpu_meter() const;
  void on_readable() override;  // standard error
  void on_writable() override {}
  void reaped(int wait_status);
  void note_whether_run();
  void read_last_words();
  /// Keeps what can be read of standard error now, at most so many chunks. At its end it is closed.
  void read_stderr(int chunks);
  void close_stderr();
  void keep_stderr(std::string_view text);
  MarkedText with_own_names(MarkedText words) const;

  pid_t supervisor_;
  pid_t pid_;
  pid_t inner_ = 0;  // bubblewrap's process that is the first of the bot's namespace; 0: none
  Belongings belongings_;
  bool behind_bwrap_ = false;
  std::string program_;     // behind bubblewrap
  FileDescriptor control_;  // while it runs
  bool never_run_ = false;
  std::shared_ptr<CpuMeter> cpu_meter_;
  std::optional<int> status_;
  Event ended_;
  Poller& poller_;
  FileDescriptor stderr_;       // closed at its end
  bool stderr_unread_ = false;  // more can be read
  MarkedText stderr_text_;      // the newest bytes, at most 2 * kKeptStderr
  std::string earlier_stderr_;  // what was taken of it, the newest kKeptStderr bytes
  std::string why_killed_;
  bool ended_when_told_ = false;
  std::vector<std::function<void()>> when_ended_;
};

/// How a process ended, for people: "exit status 1: the error_line() of its standard error"; and why the
/// referee refused it, if it did: "a signal of the referee; no hello in 10000 ms: did you flush?". Of a
/// program that ended well, and said no hello, it says what its author has forgotten.
std::string how_ended(const Process& process, const std::string& refusal = "");

}  // namespace referee
