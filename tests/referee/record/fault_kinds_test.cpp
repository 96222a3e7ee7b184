#include "referee/record/fault_kinds.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/sample_record.h"

namespace referee {
namespace {

using protocol::Verdict;

constexpr const char* kHead = "{\"record\":1}\n";
constexpr const char* kEnd = "{\"status\":\"done\"}\n";

TEST(FaultKinds, HaveTheirCountFirstTurnAndReason) {
  const auto kinds = fault_kinds_of(
      std::string(kHead) +
          R"({"turn":0,"answers":[{"seat":0,"verdict":"ok","move":1},{"seat":1,"verdict":"late","fault":"slow"}]})"
          "\n"
          R"({"turn":1,"answers":[{"seat":0,"verdict":"ok","move":1},{"seat":1,"verdict":"illegal","fault":"no"}]})"
          "\n"
          R"({"turn":2,"answers":[{"seat":1,"verdict":"late","fault":"slower"}]})"
          "\n" +
          kEnd,
      2);
  ASSERT_EQ(kinds.size(), 2U);
  EXPECT_TRUE(kinds[0].empty());
  ASSERT_EQ(kinds[1].size(), 2U);
  EXPECT_EQ(kinds[1][0].verdict, Verdict::late);
  EXPECT_EQ(kinds[1][0].count, 2);
  EXPECT_EQ(kinds[1][0].first_turn, 0);
  EXPECT_EQ(kinds[1][0].reason, "slow");
  EXPECT_EQ(kinds[1][1].verdict, Verdict::illegal);
  EXPECT_EQ(kinds[1][1].count, 1);
  EXPECT_EQ(kinds[1][1].first_turn, 1);
}

TEST(FaultKinds, OfAResultAreThoseOfItsRecordIfItCountsFaults) {
  MatchResult result;
  result.seats.resize(2);
  result.record = test_support::walls_record();
  EXPECT_EQ(fault_kinds_of(result).size(), 2U);
  EXPECT_TRUE(fault_kinds_of(result)[1].empty());
  result.seats[0].by_verdict[static_cast<std::size_t>(Verdict::late)] = 1;
  EXPECT_FALSE(fault_kinds_of(result)[0].empty());
}

/// A turn without an answer of seat 0.
std::string lost(int turn, const std::string& why) {
  return R"({"turn":)" + std::to_string(turn) +
         R"(,"answers":[{"seat":0,"verdict":"disconnected","fault":")" + why + "\"}]}\n";
}

TEST(FaultKinds, TheEndOfAProgramIsOneAndEachTurnWithoutAConnectionIsAnother) {
  const std::string ended = "its program has ended: exit status 3";
  EXPECT_EQ(fault_kinds_of(kHead + lost(4, ended) + lost(5, ended) + lost(6, ended) + kEnd, 1)[0].at(0).count,
            1);
  const std::string away(kAway);
  EXPECT_EQ(fault_kinds_of(kHead + lost(4, away) + lost(5, away) + kEnd, 1)[0].at(0).count, 2);
}

TEST(FaultKinds, CountsAreThoseOfTurnsButForEnds) {
  MatchResult::Seat seat;
  seat.by_verdict = {3, 2, 0, 0, 0, 0, 8};
  const auto disconnected = static_cast<std::size_t>(Verdict::disconnected);
  ASSERT_EQ(seat.by_verdict[disconnected], 8);
  const auto counts = fault_counts(seat, {{Verdict::late, 2, 0, ""}, {Verdict::disconnected, 1, 4, ""}});
  EXPECT_EQ(counts[static_cast<std::size_t>(Verdict::late)], 2);
  EXPECT_EQ(counts[disconnected], 1);
}

TEST(FaultKinds, AMoveMayLookLikeAVerdict) {
  const auto kinds = fault_kinds_of(
      R"({"turn":0,"answers":[{"seat":0,"verdict":"ok","move":{"verdict":"late"}}],"events":[{"verdict":"x"}]})"
      "\n",
      1);
  EXPECT_TRUE(kinds[0].empty());
}

TEST(FaultKinds, OfARecordOfOurs) {
  // every fifth answer of the sample is late
  const auto kinds = fault_kinds_of(test_support::walls_record(), 2);
  std::int64_t late = 0;
  for (const auto& of_seat : kinds) {
    for (const FaultKind& kind : of_seat) {
      EXPECT_EQ(kind.verdict, Verdict::late);
      late += kind.count;
    }
  }
  EXPECT_GT(late, 0);
  EXPECT_TRUE(fault_kinds_of("", 1)[0].empty());
}

TEST(FaultKinds, OnceIsAWord) {
  EXPECT_EQ(times_text(1), "once");
  EXPECT_EQ(times_text(2), "2 times");
}

}  // namespace
}  // namespace referee
