#include "referee/match/wall_comparison.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <vector>

#include "tests/support/match_table.h"
#include "tests/support/sums.h"

namespace referee {
namespace {

using test_support::Json;
using test_support::kSums;
using test_support::MatchTable;
using test_support::move_line;
using test_support::one_seat;
using test_support::Peer;

/// What is counted of answers that take so many milliseconds each, with 1 ms of processor time.
WallOver over_of(const char* clock, const std::vector<int>& wall_ms, double score = 0) {
  WallComparison comparison(ClockSpec::read(Json::parse(clock), "clock"));
  WallOver over;
  for (std::size_t turn = 0; turn < wall_ms.size(); ++turn) {
    comparison.answered(
        {static_cast<std::int64_t>(turn), Milliseconds(wall_ms[turn]), Milliseconds(1), score}, over);
  }
  return over;
}

TEST(WallComparisonTest, AnswersOverTheTimeOfAMoveAreCounted) {
  const WallOver over = over_of(R"({"kind":"per_move","ms":1000})", {10, 1000, 3000, 20, 3500, 1001});
  EXPECT_EQ(over.count, 3);
  EXPECT_EQ(over.first_turn, 2);
  EXPECT_EQ(over.first, Milliseconds(3000));
  EXPECT_EQ(over.first_spent, Milliseconds(1));
  EXPECT_EQ(over.first_limit, Milliseconds(1000));
  EXPECT_EQ(over.worst_turn, 4);
  EXPECT_EQ(over.worst, Milliseconds(3500));
}

TEST(WallComparisonTest, TheMarginIsAllowed) {
  EXPECT_EQ(over_of(R"({"kind":"per_move","ms":1000,"margin_ms":50})", {1050}).count, 0);
  EXPECT_EQ(over_of(R"({"kind":"per_move","ms":1000,"margin_ms":50})", {1051}).count, 1);
}

TEST(WallComparisonTest, ClocksOfSeveralTurnsAddUpWallTime) {
  EXPECT_EQ(over_of(R"({"kind":"mean","ms":100})", {50, 150, 101}).first_turn, 2);
  EXPECT_EQ(over_of(R"({"kind":"mean","ms":100})", {50, 150, 100}).count, 0);
  const WallOver bank = over_of(R"({"kind":"bank","ms":1000,"increment_ms":10})", {600, 300, 130});
  EXPECT_EQ(bank.count, 1);
  EXPECT_EQ(bank.first_turn, 2);
  EXPECT_EQ(bank.first_limit, Milliseconds(120));
  EXPECT_EQ(over_of(R"({"kind":"score_rate","ms_per_1000":1000,"floor_ms":10})", {60}, 50).count, 1);
  EXPECT_EQ(over_of(R"({"kind":"score_rate","ms_per_1000":1000,"floor_ms":10})", {60}, 60).count, 0);
}

// ---- in a match ----

class NoProcessorTime final : public CpuMeter {
 public:
  const char* source() const override { return "test"; }
  Microseconds used() override { return Microseconds{0}; }
};

constexpr Milliseconds kThinks{3};

/// A bot that takes 3 ms of wall time a turn, and is seen to take no processor time. `run_delay`: see
/// Player::set_run_delay().
const MatchResult& play_slowly(MatchTable& table, const char* clock,
                               std::function<Microseconds()> run_delay = {}) {
  table.set_clock(clock);
  table.seat(
      [](Peer& peer, const Json& message) {
        if (message["type"] == "turn") {
          const TimePoint end = std::chrono::steady_clock::now() + kThinks;
          while (std::chrono::steady_clock::now() < end) {
          }
          peer.send(move_line(message, 1));
        }
      },
      MatchTable::Origin::launched);
  table.player(0).set_cpu_meter(std::make_shared<NoProcessorTime>());
  table.player(0).set_run_delay(std::move(run_delay));
  return table.play();
}

constexpr const char* kOneMillisecond = R"({"kind":"per_move","ms":1,"wall_ms":600000,"silence_ms":600000})";

TEST(WallComparisonInMatch, ASeatOnProcessorTimeIsInTimeAndItsWallTimeIsCounted) {
  MatchTable table(kSums, one_seat(3));
  const MatchResult& result = play_slowly(table, kOneMillisecond);
  EXPECT_EQ(result.seats[0].faults(), 0);
  const WallOver& over = result.seats[0].wall_over;
  EXPECT_EQ(over.count, 3);
  EXPECT_EQ(over.first_turn, 0);
  EXPECT_GT(over.first, Milliseconds(1));
  EXPECT_GE(over.worst, over.first);
  EXPECT_EQ(over.first_spent, Microseconds{0});
  EXPECT_EQ(over.first_limit, Milliseconds(1));
  EXPECT_FALSE(table.answer(0, 0).contains("wall_us")) << "records stay as they are";
}

TEST(WallComparisonInMatch, AClockThatAllowsItCountsNothing) {
  MatchTable table(kSums, one_seat(3));
  EXPECT_EQ(play_slowly(table, R"({"kind":"per_move","ms":600000})").seats[0].wall_over.count, 0);
}

TEST(WallComparisonInMatch, WhatTheMachineKeptTheBotWaitingIsNotItsWallTime) {
  MatchTable busy(kSums, one_seat(3));
  Microseconds waited{0};
  EXPECT_EQ(play_slowly(busy, kOneMillisecond, [&] { return waited += std::chrono::hours(1); })
                .seats[0]
                .wall_over.count,
            0);
  EXPECT_EQ(waited, std::chrono::hours(4))
      << "asked for before the match, and at each answer that would be too late";
  MatchTable idle(kSums, one_seat(3));
  const MatchResult& result = play_slowly(idle, kOneMillisecond, [] { return std::chrono::hours(1); });
  EXPECT_EQ(result.seats[0].wall_over.count, 3) << "what was known before is not new";
}

TEST(WallComparisonInMatch, UnderTheMeasureWallTheVerdictSaysIt) {
  MatchTable table(kSums, one_seat(3));
  const MatchResult& result =
      play_slowly(table, R"({"kind":"per_move","ms":1,"measure":"wall","silence_ms":600000})");
  EXPECT_EQ(result.seats[0].wall_over.count, 0);
  EXPECT_EQ(result.seats[0].late_turns(), 3);
}

}  // namespace
}  // namespace referee
