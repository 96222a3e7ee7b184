#include "referee/loop/loop_thread.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include <boost/asio/post.hpp>

#include "referee/loop/event.h"
#include "tests/support/complaint.h"
#include "tests/support/world.h"

namespace referee {
namespace {

using test_support::World;

/// A thread with something that has to be told to end: an event.
class LoopThreadTest : public testing::Test {
 protected:
  Task<> ends() {
    story_ += "end ";
    wait_->set();
    co_return;
  }

  World world_;
  std::string story_;  // of the thread
  std::unique_ptr<Event> wait_;
  LoopThread thread_{"a thread of a test",
                     {[this] {
                        story_ += "begin ";
                        wait_ = std::make_unique<Event>(thread_.tasks().io());
                      },
                      [this] { return ends(); },
                      [this] {
                        wait_.reset();
                        story_ += "gone";
                      }}};
};

TEST_F(LoopThreadTest, ACoroutineRunsThereAndItsEndIsKnownHere) {
  const auto here = std::this_thread::get_id();
  std::thread::id there;
  world_.run(thread_.run(world_.tasks(), [&]() -> Task<> {
    there = std::this_thread::get_id();
    story_ += "work ";
    co_return;
  }));
  EXPECT_NE(there, here);
  EXPECT_TRUE(thread_.begun());
  thread_.stop();
  EXPECT_EQ(story_, "begin work end gone");
}

TEST_F(LoopThreadTest, WhatACoroutineThrowsThereIsThrownHere) {
  const auto fails = [this]() -> Task<> {
    co_await boost::asio::post(thread_.tasks().io(), boost::asio::use_awaitable);
    throw std::runtime_error("no disk");
  };
  EXPECT_EQ(
      test_support::complaint<std::runtime_error>([&] { world_.run(thread_.run(world_.tasks(), fails)); }),
      "no disk");
  const auto cannot_begin = []() -> Task<> { throw std::runtime_error("no sandbox"); };
  EXPECT_EQ(test_support::complaint<std::runtime_error>(
                [&] { world_.run(thread_.run(world_.tasks(), cannot_begin)); }),
            "no sandbox");
}

TEST_F(LoopThreadTest, ToStopEndsWhatIsUnderWayAndThenNothingBeginsAnyMore) {
  EXPECT_TRUE(thread_.post([this] { thread_.tasks().start("a wait", wait_->wait()); }));
  thread_.stop();
  EXPECT_EQ(story_, "begin end gone");
  EXPECT_FALSE(thread_.post([this] { story_ += "late"; }));
  thread_.stop();
  EXPECT_EQ(story_, "begin end gone");
}

TEST_F(LoopThreadTest, ACallThatThrowsLeavesTheOthersTheirTurn) {
  EXPECT_TRUE(thread_.post([] { throw std::runtime_error("a fault of ours"); }));
  EXPECT_TRUE(thread_.post([this] { story_ += "next "; }));
  thread_.stop();
  EXPECT_EQ(story_, "begin next end gone");
}

TEST(LoopThread, ThatWasNeverUsedMakesNothing) {
  std::string story;
  {
    LoopThread thread("a thread of a test", {[&] { story += "begin"; }, nullptr, [&] { story += "gone"; }});
    EXPECT_FALSE(thread.begun());
    thread.stop();
    EXPECT_FALSE(thread.begun());
  }
  EXPECT_EQ(story, "");
}

}  // namespace
}  // namespace referee
