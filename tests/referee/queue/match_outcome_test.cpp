#include "referee/queue/match_outcome.h"

#include <gtest/gtest.h>

namespace referee::queue {
namespace {

TEST(MatchOutcome, OfAPlayedMatchComesBackFromItsText) {
  const PlayedOutcome played{"record\n", {"", "exit status 1"}, {"", "words"}, 1.5, true};
  const MatchOutcome again = read_outcome(nlohmann::json::parse(json_of(played).dump()));
  const auto& read = std::get<PlayedOutcome>(again);
  EXPECT_EQ(read.record, played.record);
  EXPECT_EQ(read.how_bots_ended, played.how_bots_ended);
  EXPECT_EQ(read.bot_stderr, played.bot_stderr);
  EXPECT_EQ(read.seconds, 1.5);
  EXPECT_TRUE(read.rules_failed);
}

TEST(MatchOutcome, OfAnOlderWorkerHasNoWordOfRules) {
  nlohmann::json older = json_of(PlayedOutcome{"record\n", {""}, {""}, 1.5});
  EXPECT_FALSE(older.contains("rules_failed"));
  EXPECT_FALSE(std::get<PlayedOutcome>(read_outcome(older)).rules_failed);
}

TEST(MatchOutcome, OfAFailedStartComesBackFromItsText) {
  const MatchOutcome again = read_outcome(json_of(FailedOutcome{1, true, "no such program"}));
  const auto& read = std::get<FailedOutcome>(again);
  EXPECT_EQ(read.seat, 1U);
  EXPECT_TRUE(read.is_programs_fault);
  EXPECT_EQ(read.why, "no such program");
}

TEST(MatchOutcome, AnythingElseIsRefused) {
  EXPECT_THROW(read_outcome(nlohmann::json::object()), nlohmann::json::exception);
  EXPECT_THROW(read_outcome(nlohmann::json("text")), nlohmann::json::exception);
}

}  // namespace
}  // namespace referee::queue
