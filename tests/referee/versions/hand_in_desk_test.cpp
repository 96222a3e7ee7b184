#include "referee/versions/hand_in_desk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

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
  int status(Entrant entrant, std::optional<std::uint64_t> bytes = 10, PeerAddress address = {}) {
    auto place = desk_->enter({entrant, address}, bytes, now_);
    return std::holds_alternative<Place>(place) ? 0 : std::get<HandInRefusal>(place).status;
  }

  /// The status of a refusal; 0: it was taken, and becomes a version.
  int taken(Entrant entrant) {
    const int refused = status(entrant);
    if (refused == 0) {
      desk_->note({entrant}, now_);
    }
    return refused;
  }
  static PeerAddress address(unsigned char last) {
    sockaddr_storage name{};
    auto& in = reinterpret_cast<sockaddr_in&>(name);
    in.sin_family = AF_INET;
    in.sin_addr.s_addr = htonl(0xC0000200U + last);
    return PeerAddress::of(name);
  }
  Place entered(Entrant entrant, unsigned char from) {
    return std::get<Place>(desk_->enter({entrant, address(from)}, 10, now_));
  }
  /// All places, taken by entrants from 100 on, each from an address of its own.
  std::vector<Place> full() {
    spec_.queue = 1000;
    spec_.disk_bytes = 1'000'000;
    open();
    std::vector<Place> places;
    for (unsigned char i = 0; i < HandInDesk::kAtOnce; ++i) {
      places.push_back(entered(100U + i, i));
    }
    return places;
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
  EXPECT_EQ(taken(0), 0);
  now_ += minutes(10);
  EXPECT_EQ(taken(0), 0);
  EXPECT_EQ(taken(0), 0);
  const auto refused = std::get<HandInRefusal>(desk_->enter({0}, 10, now_));
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.retry, minutes(50));
  EXPECT_EQ(status(1), 0) << "another entrant";
  now_ += minutes(50) - seconds(1);
  EXPECT_EQ(status(0), 429);
  now_ += seconds(1);
  EXPECT_EQ(taken(0), 0);
  EXPECT_EQ(status(0), 429) << "a window that slides";
}

TEST_F(HandInDeskTest, FilesThatBreakOffOrAreRefusedAreNoVersions) {
  open();
  for (std::size_t i = 0; i < HandInDesk::kTriesPerVersion * spec_.per_hour; ++i) {
    ASSERT_EQ(status(0), 0);
  }
  EXPECT_EQ(status(0), 429) << "but they are bounded, too";
  now_ += minutes(60);
  EXPECT_EQ(status(0), 0);
}

TEST_F(HandInDeskTest, WhatWasHandedInBeforeTheStartCounts) {
  open();
  for (const int ago : {70, 20, 10, 30}) {
    desk_->note({0}, now_ - minutes(ago));
  }
  EXPECT_EQ(std::get<HandInRefusal>(desk_->enter({0}, 10, now_)).retry, minutes(30));
}

TEST_F(HandInDeskTest, AnEntrantSendsOneFileAtATime) {
  open();
  {
    const auto first = desk_->enter({0}, 10, now_);
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
    const auto arriving = desk_->enter({0}, 10, now_);
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
    const auto arriving = desk_->enter({0}, 300, now_);
    EXPECT_EQ(status(1, 201), 507);
    EXPECT_EQ(status(1, 200), 0);
  }
  EXPECT_EQ(status(1, 500), 0);
}

TEST_F(HandInDeskTest, SoManyFilesArriveAtOnce) {
  std::vector<Place> places = full();
  EXPECT_EQ(status(0), 503);
  places.clear();
  EXPECT_EQ(status(0), 0);
}

TEST_F(HandInDeskTest, SoManyFilesOfOneAddressArriveAtOnce) {
  spec_.queue = 1000;
  open();
  std::vector<Place> places;
  for (Entrant entrant = 0; entrant < HandInDesk::kOfAddress; ++entrant) {
    places.push_back(entered(entrant, 1));
  }
  EXPECT_EQ(status(50, 10, address(1)), 429);
  EXPECT_EQ(status(50, 10, address(2)), 0);
}

TEST_F(HandInDeskTest, AFileThatHasBeenArrivingForLongGivesItsPlaceToAnother) {
  const std::vector<Place> places = full();
  now_ += HandInDesk::kLong;
  const Place place = entered(0, 50);
  EXPECT_FALSE(place.taken_away());
  ASSERT_TRUE(places[0].taken_away());
  EXPECT_EQ(places[0].taken_away()->status, 503);
  EXPECT_FALSE(places[1].taken_away());
}

TEST_F(HandInDeskTest, WhoHasAVersionGoesFirstAndFromAKnownAddressBeforeAll) {
  std::vector<Place> places = full();
  desk_->note({0, address(70)}, now_);
  desk_->note({1}, now_);
  places.push_back(entered(0, 71));
  EXPECT_TRUE(places[0].taken_away()) << "of an entrant without a version";
  places.push_back(entered(1, 72));
  EXPECT_TRUE(places[1].taken_away());
  EXPECT_EQ(status(2, 10, address(73)), 503);
  for (Entrant entrant = 2; entrant < 2 + HandInDesk::kAtOnce - 2; ++entrant) {
    desk_->note({entrant, address(74)}, now_);
    places.push_back(entered(entrant, static_cast<unsigned char>(entrant + 100)));
  }
  desk_->note({40, address(40)}, now_);
  EXPECT_EQ(status(40, 10, address(41)), 503) << "all others have versions, too";
  EXPECT_EQ(status(40, 10, address(40)), 0);
}

TEST_F(HandInDeskTest, APlaceMayOutliveEverybodyElsesDesk) {
  open();
  auto place = desk_->enter({0}, 10, now_);
  desk_.reset();
  EXPECT_TRUE(std::holds_alternative<Place>(place));
}

}  // namespace
}  // namespace referee::versions
