#include "referee/command/command_loop.h"

#include <gtest/gtest.h>

#include <csignal>
#include <stdexcept>
#include <string>

#include <boost/asio/post.hpp>

#include "referee/cli/commands.h"
#include "referee/loop/event.h"

namespace referee {
namespace {

Task<> noted(std::string& story, std::string word) {
  story += word + " ";
  co_return;
}

Task<> failing() {
  throw std::runtime_error("the disk is full");
  co_return;
}

TEST(CommandLoop, EndsWhenItsMainTaskHasReturnedAndClosesTheOthersFirst) {
  CommandLoop loop;
  std::string story;
  loop.run("main", noted(story, "main"), [&story] { story += "closed"; });
  EXPECT_EQ(story, "main closed");
  EXPECT_EQ(loop.early_end(), std::nullopt);
}

TEST(CommandLoop, KeepsWhatEndsItsMainTaskUntilTheCommandHasShownItsResults) {
  CommandLoop loop;
  bool closed = false;
  loop.run("main", failing(), [&closed] { closed = true; });
  EXPECT_TRUE(closed);
  EXPECT_THROW(loop.rethrow_failure(), std::runtime_error);
  EXPECT_THROW((void)loop.early_end(), std::runtime_error);
}

TEST(CommandLoop, HasTheExitCodeOfASignalThatCameFirst) {
  Event* stop = nullptr;
  CommandLoop loop([&stop](int) { stop->set(); });
  Event stopped(loop.io());
  stop = &stopped;
  boost::asio::post(loop.io(), [] { std::raise(SIGTERM); });
  loop.run("main", stopped.wait());
  EXPECT_EQ(loop.early_end(), exit_code::kSignal + SIGTERM);
}

TEST(AndFinally, DoesTheLastThingWhateverHasComeOfTheWork) {
  CommandLoop loop;
  std::string story;
  const auto last = [&story] { return noted(story, "last"); };
  loop.run("main", and_finally(failing(), last));
  EXPECT_EQ(story, "last ");
  EXPECT_THROW(loop.rethrow_failure(), std::runtime_error);
}

}  // namespace
}  // namespace referee
