#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/process/kernel_process.h"
#include "referee/process/reaper.h"
#include "tests/support/peer.h"
#include "tests/support/world.h"

namespace referee {

/// A loop with a reaper, and processes on it whose standard input and output the test holds.
class ProcessRoom {
 public:
  struct Bot {
    std::shared_ptr<KernelProcess> process;
    std::unique_ptr<test_support::Peer> io;  ///< the other end of its descriptors 0 and 1
  };

  Bot start(const BotCommand& command) {
    Loopback::Pair pair = world_.loopback().make_pair();
    Bot bot;
    bot.process = KernelProcess::start(world_.tasks(), reaper_, command, pair.theirs, pair.theirs);
    bot.io = std::make_unique<test_support::Peer>(world_, std::move(pair.ours));
    return bot;
  }
  /// A process that runs `script` in a shell.
  Bot shell(const std::string& script) { return start({{"sh", "-c", script}}); }

  void until_ended(const Bot& bot) {
    world_.until([&] { return bot.process->ended(); });
  }
  /// All that a shell running `script` writes to its standard output.
  std::string output_of(const std::string& script) { return shell(script).io->read_to_end(); }

  test_support::World& world() { return world_; }
  Reaper& reaper() { return reaper_; }

 private:
  test_support::World world_;
  Reaper reaper_{world_.tasks()};
};

}  // namespace referee
