#include "referee/lab/ask_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/lab/ask_text.h"
#include "tests/support/sample_record.h"

namespace referee {
namespace {

using protocol::Verdict;
using testing::HasSubstr;
using testing::Not;

SeatAnswer answer(Verdict verdict, const std::string& text, int spent_us = 1000) {
  SeatAnswer answer;
  answer.verdict = verdict;
  (verdict == Verdict::ok ? answer.move : answer.offered.emplace()) = text;
  if (text.empty()) {
    answer.offered.reset();
  }
  answer.spent = Microseconds(spent_us);
  answer.fault = verdict == Verdict::ok ? "" : "a reason";
  return answer;
}

std::unique_ptr<engines::Game> walls() { return engines::find_game("walls")->make({{"n", 3}}, {7, ""}); }

AskedTurn asked(std::int64_t number, SeatAnswer then, SeatAnswer now) {
  AskedTurn turn;
  turn.number = number;
  turn.then_text = text_of_answer(then, *walls());
  turn.now_text = text_of_answer(now, *walls());
  turn.then = std::move(then);
  turn.now.answer = std::move(now);
  return turn;
}

bool differs(SeatAnswer then, SeatAnswer now) { return asked(0, std::move(then), std::move(now)).differs(); }

TEST(AskReport, ComparesAnswersAndNotTimes) {
  EXPECT_FALSE(differs(answer(Verdict::ok, R"("left")", 1), answer(Verdict::ok, R"("left")", 999)));
  EXPECT_TRUE(differs(answer(Verdict::ok, R"("left")"), answer(Verdict::ok, R"("right")")));
  EXPECT_TRUE(differs(answer(Verdict::ok, R"("left")"), answer(Verdict::illegal, R"("forward")")));
  EXPECT_FALSE(differs(answer(Verdict::illegal, R"("forward")"), answer(Verdict::illegal, R"("forward")")));
  EXPECT_FALSE(differs(answer(Verdict::late, R"("left")"), answer(Verdict::ok, R"("left")")))
      << "what came too late then is the same answer";
  EXPECT_TRUE(differs(answer(Verdict::late, ""), answer(Verdict::ok, R"("left")"))) << "nothing came then";
  EXPECT_FALSE(differs(answer(Verdict::late, ""), answer(Verdict::late, "")));
  EXPECT_TRUE(differs(answer(Verdict::malformed, R"("left")"), answer(Verdict::ok, R"("left")")))
      << "a bare move is no message";
}

TEST(AskReport, AddsUpWhatAnswersCost) {
  AskReport report;
  report.measure = Measure::cpu;
  report.to_ask = 5;
  report.turns.push_back(
      asked(0, answer(Verdict::ok, R"("left")", 8000), answer(Verdict::ok, R"("left")", 7000)));
  report.turns.push_back(
      asked(2, answer(Verdict::ok, R"("left")", 100), answer(Verdict::ok, R"("right")", 200)));
  report.turns.push_back(
      asked(4, answer(Verdict::ok, R"("left")", 100), answer(Verdict::ok, R"("left")", 500)));
  report.turns.back().now.ruling = Ruling::late;
  report.turns.push_back(
      asked(6, answer(Verdict::late, "", 60'000'000), answer(Verdict::ok, R"("left")", 300)));
  EXPECT_THAT(report.differing(), testing::ElementsAre(2, 6));
  EXPECT_THAT(report.late(), testing::ElementsAre(4));
  EXPECT_FALSE(report.broken_off());

  const AskedRecord record("match.jsonl", test_support::walls_record(), 0);
  const std::string text = summary_of(report, record);
  EXPECT_THAT(text, HasSubstr("4 turns, 2 differ: 2, 6; same answers cost 8.1 ms then, 7.5 ms now; different "
                              "answers cost 0.1 ms then, 0.2 ms now (processor time)\n"));
  EXPECT_THAT(text, HasSubstr("now too late by the clock of the record: 4\n"));
  EXPECT_THAT(text, HasSubstr("turn 6 then: late: a reason\n"));
  EXPECT_THAT(text, Not(HasSubstr("asked no more")));

  const nlohmann::json json = json_of(report, record);
  EXPECT_EQ(json.at("same_us"), nlohmann::json({{"then", 8100}, {"now", 7500}}));
  EXPECT_EQ(json.at("turns")[3].at("then").at("answer"), nullptr);
}

TEST(AskReport, SaysThatTheBotWasAskedNoMore) {
  AskReport report;
  report.to_ask = 5;
  report.turns.push_back(asked(0, answer(Verdict::ok, R"("left")"), answer(Verdict::disconnected, "")));
  report.turns.back().now.kind = NewAnswer::Kind::gone;
  EXPECT_TRUE(report.broken_off());
  const AskedRecord record("match.jsonl", test_support::walls_record(), 0);
  EXPECT_THAT(summary_of(report, record), HasSubstr("the bot stopped: 4 turns not asked\n"));
  EXPECT_THAT(table_of(report), HasSubstr("gone"));
}

TEST(AskReport, MarksWhatDiffersAndShowsNoEscapes) {
  AskReport report;
  report.turns.push_back(asked(0, answer(Verdict::ok, R"("left")"), answer(Verdict::ok, R"("left")")));
  report.turns.push_back(
      asked(12, answer(Verdict::ok, R"("left")"), answer(Verdict::malformed, "\"\xE2\x80\xAE\x1b[2J\"")));
  const std::string table = table_of(report);
  EXPECT_THAT(table, HasSubstr("  12    differs  \"left\"  ok"));
  EXPECT_THAT(table, Not(HasSubstr("\x1b")));
  EXPECT_EQ(table.find("differs"), table.rfind("differs"));
}

}  // namespace
}  // namespace referee
