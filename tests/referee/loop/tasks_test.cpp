#include "referee/loop/tasks.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "referee/loop/event.h"
#include "tests/support/captured_log.h"
#include "tests/support/simulated_clock.h"

namespace referee {
namespace {

using namespace std::chrono_literals;

Task<> fail(std::string why) {
  co_await boost::asio::post(boost::asio::use_awaitable);
  throw std::runtime_error(why);
}

Task<> wait_for(Event& event) { co_await event.wait(); }

Task<> wait_until(Event& event, TimePoint deadline, std::optional<bool>& came) {
  const bool result = co_await event.wait_until(deadline);
  came = result;
}

TEST(Tasks, AFailureIsLoggedByItsTasksNameAndTheFirstIsKept) {
  const test_support::CapturedLog log;
  boost::asio::io_context io{1};
  Tasks tasks(io);
  tasks.start("dish washer", fail("no water"));
  tasks.start("cook", fail("no fire"));
  EXPECT_EQ(tasks.running(), 2U);
  io.run();
  EXPECT_EQ(tasks.running(), 0U);
  EXPECT_NE(log.text().find("dish washer failed: no water"), std::string::npos) << log.text();
  EXPECT_NE(log.text().find("cook failed: no fire"), std::string::npos);
  ASSERT_TRUE(tasks.first_failure());
  EXPECT_THROW(
      {
        try {
          std::rethrow_exception(tasks.first_failure());
        } catch (const std::runtime_error& failure) {
          EXPECT_STREQ(failure.what(), "no water");
          throw;
        }
      },
      std::runtime_error);
}

TEST(Tasks, CountsWhatRuns) {
  boost::asio::io_context io{1};
  Tasks tasks(io);
  Event first(io);
  Event second(io);
  tasks.start("one", wait_for(first));
  tasks.start("two", wait_for(second));
  io.poll();
  EXPECT_EQ(tasks.running(), 2U);
  first.set();
  io.poll();
  EXPECT_EQ(tasks.running(), 1U);
  second.set();
  io.run();
  EXPECT_EQ(tasks.running(), 0U);
  EXPECT_FALSE(tasks.first_failure());
}

TEST(Tasks, WhoeverCannotGoOnIsToldOfEachFailure) {
  const test_support::CapturedLog log;
  boost::asio::io_context io{1};
  Tasks tasks(io);
  int told = 0;
  tasks.on_failure([&] {
    EXPECT_TRUE(tasks.first_failure());
    ++told;
  });
  tasks.start("dish washer", fail("no water"));
  tasks.start("cook", fail("no fire"));
  io.run();
  EXPECT_EQ(told, 2);
}

TEST(Event, SetBeforeTheWaitDoesNotWait) {
  boost::asio::io_context io{1};
  Tasks tasks(io);
  Event event(io);
  event.set();
  EXPECT_TRUE(event.is_set());
  std::optional<bool> came;
  tasks.start("waiter", wait_until(event, TimePoint::min(), came));
  io.run();
  EXPECT_EQ(came, true);
}

TEST(Event, SetDuringTheWaitWakesTheWaiter) {
  boost::asio::io_context io{1};
  Tasks tasks(io);
  Event event(io);
  std::optional<bool> came;
  tasks.start("waiter", wait_until(event, TimePoint::max(), came));
  io.poll();
  EXPECT_FALSE(came);
  event.set();
  event.set();
  io.run();
  EXPECT_EQ(came, true);
}

TEST(Event, ThatNeverComesEndsTheWaitAtItsDeadline) {
  test_support::SimulatedLoop loop;
  Event event(loop.io());
  std::optional<bool> came;
  const TimePoint deadline = loop.clock().now() + 5ms;
  loop.tasks().start("waiter", wait_until(event, deadline, came));
  loop.run();
  EXPECT_EQ(came, false);
  EXPECT_EQ(loop.clock().now(), deadline);
  EXPECT_FALSE(event.is_set());
}

}  // namespace
}  // namespace referee
