#include "referee/score/scored_game.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "tests/support/sample_record.h"

namespace referee::score {
namespace {

using Words = std::vector<std::string>;

TEST(OpponentWords, TheSeedOfTheGameStandsWhereItIsAskedFor) {
  EXPECT_EQ(opponent_words({"bot", "--seed", "{seed}1"}, 7), (Words{"bot", "--seed", "71"}));
  EXPECT_EQ(opponent_words({"bot", "{seed}-{seed}", "{seed"}, 12), (Words{"bot", "12-12", "{seed"}));
}

TEST(OpponentWords, OtherWordsStayAsTheyAre) {
  EXPECT_EQ(opponent_words({"bot", "--seed", "1", ""}, 7), (Words{"bot", "--seed", "1", ""}));
}

using Json = nlohmann::json;

/// What seat 0 sees before `turn` of a record; the turns before it are played with the rules alone.
Json view_at(const std::vector<std::string>& lines, std::int64_t turn) {
  const Json header = Json::parse(lines.front());
  const auto game = engines::find_game(header.at("game").get<std::string>())
                        ->make(header.at("options"), {header.at("seed"), header.at("salt")});
  for (std::size_t line = 1; line <= static_cast<std::size_t>(turn); ++line) {
    const Json answers = Json::parse(lines[line]).at("answers");
    for (const Json& answer : answers) {
      if (answer.contains("move")) {
        EXPECT_TRUE(std::holds_alternative<std::string>(game->submit(answer.at("seat"), answer.at("move"))));
      }
      game->settle(answer.at("seat"), engines::Microseconds(answer.at("spent_us")), false);
    }
    game->step();
  }
  return game->view(engines::Observer::seat(0));
}

TEST(FirstFault, IsToldWithTurnViewAndMessageInEveryGame) {
  for (const engines::Entry& entry : engines::games()) {
    const std::string record = test_support::sample_record(entry.name, Json::object(), 3);
    const auto lines = test_support::lines_of(record);
    std::optional<std::int64_t> expected;
    for (std::size_t line = 1; line + 1 < lines.size() && !expected; ++line) {
      const Json answers = Json::parse(lines[line]).at("answers");
      for (const Json& answer : answers) {
        if (answer.at("seat") == 0 && answer.at("verdict") != "ok") {
          expected = static_cast<std::int64_t>(line) - 1;
        }
      }
    }
    const auto fault = first_fault(record, 0);
    ASSERT_EQ(fault.has_value(), expected.has_value()) << entry.name;
    if (fault) {
      EXPECT_EQ(fault->turn, *expected) << entry.name;
      EXPECT_EQ(fault->verdict, "late") << entry.name;
      EXPECT_EQ(Json::parse(fault->view), view_at(lines, *expected)) << entry.name;
      EXPECT_EQ(fault->answer, "") << "nothing came";
    }
  }
}

TEST(FirstFault, WhatWasOfferedIsTheAnswer) {
  const std::string record = test_support::with_line(
      test_support::sample_record("walls", Json::object(), 3), 2, [](nlohmann::ordered_json& line) {
        line["answers"][0] = {
            {"seat", 0}, {"verdict", "illegal"}, {"offered", {{"a", 1}}}, {"fault", "no"}, {"spent_us", 5}};
      });
  const auto fault = first_fault(record, 0);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->answer, R"({"a":1})");
  EXPECT_EQ(fault->message, "no");
  EXPECT_EQ(fault->turn, 0);
}

TEST(FirstFault, WhoDidNotComeHasNoTurn) {
  const auto lines = test_support::lines_of(test_support::sample_record("planets", Json::object(), 3));
  const std::string record =
      lines.front() + "\n" + R"({"status":"done","result":{"scores":[0],"rank":[1]},"no_show":[0]})" + "\n";
  const auto fault = first_fault(record, 0);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->verdict, "no_show");
  EXPECT_EQ(fault->view, "");
}

}  // namespace

}  // namespace referee::score
