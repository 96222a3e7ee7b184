#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <csignal>
#include <string>
#include <utility>

#include "tests/e2e/tournament_match.h"
#include "tests/support/notify_socket.h"

// The daemon as a service of systemd: "Type=notify, watchdog".

namespace e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Service : public TournamentMatch {
 protected:
  void SetUp() override { ::setenv("NOTIFY_SOCKET", path("notify").c_str(), 1); }
  void TearDown() override {
    ::unsetenv("NOTIFY_SOCKET");
    ::unsetenv("WATCHDOG_USEC");
    TournamentMatch::TearDown();
  }
  /// A watchdog message every 50 ms. A later one is no error in these tests.
  static void watch() { ::setenv("WATCHDOG_USEC", "100000", 1); }
  /// Reads all messages, to make room: the referee drops those that do not fit into the socket.
  void read_what_is_there() const {
    while (manager_.has_more()) {
      manager_.next();
    }
  }

  const test_support::NotifySocket manager_{path("notify")};
  const Json config_ = walls(1, all_dialled({"anna", "bert"}));
};

TEST_F(Service, IsReadyWhenBotsMayDialIn) {
  write_config(config_);
  Child& referee = start({"serve", "config.json"});
  EXPECT_EQ(manager_.next(), "READY=1\nSTATUS=round 0 of 1, 0 matches played, 0 running");
  // By then it has printed its address, and has its store and control socket.
  EXPECT_THAT(referee.wait_for_line("listening on "), HasSubstr("127.0.0.1"));
  EXPECT_EQ(ctl({"status"}).code(), 0);
  referee.signal(SIGTERM);
  referee.wait();
  EXPECT_EQ(referee.code(), 0) << referee.err();
}

TEST_F(Service, SaysWhatGoesOnUntilItIsOver) {
  serve(config_);
  play_on(join("anna"));
  play_on(join("bert"));
  finish();
  EXPECT_THAT(manager_.next(), StartsWith("READY=1\n"));
  EXPECT_THAT(manager_.next("STATUS="), HasSubstr("round 1 of 1, 1 matches played"));
  const std::string last = manager_.next("STOPPING=1");
  EXPECT_THAT(last, HasSubstr("\nSTATUS=stopping: round 1 of 1, 2 matches played, over, 0 running"));
  EXPECT_FALSE(manager_.has_more());
}

TEST_F(Service, FeedsTheWatchdogWhileItRunsAndWhileItDrains) {
  watch();
  serve(config_);
  DialIn anna = join("anna");
  DialIn bert = join("bert");
  anna.next("start");
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(manager_.next("WATCHDOG=1"), Not(HasSubstr("stopping")));
  }
  read_what_is_there();
  referee().signal(SIGTERM);
  EXPECT_THAT(manager_.next("STOPPING=1"), HasSubstr("stopping: round 1 of 1"));
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(manager_.next(), AllOf(StartsWith("WATCHDOG=1\n"), HasSubstr("1 running")));
  }
  play_on(std::move(anna));
  play_on(std::move(bert));
  referee().wait();
  EXPECT_EQ(referee().code(), 0) << referee().err();
}

TEST_F(Service, AWrongAddressIsNamed) {
  ::setenv("NOTIFY_SOCKET", "vsock:2:1234", 1);
  write_config(config_);
  const Child& referee = run({"serve", "config.json"});
  EXPECT_EQ(referee.code(), 2);
  EXPECT_THAT(referee.err(), StartsWith("referee: NOTIFY_SOCKET: got 'vsock:2:1234', expected "));
}

}  // namespace
}  // namespace e2e
