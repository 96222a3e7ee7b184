#include "referee/record/turn_judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "engines/registry.h"

namespace referee {
namespace {

using protocol::Verdict;
using testing::HasSubstr;

constexpr LatestRequest kOpen{"m1", 4, true, false};
constexpr LatestRequest kAnswered{"m1", 4, false, true};
constexpr LatestRequest kMissed{"m1", 4, false, false};

std::string answer_line(const std::string& match, int turn, const std::string& move = "\"left\"") {
  return R"({"type":"move","match":")" + match + R"(","turn":)" + std::to_string(turn) + R"(,"move":)" +
         move + "}";
}

std::variant<TurnAnswer, NoAnswer> read(const std::string& line, const LatestRequest& latest) {
  return read_answer(Received{line, false, {}}, latest);
}

/// What the bot is told of a line that answers nothing.
nlohmann::json reply_to(const std::string& line, const LatestRequest& latest) {
  const auto read_line = read(line, latest);
  const auto* none = std::get_if<NoAnswer>(&read_line);
  return none == nullptr ? nlohmann::json("it is an answer") : nlohmann::json::parse(none->reply);
}

/// The verdict of Walls on seat 0's answer.
SeatAnswer verdict_on(const std::string& line) {
  const auto game = engines::find_game("walls")->make({{"n", 3}}, {});
  SeatAnswer judged;
  judge(std::get<TurnAnswer>(read(line, kOpen)), line, *game, 0, judged);
  return judged;
}

TEST(TurnJudge, TakesAMoveForTheOpenTurnAsItWasPlayed) {
  const SeatAnswer judged = verdict_on(answer_line("m1", 4));
  EXPECT_EQ(judged.verdict, Verdict::ok);
  EXPECT_EQ(judged.move, "\"left\"");
  EXPECT_FALSE(judged.offered);
}

TEST(TurnJudge, AnExceptionInTheBotIsToldInItsOwnWordsFirst) {
  const SeatAnswer failed = verdict_on(answer_line("m1", 4, R"({"error":"KeyError: 'me'"})"));
  EXPECT_EQ(failed.verdict, Verdict::malformed);
  EXPECT_THAT(failed.fault, testing::StartsWith("KeyError: 'me'"));
  EXPECT_THAT(failed.fault, testing::Not(HasSubstr("expected")));
  const SeatAnswer other = verdict_on(answer_line("m1", 4, R"({"error":"KeyError","move":1})"));
  EXPECT_THAT(other.fault, HasSubstr("expected")) << "no library says so";
}

TEST(TurnJudge, KeepsWhatItRefusesAndSaysWhy) {
  const SeatAnswer malformed = verdict_on(answer_line("m1", 4, "17"));
  EXPECT_EQ(malformed.verdict, Verdict::malformed);
  EXPECT_EQ(malformed.offered, "17");
  EXPECT_FALSE(malformed.fault.empty());
  EXPECT_EQ(malformed.move, "");
  const SeatAnswer no_json = verdict_on("left");
  EXPECT_EQ(no_json.verdict, Verdict::malformed);
  EXPECT_EQ(no_json.offered, "\"left\"") << "the line as a JSON string";
  EXPECT_TRUE(no_json.offered_cut);
}

TEST(TurnJudge, KeepsTheDigitsOfANumberThatItsReaderWouldChange) {
  const std::string line = answer_line("m1", 4, "18446744073709551616");
  const SeatAnswer judged = verdict_on(line);
  EXPECT_EQ(judged.verdict, Verdict::malformed);
  EXPECT_THAT(judged.fault, HasSubstr("move.move: got 18446744073709551616"));
  EXPECT_EQ(nlohmann::json::parse(*judged.offered), line);
  EXPECT_TRUE(judged.offered_cut);
}

TEST(TurnJudge, TakesALineThatIsTooLongForAnAnswerOnlyWhileATurnIsOpen) {
  const Received line{"{\"type\":", true, {}};
  const auto open = read_answer(line, kOpen);
  EXPECT_EQ(std::get<TurnAnswer>(open).verdict, Verdict::oversize);
  EXPECT_EQ(std::get<TurnAnswer>(open).json(), nullptr);
  const auto idle = read_answer(line, kMissed);
  EXPECT_THAT(std::get<NoAnswer>(idle).reply, HasSubstr("\"oversize\""));
}

TEST(TurnJudge, TellsABotWhichRequestItHasMissed) {
  EXPECT_EQ(reply_to(answer_line("m1", 5), kOpen)["code"], "early");
  EXPECT_EQ(reply_to(answer_line("m1", 3), kOpen)["code"], "stale");
  EXPECT_EQ(reply_to(answer_line("m0", 4), kOpen)["code"], "stale");
  EXPECT_EQ(reply_to(answer_line("m1", 4), kAnswered)["code"], "duplicate");
  EXPECT_EQ(reply_to(answer_line("m1", 4), kMissed)["code"], "stale");
  EXPECT_EQ(reply_to(R"({"type":"hello","protocol":1})", kOpen)["code"], "unexpected");
  EXPECT_EQ(reply_to("left", kMissed)["code"], "malformed") << "no turn waits for it";
}

TEST(TurnJudge, SaysWhetherABotIsSilentAndWhatItDoesNotKnow) {
  const auto of = [](const std::string& line) { return std::get<NoAnswer>(read(line, kOpen)); };
  EXPECT_TRUE(of(answer_line("m1", 3)).earlier_turn);
  EXPECT_FALSE(of(answer_line("m1", 5)).earlier_turn);
  EXPECT_FALSE(of(answer_line("m0", 3)).earlier_turn);
  EXPECT_TRUE(of(R"({"type":"chat"})").unknown_type);
  EXPECT_FALSE(of(answer_line("m1", 3)).unknown_type);
}

}  // namespace
}  // namespace referee
