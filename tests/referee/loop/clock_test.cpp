#include "referee/loop/clock.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/base/kernel_time.h"
#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/loop/timer.h"
#include "tests/support/simulated_clock.h"

namespace referee {
namespace {

using namespace std::chrono_literals;

class SimulatedTime : public testing::Test {
 protected:
  Nanoseconds passed() const { return clock_.now() - began_; }
  Task<> note(std::string what, Nanoseconds after) {
    co_await sleep(io_, after);
    seen_ += what;
  }

  test_support::SimulatedLoop loop_;
  boost::asio::io_context& io_ = loop_.io();
  test_support::SimulatedClock& clock_ = loop_.clock();
  Tasks& tasks_ = loop_.tasks();
  TimePoint began_ = clock_.now();
  std::string seen_;
};

TEST_F(SimulatedTime, IsTheTimeOfAllThatRunsOnTheLoop) {
  EXPECT_EQ(&Clock::of(io_), &clock_);
  EXPECT_EQ(tasks_.clock().now(), began_);
}

TEST_F(SimulatedTime, AYearOfWaitsTakesNoTimeAndKeepsTheirOrder) {
  tasks_.start("c", note("c", 366 * 24h));
  tasks_.start("a", note("a", 1ns));
  tasks_.start("b", note("b", 5h));
  loop_.run();
  EXPECT_EQ(seen_, "abc");
  EXPECT_EQ(passed(), 366 * 24h);
}

TEST_F(SimulatedTime, CallsOfOneMomentComeInTheOrderInWhichTheyWereSet) {
  std::vector<std::unique_ptr<Timer>> timers;
  for (char name = 'a'; name <= 'e'; ++name) {
    timers.push_back(std::make_unique<Timer>(io_));
    timers.back()->set(began_ + 1s, [this, name] { seen_ += name; });
  }
  timers[1]->cancel();
  timers[0]->set(began_ + 1s, [this] { seen_ += 'A'; });
  loop_.run();
  EXPECT_EQ(seen_, "cdeA");
}

TEST_F(SimulatedTime, AnEventIsMissedExactlyAtItsDeadline) {
  std::optional<bool> came;
  Event event(io_);
  tasks_.start("waits", [](Event& event, TimePoint deadline, std::optional<bool>& came) -> Task<> {
    came = co_await event.wait_until(deadline);
  }(event, began_ + 2s, came));
  Timer late(io_);
  late.set(began_ + 2s + 1ns, [&] { event.set(); });
  loop_.run();
  EXPECT_EQ(came, false);
}

TEST_F(SimulatedTime, WhatWaitsForATimeOfDayHeedsThatTheClockIsSet) {
  Timer at(io_);
  at.set(clock_.utc() + 24h, [this] { seen_ += "day "; });
  clock_.set_ahead(23h);
  loop_.run();
  EXPECT_EQ(seen_, "day ");
  EXPECT_EQ(passed(), 1h);
}

// A coroutine may own the very condition for which it waits: nobody else would free it.
TEST(KernelClock, WhatStillWaitsAtTheEndOfTheLoopIsFreed) {
  const auto kept = std::make_shared<int>(1);
  {
    boost::asio::io_context io{1};
    Tasks tasks(io);
    tasks.start("waits for ever", [](boost::asio::io_context& io, std::shared_ptr<int>) -> Task<> {
      Condition own(io);
      Timer timer(io);
      timer.set_after(1h, [] {});
      co_await own.changed();
    }(io, kept));
    io.poll();
    EXPECT_EQ(kept.use_count(), 2);
  }
  EXPECT_EQ(kept.use_count(), 1);
}

TEST(KernelClock, AnEarlierTimeThatIsSetLaterComesFirst) {
  boost::asio::io_context io{1};
  Timer late(io);
  Timer early(io);
  late.set_after(1h, [] { FAIL(); });
  early.set_after(1ms, [&] { late.cancel(); });
  io.run();
}

TEST(KernelClock, HasTheTwoTimesOfTheKernel) {
  boost::asio::io_context io{1};
  Clock& clock = Clock::of(io);
  const TimePoint due = kernel_now() + 1ms;
  const SystemTime due_utc = kernel_utc() + 1ms;
  TimePoint called;
  SystemTime called_utc;
  Timer monotonic(io);
  Timer of_day(io);
  monotonic.set(due, [&] { called = clock.now(); });
  of_day.set(due_utc, [&] { called_utc = clock.utc(); });
  io.run();
  EXPECT_GE(called, due);
  EXPECT_GE(called_utc, due_utc);
}

}  // namespace
}  // namespace referee
