#include "referee/command/interrupts.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <string>

#include <boost/asio/post.hpp>

#include "tests/support/world.h"

namespace referee {
namespace {

using test_support::World;

class InterruptsTest : public testing::Test {
 protected:
  InterruptsTest() { world_.poll(); }  // lets the loop run until it waits for signals

  /// Closes after the loop has run `handlers` handlers.
  void close_after(int handlers) {
    boost::asio::post(world_.io(), [this, handlers] {
      if (handlers > 0) {
        close_after(handlers - 1);
      } else {
        interrupts_.close();
        received_ += "closed ";
      }
    });
  }

  World world_;
  std::string received_;
  Interrupts interrupts_{world_.tasks(),
                         [this](int signal) { received_ += "first " + std::to_string(signal) + " "; },
                         [this](int signal) { received_ += "second " + std::to_string(signal) + " "; }};
};

TEST_F(InterruptsTest, EachSignalHasItsCall) {
  std::raise(SIGTERM);
  world_.until([&] { return received_ == "first 15 "; });
  EXPECT_EQ(interrupts_.number(), SIGTERM);
  std::raise(SIGINT);
  world_.run_dry();
  EXPECT_EQ(received_, "first 15 second 2 ");
  EXPECT_EQ(interrupts_.number(), SIGTERM);
}

TEST_F(InterruptsTest, TheThirdOneEndsTheProgram) {
  const auto three_signals = [this] {
    for (int i = 0; i < 3; ++i) {
      std::raise(SIGTERM);
      world_.poll();
    }
  };
  EXPECT_EXIT(three_signals(), testing::KilledBySignal(SIGTERM), "");
}

TEST_F(InterruptsTest, OneThatComesWhileResultsAreWrittenEndsNothingAndTheNextOneDoes) {
  const auto close = [this](int signals) {
    std::raise(SIGINT);
    world_.poll();
    interrupts_.close();
    world_.run_dry();
    for (int i = 0; i < signals; ++i) {
      std::raise(SIGINT);
    }
    std::_Exit(world_.tasks().running() == 0 && received_ == "first 2 " ? 7 : 1);
  };
  EXPECT_EXIT(close(1), testing::ExitedWithCode(7), "");
  EXPECT_EXIT(close(2), testing::KilledBySignal(SIGINT), "");
}

TEST_F(InterruptsTest, ClosedItHoldsNobodyUp) {
  interrupts_.close();
  world_.run_dry();
  EXPECT_EQ(received_, "");
  EXPECT_EQ(interrupts_.number(), 0);
}

class InterruptsClosed : public InterruptsTest, public testing::WithParamInterface<int> {};

// In one of these cases the signal has arrived, and its handler is queued but has not run.
TEST_P(InterruptsClosed, AsASignalComesItCallsNobodyAfterwards) {
  std::raise(SIGTERM);
  close_after(GetParam());
  world_.run_dry();
  EXPECT_TRUE(received_ == "closed " || received_ == "first 15 closed ") << received_;
}

INSTANTIATE_TEST_SUITE_P(After, InterruptsClosed, testing::Range(0, 8));

}  // namespace
}  // namespace referee
