#include "referee/versions/hand_in_desk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

namespace referee::versions {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using Place = HandInDesk::Place;

class HandInDeskTest : public testing::Test {
 protected:
  HandInDeskTest() {
    spec_.max_bytes = 1000;
    spec_.per_hour = 3;
    spec_.queue = 4;
    spec_.disk_bytes = 10'000;
  }
  void open() { desk_ = std::make_shared<HandInDesk>(spec_); }
  /// The status of a refusal; 0: it was taken, and is over at once.
  int status(Entrant entrant, std::optional<std::uint64_t> bytes = 10) {
    auto place = desk_->enter(entrant, bytes, now_);
    return std::holds_alternative<Place>(place) ? 0 : std::get<HandInRefusal>(place).status;
  }

  SubmissionSpec spec_;
  std::shared_ptr<HandInDesk> desk_;
  HandInDesk::Time now_ = HandInDesk::Time(std::chrono::hours(1'000'000));
};

TEST_F(HandInDeskTest, AFileMayHaveSoManyBytes) {
  open();
  EXPECT_EQ(status(0, 1000), 0);
  EXPECT_EQ(status(0, 1001), 413);
  EXPECT_EQ(status(0, std::nullopt), 0) << "the receiver counts";
}

TEST_F(HandInDeskTest, AnEntrantMayHandInSoManyAnHour) {
  open();
  EXPECT_EQ(status(0), 0);
  now_ += minutes(10);
  EXPECT_EQ(status(0), 0);
  EXPECT_EQ(status(0), 0);
  const auto refused = std::get<HandInRefusal>(desk_->enter(0, 10, now_));
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.retry, minutes(50));
  EXPECT_EQ(status(1), 0) << "another entrant";
  now_ += minutes(50) - seconds(1);
  EXPECT_EQ(status(0), 429);
  now_ += seconds(1);
  EXPECT_EQ(status(0), 0);
  EXPECT_EQ(status(0), 429) << "a window that slides";
}

TEST_F(HandInDeskTest, WhatWasHandedInBeforeTheStartCounts) {
  open();
  for (const int ago : {70, 20, 10, 30}) {
    desk_->note(0, now_ - minutes(ago));
  }
  EXPECT_EQ(std::get<HandInRefusal>(desk_->enter(0, 10, now_)).retry, minutes(30));
}

TEST_F(HandInDeskTest, AnEntrantSendsOneFileAtATime) {
  open();
  {
    const auto first = desk_->enter(0, 10, now_);
    ASSERT_TRUE(std::holds_alternative<Place>(first));
    EXPECT_EQ(status(0), 429);
    EXPECT_EQ(status(1), 0);
  }
  EXPECT_EQ(status(0), 0);
}

TEST_F(HandInDeskTest, TheQueueHoldsSoMany) {
  open();
  desk_->set_state(3, 0);
  {
    const auto arriving = desk_->enter(0, 10, now_);
    EXPECT_EQ(status(1), 503) << "one that arrives will wait, too";
  }
  EXPECT_EQ(status(1), 0);
  desk_->set_state(4, 0);
  EXPECT_EQ(status(2), 503);
}

TEST_F(HandInDeskTest, TheDiskHoldsSoMuch) {
  open();
  desk_->set_state(0, 9'500);
  EXPECT_EQ(status(0, 501), 507);
  EXPECT_EQ(status(0, std::nullopt), 507) << "it may become as long as any";
  {
    const auto arriving = desk_->enter(0, 300, now_);
    EXPECT_EQ(status(1, 201), 507);
    EXPECT_EQ(status(1, 200), 0);
  }
  EXPECT_EQ(status(1, 500), 0);
}

TEST_F(HandInDeskTest, SoManyFilesArriveAtOnce) {
  spec_.queue = 1000;
  spec_.disk_bytes = 1'000'000;
  open();
  std::vector<Place> places;
  for (std::size_t entrant = 0; entrant < HandInDesk::kAtOnce; ++entrant) {
    auto place = desk_->enter(entrant, 10, now_);
    ASSERT_TRUE(std::holds_alternative<Place>(place));
    places.push_back(std::move(std::get<Place>(place)));
  }
  EXPECT_EQ(status(HandInDesk::kAtOnce), 503);
  places.clear();
  EXPECT_EQ(status(HandInDesk::kAtOnce), 0);
}

TEST_F(HandInDeskTest, APlaceMayOutliveEverybodyElsesDesk) {
  open();
  auto place = desk_->enter(0, 10, now_);
  desk_.reset();
  EXPECT_TRUE(std::holds_alternative<Place>(place));
}

}  // namespace
}  // namespace referee::versions
