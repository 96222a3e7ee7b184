#pragma once

#include <memory>
#include <optional>

#include "referee/loop/tasks.h"
#include "referee/net/link.h"
#include "referee/process/bot_command.h"
#include "referee/process/inside/sandbox_spec.h"
#include "referee/process/process.h"

namespace referee {

/// Starts programs, for one thread. CommandStarter starts them as processes of this machine; tests have one
/// that simulates them.
class ProcessStarter {
 public:
  struct Started {
    std::shared_ptr<Process> process;
    std::unique_ptr<Link> connection;  ///< our end; null if the process has been killed before it made one
  };

  virtual ~ProcessStarter() = default;

  /// Starts a program for a caller who reads its lines. Throws ProgramError if the program is why it cannot
  /// be started; LaunchError or another std::exception for any other reason. REQUIRES: the command's adapter,
  /// if it has one, has been made a part of it (with_adapter).
  virtual Task<Started> start(BotCommand command) = 0;
  /// Programs that are started after this call leave a CPU to the thread that starts them, if there are
  /// enough.
  virtual void keep_apart() = 0;
  /// From now on place() counts. `cpu`: that of the thread when it has quick programs; nothing: the one on
  /// which it runs when it gets the first of them. REQUIRES: no clock charges a program for waiting.
  virtual void share_cpu(std::optional<int> cpu) = 0;
  virtual bool shares_cpu() const = 0;
  /// Has a running program of these share the CPU of the thread that starts them, if it is quick, or leave
  /// it: a program on another CPU is woken there later than it answers. Only after share_cpu().
  virtual void place(Process& program, bool quick) = 0;
  /// Whether it confines that command.
  virtual bool confines(const BotCommand& command) const = 0;
  /// The level at which it confines; none without a sandbox.
  virtual SandboxLevel level() const = 0;
};

}  // namespace referee
