#include "referee/rules/rules_answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "protocol/fields.h"
#include "tests/support/complaint.h"

namespace referee::rules {
namespace {

using testing::HasSubstr;

AnswerTerms two_seats() { return {.seats = 2, .forfeited = {false, false}}; }

std::string refused(const std::string& answer, const AnswerTerms& terms = two_seats()) {
  return test_support::complaint<fields::Exception>([&] { (void)read_answer(Json::parse(answer), terms); });
}

Position position_of(const std::string& answer, const AnswerTerms& terms = two_seats()) {
  return std::get<Position>(read_answer(Json::parse(answer), terms));
}

TEST(RulesAnswer, APositionHasTheContractsDefaults) {
  const Position position = position_of(R"({"to_move": [1], "view": {"b": 1, "a": 2}})");
  EXPECT_EQ(position.to_move, std::vector<Seat>{1});
  EXPECT_EQ(position.view, R"({"a":2,"b":1})");
  EXPECT_TRUE(position.views.empty());
  EXPECT_EQ(position.events, "[]");
  EXPECT_EQ(position.scores, (std::vector<double>{0, 0}));
  EXPECT_TRUE(position.outcome.is_null());
  EXPECT_FALSE(position.setup);
  EXPECT_TRUE(position.legal.empty());
  EXPECT_EQ(position.state, "");
}

TEST(RulesAnswer, APictureIsAKeyOfEachView) {
  EXPECT_EQ(position_of(R"({"to_move": [0], "view": {"a": 1}, "picture": {"grid": []}})").view,
            R"({"a":1,"picture":{"grid":[]}})");
  AnswerTerms terms = two_seats();
  terms.hidden = true;
  const Position hidden = position_of(
      R"({"to_move": [0], "views": {"seats": [{"s": 0}, {"s": 1}], "spectator": {}, "all": {"s": 2}},
          "pictures": {"seats": [{"grid": ["0"]}, {"grid": ["1"]}], "spectator": null, "all": {"grid": ["2"]}}})",
      terms);
  EXPECT_EQ(hidden.views.at(0), R"({"picture":{"grid":["0"]},"s":0})");
  EXPECT_EQ(hidden.views.at(1), R"({"picture":{"grid":["1"]},"s":1})");
  EXPECT_EQ(hidden.spectator_view, "{}");
  EXPECT_EQ(hidden.view, R"({"picture":{"grid":["2"]},"s":2})");
}

TEST(RulesAnswer, AViewThatGetsTheEventsIsAnObjectWithoutThem) {
  AnswerTerms terms = two_seats();
  terms.views_have_events = true;
  EXPECT_THAT(refused(R"({"to_move": [0], "view": [1]})", terms), HasSubstr("answer.view: got [1]"));
  EXPECT_THAT(refused(R"({"to_move": [0], "view": {"events": 1}})", terms), HasSubstr("answer.view: got"));
  EXPECT_EQ(position_of(R"({"to_move": [0], "view": {"a": 1}, "events": [1]})", terms).view, R"({"a":1})");
}

TEST(RulesAnswer, NamesWhatContradictsTheContract) {
  struct Case {
    const char* answer;
    const char* says;
  };
  const Case cases[] = {
      {R"([1])", "answer: got [1], expected an object"},
      {R"({"view": 1})", "answer.scores: missing"},
      {R"({"to_move": [0]})", "answer.view: missing"},
      {R"({"to_move": [0], "view": 1, "views": 2})", "not both"},
      {R"({"to_move": [0], "views": {"seats": [1, 2], "spectator": 3, "all": 4}})", "answer.views"},
      {R"({"to_move": 0, "view": 1})", "answer.to_move: got 0"},
      {R"({"to_move": [2], "view": 1})", "answer.to_move: got [2]"},
      {R"({"to_move": [-1], "view": 1})", "answer.to_move"},
      {R"({"to_move": [1, 0], "view": 1})", "answer.to_move"},
      {R"({"to_move": [0, 0], "view": 1})", "answer.to_move"},
      {R"({"to_move": [0, 1], "view": 1})", "at_once"},
      {R"({"tomove": [0], "view": 1})", "did you mean 'to_move'?"},
      {R"({"view": 1, "scores": [1]})", "answer.scores: got [1]"},
      {R"({"view": 1, "scores": [1, "2"]})", "answer.scores"},
      {R"({"view": 1, "scores": [1, null]})", "answer.scores"},
      {R"({"to_move": [0], "view": 1, "legal": [[1], [2]]})", "answer.legal"},
      {R"({"to_move": [0], "view": 1, "legal": [3]})", "answer.legal"},
      {R"({"to_move": [0], "view": 1, "setup": 3})", "answer.setup"},
      {R"({"to_move": [0], "view": 1, "picture": {}})", "answer.view: got 1"},
      {R"({"to_move": [0], "view": {"picture": 1}, "picture": {}})", "answer.view"},
      {R"({"to_move": [0], "view": {}, "picture": "X"})", "answer.picture"},
      {R"({"chance": []})", "answer.chance"},
      {R"({"chance": [["a", 0]]})", "answer.chance[0]"},
      {R"({"chance": [["a", 1], ["b", 0.5]]})", "answer.chance[1]"},
      {R"({"chance": [["a", 1]], "to_move": [0]})", "answer.to_move"},
      {R"({"refused": []})", "answer.refused"},
      {R"({"refused": [{"seat": 1, "why": "no"}]})", "a seat that has a move in this step"},
      {R"({"error": 3})", "answer.error"},
  };
  for (const Case& one : cases) {
    EXPECT_THAT(refused(one.answer), HasSubstr(one.says)) << one.answer;
  }
}

// RULES_PROGRAM.md, "views": "movers"
TEST(RulesAnswer, AsksForNoViewThatNobodyReads) {
  AnswerTerms terms = two_seats();
  terms.hidden = true;
  terms.readers = Readers::movers;
  const Position position = position_of(R"({"to_move": [1], "views": {"seats": [null, {"s": 1}]}})", terms);
  EXPECT_EQ(position.views, (std::vector<std::string>{"", R"({"s":1})"}));
  EXPECT_EQ(position.view, "");
  const Position all =
      position_of(R"({"to_move": [1], "views": {"seats": [0, 1], "spectator": 2, "all": 3}})", terms);
  EXPECT_EQ(all.views, (std::vector<std::string>{"", "1"})) << "a program may write more";
  EXPECT_EQ(position_of(R"({"views": {"seats": [null, null], "all": 3}, "scores": [0, 1]})", terms).view,
            "3");
  EXPECT_THAT(refused(R"({"views": {"seats": [null, null]}, "scores": [0, 1]})", terms),
              HasSubstr("answer.views.all: missing"));
}

TEST(RulesAnswer, HoldsHiddenGamesToAViewForEachReader) {
  AnswerTerms terms = two_seats();
  terms.hidden = true;
  EXPECT_EQ(refused(R"({"to_move": [0], "view": 1})", terms), "accepted");
  EXPECT_THAT(refused(R"({"to_move": [0], "views": {"seats": [1], "spectator": 3, "all": 4}})", terms),
              HasSubstr("answer.views.seats: got [1], expected a list of 2"));
  EXPECT_THAT(refused(R"({"to_move": [0], "views": {"seats": [1, 2], "all": 4}})", terms),
              HasSubstr("answer.views.spectator: missing"));
  EXPECT_THAT(
      refused(R"({"to_move": [0], "views": {"seats": [1, 2], "spectator": 1, "all": 4, "al": 4}})", terms),
      HasSubstr("answer.views.al"));
}

TEST(RulesAnswer, TheOutcomeOfAMatchHasTheListThatDecidesIt) {
  AnswerTerms terms = two_seats();
  terms.decided_by = "bricks";
  EXPECT_EQ(refused(R"({"to_move": [0], "view": 1})", terms), "accepted") << "the match goes on";
  const std::string over = R"({"view": 1, "scores": [2, 0])";
  EXPECT_EQ(refused(over + R"(, "outcome": {"bricks": [12, 8]}})", terms), "accepted");
  for (const char* const rest : {"}", R"(, "outcome": [12, 8]})", R"(, "outcome": {"stones": [12, 8]}})",
                                 R"(, "outcome": {"bricks": 12}})", R"(, "outcome": {"bricks": [12]}})",
                                 R"(, "outcome": {"bricks": [12, "8"]}})"}) {
    EXPECT_THAT(refused(over + rest, terms), AllOf(HasSubstr("answer.outcome"), HasSubstr("\"bricks\"")))
        << rest;
  }
}

TEST(RulesAnswer, NoForfeitedSeatIsAsked) {
  AnswerTerms terms = two_seats();
  terms.forfeited[1] = true;
  EXPECT_THAT(refused(R"({"to_move": [1], "view": 1})", terms), HasSubstr("forfeited"));
  EXPECT_EQ(refused(R"({"to_move": [0], "view": 1})", terms), "accepted");
}

TEST(RulesAnswer, ARefusalSaysWhyAndOfWhatKind) {
  AnswerTerms terms = two_seats();
  terms.refusable = {0, 1};
  const auto answer = read_answer(
      Json::parse(
          R"({"refused": [{"seat": 0, "why": "taken"}, {"seat": 1, "why": "form", "malformed": true}]})"),
      terms);
  const auto& moves = std::get<Refused>(answer).moves;
  ASSERT_EQ(moves.size(), 2);
  EXPECT_EQ(moves[0].refusal.why, "taken");
  EXPECT_EQ(moves[0].refusal.kind, engines::Refusal::Kind::illegal);
  EXPECT_EQ(moves[1].seat, 1);
  EXPECT_EQ(moves[1].refusal.kind, engines::Refusal::Kind::malformed);
  EXPECT_THAT(refused(R"({"refused": [{"seat": 0, "why": "a"}], "view": 1})", terms),
              HasSubstr("answer.view"));
  EXPECT_THAT(refused(R"({"refused": [{"seat": 0}]})", terms), HasSubstr("answer.refused[0].why: missing"));
}

TEST(RulesAnswer, WhatBotsAreToldFitsIntoALineToABot) {
  const std::string large = '"' + std::string(1024 * 1024, 'x') + '"';
  EXPECT_THAT(refused(R"({"to_move": [0], "view": )" + large + "}"), HasSubstr("answer.view"));
  const std::string over = R"({"view": 1, "scores": [1, 0], "outcome": )";
  EXPECT_THAT(refused(over + large + "}"), AllOf(HasSubstr("answer.outcome"), HasSubstr("983040 bytes")));
  AnswerTerms first = two_seats();
  first.is_first = true;
  const std::string begun = R"({"to_move": [0], "view": 1, "setup": )";
  EXPECT_THAT(refused(begun + large + "}", first),
              AllOf(HasSubstr("answer.setup"), HasSubstr("983040 bytes")));
}

}  // namespace
}  // namespace referee::rules
