#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "referee/base/sockets.h"
#include "referee/match/player.h"
#include "referee/net/line_trace.h"
#include "referee/net/stamped_connection.h"
#include "referee/net/tasks.h"
#include "referee/process/cpus.h"
#include "referee/process/process.h"
#include "referee/process/reaper.h"
#include "referee/process/sandbox.h"

namespace referee {

/// A bot that runs as a process of ours, for one attempt of a match, or for several one after another.
struct LaunchedBot {
  std::shared_ptr<Player> player;  ///< connected once the bot has said hello
  std::shared_ptr<Process> process;
  std::shared_ptr<Event> greeted;  ///< it has said hello, or cannot any more
};

/// Where the lines of a launched bot are written from its hello on; nowhere without a trace.
struct TracedSeat {
  TracedSeat() = default;
  TracedSeat(std::shared_ptr<LineTrace> to, TraceLabel of) : trace(std::move(to)), label(std::move(of)) {}

  std::shared_ptr<LineTrace> trace;
  TraceLabel label;
};

/// Starts bots, from the loop's thread, on pipes or on TCP pairs: on this machine's loopback interface or,
/// inside bubblewrap, on that of the bot's own network.
class Launcher {
 public:
  /// `sandbox`: for bots with a confinement. With level none no bot is confined; but if the sandbox has
  /// users, each bot, confined or not, runs as one of them. Without a sandbox bots run as the user of the
  /// referee. Where this process may make cgroups, every bot gets one, which measures and ends all that it
  /// starts.
  explicit Launcher(Tasks& tasks, std::shared_ptr<const Sandbox> sandbox = nullptr);

  /// Bots that are started after this call never run on the CPU of the loop's thread, which starts them: from
  /// the first start on that thread has a CPU to itself. No effect with two CPUs or fewer.
  void keep_apart();

  /// Starts a bot for the player `name`; the bot has the time `init` to say hello, and that which its adapter
  /// may take to start. Throws ProgramError if its program or a file that it needs is why it cannot be
  /// started; LaunchError or another std::exception for any other reason.
  Task<LaunchedBot> launch(std::string name, BotCommand command, Milliseconds init, TracedSeat traced = {});
  struct Started {
    std::shared_ptr<Process> process;
    std::optional<StampedConnection>
        connection;  ///< our end; none if the process has been killed before it made one
  };
  /// Starts a bot for a caller who reads its lines himself. Throws as launch().
  Task<Started> start(BotCommand command);
  /// Says `bye`, gives the bot a moment to leave, then ends its process group. No effect on one that has
  /// ended.
  Task<> stop(LaunchedBot bot);
  /// Stops waiting for processes, so that the event loop ends.
  void close() { reaper_.stop(); }
  Reaper& reaper() { return reaper_; }

 private:
  void take_own_cpu();
  bool confines(const BotCommand& command) const;
  std::unique_ptr<OwnUser> make_user() const;
  std::unique_ptr<ControlGroup> make_group(const JointBounds& bounds);
  /// A connection with a bot: our end, and what becomes the bot's standard input and output.
  struct Channel {
    std::optional<StampedConnection> ours;
    FileDescriptor in;
    FileDescriptor out;
  };

  Channel open_channel(Stdio stdio, uid_t user);
  Channel open_channel(Stdio stdio, SandboxInstance& instance);
  void greet(const LaunchedBot& bot, std::optional<StampedConnection> connection, Milliseconds init,
             const Adapter* adapter, TracedSeat traced);

  Tasks& tasks_;
  std::shared_ptr<const Sandbox> sandbox_;
  std::shared_ptr<ControlGroups> groups_;  // null where there can be none
  std::optional<CpuSplit> split_;          // nothing: every process runs on every CPU
  std::optional<PinnedThread> pinned_;
  Reaper reaper_;
  Loopback loopback_;
};

}  // namespace referee
