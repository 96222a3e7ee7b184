#include "referee/loop/work_thread.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <stdexcept>
#include <vector>

#include "tests/support/captured_log.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/world.h"

namespace referee {
namespace {

using test_support::World;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class WorkThreadTest : public testing::Test {
 protected:
  /// Returns once the thread is in a call, which ends when `open_` is set.
  void hold() {
    std::promise<void> begun;
    thread_.post([this, &begun] {
      begun.set_value();
      open_.get_future().wait();
    });
    begun.get_future().wait();
  }

  World world_;
  std::promise<void> open_;
  std::vector<int> made_;  // used by the thread, and by the test once that has ended
  WorkThread thread_{world_.tasks(), "the thread of a test"};
};

Task<> note(Task<int> call, int& result) { result = co_await std::move(call); }

TEST_F(WorkThreadTest, ReturnsWhatTheCallReturnsOnAnotherThread) {
  int thread = 0;
  world_.run(note(thread_.run<int>([] { return ::gettid(); }), thread));
  EXPECT_NE(thread, 0);
  EXPECT_NE(thread, ::gettid());
}

TEST_F(WorkThreadTest, ThrowsWhatTheCallThrowsAndGoesOn) {
  EXPECT_THROW(world_.run(thread_.run<void>([] { throw std::runtime_error("a full disk"); })),
               std::runtime_error);
  int result = 0;
  world_.run(note(thread_.run<int>([] { return 7; }), result));
  EXPECT_EQ(result, 7);
}

TEST_F(WorkThreadTest, CallsAreMadeInTheOrderInWhichTheyWereQueuedWhoeverIsAwaitedFirst) {
  Task<> first = thread_.run<void>([this] { made_.push_back(1); });
  thread_.post([this] { made_.push_back(2); });
  Task<> third = thread_.run<void>([this] { made_.push_back(3); });
  world_.run(std::move(third));
  world_.run(std::move(first));
  EXPECT_THAT(made_, ElementsAre(1, 2, 3));
}

TEST_F(WorkThreadTest, OnlyWhoWaitsKeepsTheLoopRunning) {
  hold();
  world_.run_dry();  // returns although the call is held
  int result = 0;
  world_.tasks().start("call", note(thread_.run<int>([] { return 7; }), result));
  world_.poll();
  EXPECT_FALSE(world_.io().stopped());
  open_.set_value();
  world_.run_dry();
  EXPECT_EQ(result, 7);
}

TEST_F(WorkThreadTest, WhatAPostedCallThrowsIsLogged) {
  const test_support::CapturedLog log;
  thread_.post([] { throw std::runtime_error("a full disk"); });
  thread_.finish();
  EXPECT_THAT(log.text(), HasSubstr("a full disk"));
}

TEST_F(WorkThreadTest, FinishMakesAllCalls) {
  hold();
  thread_.post([this] { made_.push_back(1); });
  thread_.post([this] { made_.push_back(2); });
  open_.set_value();
  thread_.finish();
  EXPECT_THAT(made_, ElementsAre(1, 2));
}

TEST_F(WorkThreadTest, StopDropsCallsThatHaveNotBegunAndThoseThatFollow) {
  thread_.post_at(TimePoint::max(), [this] { made_.push_back(1); });
  thread_.post([this] { made_.push_back(2); });
  thread_.stop();
  thread_.post([this] { made_.push_back(3); });
  thread_.stop();
  EXPECT_THAT(made_, IsEmpty());
}

TEST_F(WorkThreadTest, ACallWaitsUntilItIsDueAndIsDroppedWhenTheThreadEndsBefore) {
  const TimePoint due = std::chrono::steady_clock::now() + Milliseconds(1);
  std::promise<TimePoint> made;
  thread_.post_at(due, [&] {
    made.set_value(std::chrono::steady_clock::now());
    thread_.post_at(TimePoint::max(), [this] { made_.push_back(1); });
  });
  EXPECT_GE(made.get_future().get(), due);
  thread_.finish();
  EXPECT_THAT(made_, IsEmpty());
}

TEST(WorkThreadInSimulation, CallsAreMadeOnTheLoopOneAfterTheOtherWhenTheirTimeHasPassed) {
  test_support::SimulatedLoop loop;
  loop.clock().set_time_of_work([] { return Milliseconds(7); });
  WorkThread thread(loop.tasks(), "no thread");
  const TimePoint begin = loop.clock().now();
  std::vector<Nanoseconds> made;
  const int own = ::gettid();
  for (int call = 0; call < 3; ++call) {
    thread.post([&] {
      EXPECT_EQ(::gettid(), own);
      made.push_back(loop.clock().now() - begin);
    });
  }
  EXPECT_TRUE(made.empty());
  loop.run();
  EXPECT_THAT(made, ElementsAre(Milliseconds(7), Milliseconds(14), Milliseconds(21)));
  thread.post_at(begin + Milliseconds(40), [&] { made.push_back(loop.clock().now() - begin); });
  loop.run();
  EXPECT_EQ(made.back(), Milliseconds(47));
  thread.post_at(loop.clock().now() + Milliseconds(1), [&] { ADD_FAILURE() << "it is not due"; });
  thread.finish();
  EXPECT_EQ(made.size(), 4U);
}

TEST(WorkThreadInSimulation, FinishMakesAllCalls) {
  test_support::SimulatedLoop loop;
  WorkThread thread(loop.tasks(), "no thread");
  std::vector<int> made{1};
  thread.post([&] { made.clear(); });
  thread.finish();
  EXPECT_TRUE(made.empty());
}

TEST(WorkThreadPriority, OneOfLowestPriorityGivesWayToMatches) {
  World world;
  const int before = ::getpriority(PRIO_PROCESS, 0);
  WorkThread thread(world.tasks(), "the thread of a test", ThreadPriority::lowest);
  int priority = 0;
  world.run(note(thread.run<int>([] { return ::getpriority(PRIO_PROCESS, static_cast<id_t>(::gettid())); }),
                 priority));
  EXPECT_EQ(priority, 19);
  EXPECT_EQ(::getpriority(PRIO_PROCESS, 0), before) << "of the loop's thread";
}

}  // namespace
}  // namespace referee
