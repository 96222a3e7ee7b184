#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/require.h"
#include "referee/loop/tasks.h"
#include "referee/match/player.h"
#include "referee/net/line_trace.h"
#include "referee/process/process_starter.h"
#include "referee/process/reaper.h"
#include "referee/process/sandbox.h"

namespace referee {

/// A bot that runs as a process of ours, for one attempt of a match, or for several one after another.
struct LaunchedBot {
  std::vector<std::string> argv;   ///< its program and arguments
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

/// Starts bots, from the loop's thread, and greets them.
class Launcher {
 public:
  /// Bots are processes of this machine. `sandbox`: for those with a confinement; see CommandStarter.
  explicit Launcher(Tasks& tasks, std::shared_ptr<const Sandbox> sandbox = nullptr);
  /// Bots are what `starter` starts.
  Launcher(Tasks& tasks, std::unique_ptr<ProcessStarter> starter);

  /// See CommandStarter::keep_apart().
  void keep_apart() { starter_->keep_apart(); }
  /// From now on bots that are quick share the CPU of the loop's thread: see ProcessStarter::share_cpu().
  void share_cpu(std::optional<int> cpu = std::nullopt) { starter_->share_cpu(cpu); }
  bool shares_cpu() const { return starter_->shares_cpu(); }
  /// See ProcessStarter::place(). REQUIRES: shares_cpu().
  void place(const LaunchedBot& bot, bool quick) {
    REQUIRE(shares_cpu());
    starter_->place(*bot.process, quick);
  }

  /// Starts a bot for the player `name`; the bot has the time `init` to say hello, and that which its adapter
  /// may take to start. Throws ProgramError if its program or a file that it needs is why it cannot be
  /// started; LaunchError or another std::exception for any other reason.
  Task<LaunchedBot> launch(std::string name, BotCommand command, Milliseconds init, TracedSeat traced = {});
  using Started = ProcessStarter::Started;
  /// Starts a bot for a caller who reads its lines himself. Throws as launch().
  Task<Started> start(BotCommand command);
  /// Says `bye`, gives the bot a moment to leave, then ends its process group. No effect on one that has
  /// ended.
  Task<> stop(LaunchedBot bot);
  /// The level at which bots are confined; none without a sandbox.
  SandboxLevel level() const { return starter_->level(); }
  /// Stops waiting for processes, so that the event loop ends.
  void close() { reaper_.stop(); }
  Reaper& reaper() { return reaper_; }

 private:
  void greet(const LaunchedBot& bot, std::unique_ptr<Link> connection, Milliseconds init,
             const Adapter* adapter, TracedSeat traced);

  Tasks& tasks_;
  Reaper reaper_;
  std::unique_ptr<ProcessStarter> starter_;
};

}  // namespace referee
