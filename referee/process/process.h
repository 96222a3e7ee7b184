#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "referee/base/marked_text.h"
#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/process/cpu_meter.h"
#include "referee/process/cpus.h"
#include "referee/process/process_end.h"

namespace referee {

/// The time that a bot has between SIGTERM and SIGKILL.
inline constexpr Milliseconds kTermGrace{500};

/// A program that was started, and how it has ended. Keeps the newest kKeptStderr bytes of what it writes to
/// standard error. KernelProcess is the kernel's; tests have a simulated one.
class Process : public std::enable_shared_from_this<Process> {
 public:
  static constexpr std::size_t kKeptStderr = 64 * 1024;

  virtual ~Process() = default;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  virtual pid_t pid() const = 0;
  /// The process and all that it has started and that still runs; none that the kernel does not know.
  virtual std::vector<pid_t> processes() const = 0;
  /// Moves all threads of processes() to these CPUs; empty: to all of process_cpus().
  virtual void run_on(const Cpus& cpus) = 0;
  virtual const std::shared_ptr<CpuMeter>& cpu_meter() const = 0;
  /// How long it has computed so far, or wanted to and had no processor. Close to the time since its start:
  /// it waits for nothing.
  Microseconds busy() const;
  /// Whether bubblewrap starts it, and tells late that it could not.
  virtual bool behind_bwrap() const = 0;
  /// Throws ProgramError, or std::runtime_error for any other reason, if bubblewrap has ended without having
  /// started the program.
  virtual void throw_if_never_run() const = 0;
  /// Sends signal `number` to the process and its process group, and SIGKILL to all that it has started; no
  /// effect once it has ended.
  virtual void signal(int number) = 0;
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
  virtual void mark_stderr(std::int64_t number, bool all_read = false) = 0;
  /// Takes what it has written to standard error by now: stderr_text() is what it writes from now on.
  virtual MarkedText take_stderr() = 0;

 protected:
  explicit Process(boost::asio::io_context& io) : ended_(io) {}
  void keep_stderr(std::string_view text);
  /// It has ended, with this status of waitpid(): tells all who wait for that.
  void note_end(int wait_status);

  std::optional<int> status_;
  MarkedText stderr_text_;  // the newest bytes, at most 2 * kKeptStderr
  std::string why_killed_;  // by the referee, for a bound that it has passed

 private:
  Event ended_;
  bool ended_when_told_ = false;
  std::vector<std::function<void()>> when_ended_;
};

/// How a process ended, for people: "exit status 1: the error_line() of its standard error"; and why the
/// referee refused it, if it did: "a signal of the referee; no hello in 10000 ms: did you flush?". Of a
/// program that ended well, and said no hello, it says what its author has forgotten.
std::string how_ended(const Process& process, const std::string& refusal = "");

}  // namespace referee
