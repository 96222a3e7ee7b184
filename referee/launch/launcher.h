#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/launch/process.h"
#include "referee/launch/reaper.h"
#include "referee/match/player.h"
#include "referee/net/loopback.h"
#include "referee/net/tasks.h"

namespace referee {

/// A bot that runs as a process of ours, for one game.
struct LaunchedBot {
  std::shared_ptr<Player> player;  ///< connected once the bot has said hello
  std::shared_ptr<Process> process;
  std::shared_ptr<Event> greeted;  ///< it has said hello, or it will not
};

/// Starts bots on loopback TCP pairs, from the loop's thread.
class Launcher {
 public:
  explicit Launcher(Tasks& tasks) : tasks_(tasks), reaper_(tasks) {}

  /// Starts `argv` for the player `name`; it has `init` to say hello. Throws LaunchError if it cannot
  /// be started.
  LaunchedBot launch(const std::string& name, const std::vector<std::string>& argv, Milliseconds init);
  /// Says `bye`, gives the bot a moment to leave, then ends its process group.
  Task<> stop(LaunchedBot bot);
  /// Lets the loop run dry.
  void close() { reaper_.stop(); }

 private:
  Tasks& tasks_;
  Reaper reaper_;
  Loopback loopback_;
};

}  // namespace referee
