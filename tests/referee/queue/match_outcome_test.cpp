#include "referee/queue/match_outcome.h"

#include <gtest/gtest.h>

namespace referee::queue {
namespace {

TEST(MatchOutcome, OfAPlayedMatchComesBackFromItsText) {
  MarkedText words("w");
  words.mark(0);
  words.append("ords");
  const PlayedOutcome played{"record\n", {"", "exit status 1"}, {MarkedText(), words}, 1.5, true};
  const MatchOutcome again = read_outcome(nlohmann::json::parse(json_of(played).dump()));
  const auto& read = std::get<PlayedOutcome>(again);
  EXPECT_EQ(read.record, played.record);
  EXPECT_EQ(read.how_bots_ended, played.how_bots_ended);
  ASSERT_EQ(read.bot_stderr.size(), 2U);
  EXPECT_TRUE(read.bot_stderr[0].empty());
  EXPECT_EQ(read.bot_stderr[1].parts(), words.parts());
  EXPECT_EQ(read.seconds, 1.5);
  EXPECT_TRUE(read.rules_failed);
}

TEST(MatchOutcome, OfRulesThatHaveNotFailedSaysNothingOfThem) {
  const nlohmann::json json = json_of(PlayedOutcome{"record\n", {""}, {MarkedText("words")}, 1.5});
  EXPECT_FALSE(json.contains("rules_failed"));
  EXPECT_FALSE(std::get<PlayedOutcome>(read_outcome(json)).rules_failed);
}

TEST(MatchOutcome, OfAFailedStartComesBackFromItsText) {
  const MatchOutcome again = read_outcome(json_of(FailedOutcome{1, true, "no such program"}));
  const auto& read = std::get<FailedOutcome>(again);
  EXPECT_EQ(read.seat, 1U);
  EXPECT_TRUE(read.is_programs_fault);
  EXPECT_EQ(read.why, "no such program");
}

TEST(MatchOutcome, WordsOfAWorkerAreCut) {
  const std::string flood(1'000'000, 'x');
  const MatchOutcome failed = read_outcome(json_of(FailedOutcome{0, true, flood}));
  EXPECT_EQ(std::get<FailedOutcome>(failed).why.size(), 65'536U);
  const MatchOutcome played = read_outcome(json_of(PlayedOutcome{"record\n", {flood}, {}, 1.5}));
  EXPECT_EQ(std::get<PlayedOutcome>(played).how_bots_ended.at(0).size(), 65'536U);
}

TEST(MatchOutcome, AnythingElseIsRefused) {
  EXPECT_THROW(read_outcome(nlohmann::json::object()), nlohmann::json::exception);
  EXPECT_THROW(read_outcome(nlohmann::json("text")), nlohmann::json::exception);
}

}  // namespace
}  // namespace referee::queue
