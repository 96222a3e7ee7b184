#include "referee/http/web_thread.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

#include <boost/asio/steady_timer.hpp>

#include "tests/support/patience.h"

namespace referee::web {
namespace {

using test_support::kLong;

class WebThreadTest : public testing::Test {
 protected:
  Metrics metrics_;
  WebThread thread_{metrics_};
};

TEST_F(WebThreadTest, CallsAreMadeInOrderOnAThreadOfLowPriority) {
  thread_.start();
  std::vector<int> order;
  std::promise<int> priority;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(thread_.post([&order, i] { order.push_back(i); }));
  }
  EXPECT_TRUE(
      thread_.post([&] { priority.set_value(::getpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()))); }));
  EXPECT_EQ(priority.get_future().get(), 19);
  EXPECT_EQ(order, (std::vector{0, 1, 2}));
}

TEST_F(WebThreadTest, ExceptionCostsOneCallOnly) {
  thread_.start();
  std::promise<void> after;
  thread_.post([] { throw std::runtime_error("a fault of a page"); });
  thread_.post([&] { after.set_value(); });
  after.get_future().get();
}

TEST_F(WebThreadTest, TooManyExceptionsSwitchItOffAndNotTheProgram) {
  std::promise<void> closed;
  thread_.start([&] { closed.set_value(); });
  for (int i = 0; i < WebThread::kMostFailures; ++i) {
    thread_.post([] { throw std::runtime_error("again"); });
  }
  closed.get_future().get();
  EXPECT_FALSE(thread_.post([] {}));
}

TEST_F(WebThreadTest, CallsThatWaitAreBounded) {
  std::promise<void> go_on;
  thread_.start();
  std::promise<void> begun;
  thread_.post([&] {
    begun.set_value();
    go_on.get_future().get();
  });
  begun.get_future().get();
  std::size_t posted = 0;
  while (thread_.post([] {})) {
    ++posted;
  }
  EXPECT_EQ(posted, WebThread::kMostPosted);
  go_on.set_value();
  std::promise<void> free;
  while (!thread_.post([&] { free.set_value(); })) {
    std::this_thread::yield();
  }
  free.get_future().get();
}

TEST_F(WebThreadTest, StoppingWaitsForItsPatienceOnly) {
  thread_.start();
  boost::asio::steady_timer never(thread_.tasks().io(), std::chrono::hours(1));
  never.async_wait([](const boost::system::error_code&) {});
  thread_.stop(Milliseconds(20));
  EXPECT_FALSE(thread_.post([] {}));
}

TEST_F(WebThreadTest, StoppingClosesOnTheThreadAndOnce) {
  std::thread::id closer;
  int closed = 0;
  thread_.start([&] {
    closer = std::this_thread::get_id();
    ++closed;
  });
  thread_.stop(kLong);
  thread_.stop(kLong);
  EXPECT_EQ(closed, 1);
  EXPECT_NE(closer, std::this_thread::get_id());
}

TEST_F(WebThreadTest, ThreadThatWasNeverStartedIsNoTrouble) { thread_.stop(kLong); }

TEST_F(WebThreadTest, LagIsMeasured) {
  thread_.start();
  const Histogram& lag =
      metrics_.histogram("referee_loop_lag_seconds", "", seconds_bounds(), {{"loop", "web"}});
  while (lag.sum() <= 0) {  // is added after the count
    std::this_thread::yield();
  }
  std::uint64_t counted = 0;
  for (std::size_t i = 0; i <= lag.bounds().size(); ++i) {
    counted += lag.count(i);
  }
  EXPECT_GT(counted, 0U);
}

}  // namespace
}  // namespace referee::web
