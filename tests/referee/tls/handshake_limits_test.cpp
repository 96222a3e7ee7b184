#include "referee/tls/handshake_limits.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace referee {
namespace {

using namespace std::chrono_literals;
const TimePoint kStart{100s};

class Handshakes : public testing::Test {
 protected:
  /// Begins and ends a handshake at `now`; how long it had to wait for its turn.
  Nanoseconds wait(const std::string& address, TimePoint now) {
    const auto slot = limits_->enter(address, now);
    const TimePoint turn = slot->turn(now);
    slot->begin();
    return turn - now;
  }
  void use_up_burst(const std::string& address) {
    for (int i = 0; i < HandshakeLimits::kBurst; ++i) {
      EXPECT_EQ(wait(address, kStart), 0ns);
    }
  }

  const std::shared_ptr<HandshakeLimits> limits_ = std::make_shared<HandshakeLimits>();
};

TEST_F(Handshakes, BehindABurstWaitInARow) {
  use_up_burst("a");
  EXPECT_EQ(wait("a", kStart), 20ms);  // 50 a second
  EXPECT_EQ(wait("a", kStart), 40ms);
  EXPECT_EQ(wait("a", kStart + 40ms), 20ms);
  EXPECT_EQ(wait("a", kStart + 20s), 0ns);
}

TEST_F(Handshakes, MayBeMoreASecondWhereTheyDisturbNobody) {
  const auto limits = std::make_shared<HandshakeLimits>(1000);
  for (int i = 0; i < 5 * 940; ++i) {
    const TimePoint now = kStart + i * Nanoseconds(1s) / 940;
    const auto slot = limits->enter("a", now);
    ASSERT_EQ(slot->turn(now), now) << "a flood of 940 a second";
    slot->begin();
  }
}

TEST_F(Handshakes, OfAnotherAddressDoNotWait) {
  use_up_burst("a");
  EXPECT_EQ(wait("b", kStart), 0ns);
}

TEST_F(Handshakes, TurnStaysAsItWasFixed) {
  use_up_burst("a");
  const auto slot = limits_->enter("a", kStart);
  EXPECT_EQ(slot->turn(kStart), kStart + 20ms);
  EXPECT_EQ(slot->turn(kStart + 19ms), kStart + 20ms);
}

TEST_F(Handshakes, ConnectionThatLeavesGivesItsTurnBack) {
  use_up_burst("a");
  for (int i = 0; i < 1000; ++i) {
    (void)limits_->enter("a", kStart)->turn(kStart);
  }
  EXPECT_EQ(wait("a", kStart), 20ms);
}

TEST_F(Handshakes, TooManyAtOnceAreRefused) {
  std::vector<std::unique_ptr<HandshakeLimits::Slot>> slots;
  for (std::size_t i = 0; i < HandshakeLimits::kAtOnce; ++i) {
    slots.push_back(limits_->enter("a", kStart));
    ASSERT_NE(slots.back(), nullptr);
  }
  EXPECT_EQ(limits_->enter("a", kStart), nullptr);
  EXPECT_NE(limits_->enter("b", kStart), nullptr);
  slots.pop_back();
  EXPECT_NE(limits_->enter("a", kStart), nullptr);
}

TEST_F(Handshakes, IdleAddressesAreForgottenAndBusyOnesAreNot) {
  const auto kept = limits_->enter("kept", kStart);
  use_up_burst("busy");
  for (int i = 0; i < 5000; ++i) {
    (void)limits_->enter("address " + std::to_string(i), kStart);
  }
  EXPECT_EQ(wait("busy", kStart), 20ms);
  EXPECT_EQ(kept->turn(kStart), kStart);
}

}  // namespace
}  // namespace referee
