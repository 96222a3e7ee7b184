#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "referee/base/file_descriptor.h"
#include "referee/base/sockets.h"
#include "referee/loop/tasks.h"
#include "referee/net/stamped_connection.h"
#include "referee/process/bot_command.h"
#include "referee/process/cpus.h"
#include "referee/process/process_starter.h"
#include "referee/process/reaper.h"
#include "referee/process/sandbox.h"

namespace referee {

/// Starts commands, confined or not, on pipes or on TCP pairs: on this machine's loopback interface or,
/// inside bubblewrap, on that of the program's own network. For one thread: that of `tasks`.
class CommandStarter final : public ProcessStarter {
 public:
  /// `sandbox`: for commands with a confinement. With level none no program is confined; but if the sandbox
  /// has users, each program, confined or not, runs as one of them. Without a sandbox programs run as the
  /// user of the referee. Where this process may make cgroups, every program gets one, which measures and
  /// ends all that it starts.
  CommandStarter(Tasks& tasks, Reaper& reaper, std::shared_ptr<const Sandbox> sandbox);

  /// Programs that are started after this call never run on the CPU of the loop's thread, which starts them:
  /// from the first start on that thread has a CPU to itself. No effect with two CPUs or fewer.
  void keep_apart() override;
  void share_cpu(std::optional<int> cpu) override;
  bool shares_cpu() const override { return shares_; }
  void place(Process& program, bool quick) override;
  /// Programs that are started after this call run on these CPUs.
  void run_on(Cpus cpus) { cpus_ = std::move(cpus); }

  Task<Started> start(BotCommand command) override;
  bool confines(const BotCommand& command) const override;
  SandboxLevel level() const override { return sandbox_ == nullptr ? SandboxLevel::none : sandbox_->level(); }

 private:
  void find_groups();
  void take_own_cpu();
  std::unique_ptr<OwnUser> make_user() const;
  std::unique_ptr<ControlGroup> make_group(const JointBounds& bounds);
  /// A connection with a program: our end, and what becomes the program's standard input and output.
  struct Channel {
    std::unique_ptr<StampedConnection> ours;  // null: it is made elsewhere
    FileDescriptor in;
    FileDescriptor out;
  };

  Channel open_channel(Stdio stdio, uid_t user);
  Channel open_channel(Stdio stdio, SandboxInstance& instance);
  Started start_unconfined(BotCommand command);

  Tasks& tasks_;
  Reaper& reaper_;
  std::shared_ptr<const Sandbox> sandbox_;
  std::shared_ptr<ControlGroups> groups_;  // null where there can be none
  Cpus cpus_;                              // of programs; empty: all
  std::optional<CpuSplit> split_;          // once they are kept apart, if there are enough
  std::optional<PinnedThread> pinned_;
  bool shares_ = false;
  std::optional<int> shared_cpu_;  // nothing: any
  Loopback loopback_;
};

}  // namespace referee
