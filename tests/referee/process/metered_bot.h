#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/match/launcher.h"
#include "tests/support/peer.h"
#include "tests/support/temp_folder.h"
#include "tests/support/world.h"

namespace referee {

/// A bot that is launched from a folder of its own, and what it is charged.
class MeteredBot : public testing::Test {
 protected:
  /// Copies the program into the folder, as "bot". Skips the test where there is no such sandbox.
  void open(const char* program, SandboxLevel level) {
    std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));  // it may run as another user
    std::filesystem::copy(program, bot());
    try {
      sandbox_ = Sandbox::open(level);
      launcher_ = std::make_unique<Launcher>(world_.tasks(), sandbox_);
    } catch (const WeakSandbox& weak) {
      GTEST_SKIP() << weak.what();
    }
  }
  /// Ends the bot, if it runs.
  void TearDown() override {
    if (process_ != nullptr && !process_->ended()) {
      world_.run(process_->stop(Milliseconds(0)));
    }
  }

  void start(std::vector<std::string> argv) { world_.run(start_into(std::move(argv))); }
  std::string bot() const { return (folder_ / "bot").string(); }
  Microseconds used() { return process_->cpu_meter()->used(); }
  /// The charge from the moment that the bot is told to begin until it writes "done".
  Microseconds charge_of_turn() {
    const Microseconds before = used();
    io_->send("go");
    EXPECT_EQ(io_->next_line(), "done");
    return used() - before;
  }

  Confinement confinement_;
  test_support::World world_;
  test_support::TempFolder folder_;
  std::shared_ptr<const Sandbox> sandbox_;
  std::unique_ptr<Launcher> launcher_;
  std::shared_ptr<Process> process_;
  std::unique_ptr<test_support::Peer> io_;

 private:
  Task<> start_into(std::vector<std::string> argv) {
    confinement_.folder = folder_.path();
    BotCommand command{std::move(argv), confinement_};
    Launcher::Started started = co_await launcher_->start(std::move(command));
    process_ = std::move(started.process);
    io_ = std::make_unique<test_support::Peer>(
        world_, FileDescriptor(::fcntl(started.connection->in(), F_DUPFD_CLOEXEC, 0)));
  }
};

}  // namespace referee
