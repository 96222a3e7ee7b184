#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/e2e/run_referee.h"

// `referee step`: the state of a game after given answers, for other programs.

namespace e2e {
namespace {

using testing::HasSubstr;

class Step : public RefereeTest {
 protected:
  /// Its output for a game with these lines; all games here have two seats or one.
  Json after(const std::string& lines, const std::vector<std::string>& game) {
    const Child& referee = stepped(lines, game);
    EXPECT_EQ(referee.code(), 0) << referee.err();
    EXPECT_EQ(std::ranges::count(referee.out(), '\n'), 1) << "one object";
    return Json::parse(referee.out());
  }
  std::string refusal(const std::string& lines, const std::vector<std::string>& game) {
    const Child& referee = stepped(lines, game);
    EXPECT_EQ(referee.code(), kUsage);
    EXPECT_EQ(referee.out(), "");
    return referee.err();
  }

 private:
  Child& stepped(const std::string& lines, const std::vector<std::string>& game) {
    test_support::write_file(path("moves.jsonl"), lines);
    std::vector<std::string> arguments = {"step", "--moves", "moves.jsonl"};
    arguments.insert(arguments.end(), game.begin(), game.end());
    return run(arguments);
  }
};

const std::vector<std::string> kPlanets = {
    "planets", "--option",
    R"(map={"name":"row","grid":[[0,0,0,0]],"ship":[0,0],"scraps":[{"location":[0,2],"value":5}],"ghosts":[],"turns":3})"};
const std::vector<std::string> kLightcycle = {"lightcycle", "--option", "size=6", "--option",
                                              "starts=[[[0,2]],[[5,3]]]"};

TEST_F(Step, BeginsWhereTheGameDoes) {
  const Json game = after("", kPlanets);
  EXPECT_EQ(game.at("turn"), 0);
  EXPECT_EQ(game.at("setup").at("ship"), Json({0, 0}));
  EXPECT_EQ(game.at("view").at("remaining_turns"), 3);
  EXPECT_EQ(game.at("events"), nullptr);
  EXPECT_EQ(game.at("refused"), Json::array());
  EXPECT_EQ(game.at("over"), false);
  EXPECT_EQ(game.at("outcome"), nullptr);
}

TEST_F(Step, WritesARecordThatIsTrueAndCanBeShown) {
  std::vector<std::string> game = kPlanets;
  game.insert(game.end(), {"--record", "game.jsonl"});
  after("\"R\"\nnull\n\"north\"\n", game);
  const Child& verified = run({"verify", "game.jsonl"});
  EXPECT_EQ(verified.code(), 0) << verified.out() << verified.err();
  const Child& shown = run({"show", "game.jsonl"});
  EXPECT_EQ(shown.code(), 0) << shown.err();
  EXPECT_THAT(shown.out(), HasSubstr("got \"north\""));
}

TEST_F(Step, WritesTheRecordOfAVoidMatchWhileTheGameGoesOn) {
  std::vector<std::string> game = kPlanets;
  game.insert(game.end(), {"--record", "game.jsonl"});
  after("\"R\"\n", game);
  EXPECT_THAT(test_support::read_file(path("game.jsonl")), HasSubstr("\"why\":\"the game is not over\""));
}

TEST_F(Step, PlaysALineATurn) {
  const Json game = after("\"R\"\nnull\n", kPlanets);
  EXPECT_EQ(game.at("turn"), 2);
  EXPECT_EQ(game.at("view").at("ship").at("location"), Json({0, 1})) << "null is no move";
  const Json end = after("\"R\"\nnull\n\"R\"", kPlanets);
  EXPECT_EQ(end.at("over"), true);
  EXPECT_EQ(end.at("events").at("picked").size(), 1U) << "of the last turn";
  EXPECT_EQ(end.at("scores"), Json::array({5}));
  EXPECT_EQ(end.at("outcome").at("win"), true);
}

TEST_F(Step, SaysWhyAnAnswerOfTheLastTurnIsNoMove) {
  const Json game = after("\"R\"\n\"north\"\n", kPlanets);
  EXPECT_EQ(game.at("view").at("ship").at("location"), Json({0, 1}));
  ASSERT_EQ(game.at("refused").size(), 1U);
  EXPECT_EQ(game.at("refused")[0].at("seat"), 0);
  EXPECT_THAT(game.at("refused")[0].at("fault").get<std::string>(), HasSubstr("got \"north\""));
  EXPECT_EQ(after("\"north\"\n\"R\"\n", kPlanets).at("refused"), Json::array());
}

TEST_F(Step, TakesAListWhereSeveralSeatsMove) {
  const Json game = after("[[[1,2]],[[4,3]]]\n", kLightcycle);
  EXPECT_EQ(game.at("view").at("cycles"), Json({{1, 2}, {4, 3}}));
  EXPECT_EQ(after("[[[1,2]],null]\n", kLightcycle).at("events").at("terminated").size(), 1U);
}

TEST_F(Step, DrawsFromTheSeed) {
  const auto board = [this](const std::string& seed) {
    return after("", {"superball", "--seed", seed}).at("view").at("board");
  };
  EXPECT_EQ(board("5"), board("5"));
  EXPECT_NE(board("5"), board("6"));
}

TEST_F(Step, TellsASeatAllThatTheGameDoesNotHide) {
  const std::string lines = "[[[1,2]],[[9,9]]]\n";
  for (const char* const seat : {"0", "1"}) {
    std::vector<std::string> game = kLightcycle;
    game.insert(game.end(), {"--seat", seat});
    EXPECT_EQ(after(lines, game), after(lines, kLightcycle));
  }
}

/// Two fleets of one ship of two cells: that of seat 0, and that of seat 1 at `row`. Then a shot beside it.
std::string fleets(int row) {
  const auto ship = [](int at) {
    return R"({"ships":[{"at":[)" + std::to_string(at) + R"(,0],"across":true,"length":2}]})";
  };
  return "[" + ship(0) + "," + ship(row) + "]\n[4,4]\n";
}
const std::vector<std::string> kBattleship = {"battleship", "--option", "size=5", "--option", "ships=[2]"};

TEST_F(Step, TellsASeatNothingThatTheOtherHides) {
  std::vector<std::string> game = kBattleship;
  game.insert(game.end(), {"--seat", "0"});
  EXPECT_EQ(after(fleets(1), game), after(fleets(3), game));
  EXPECT_EQ(after(fleets(1), game).at("scores"), nullptr);
  EXPECT_NE(after(fleets(1), kBattleship), after(fleets(3), kBattleship)) << "everybody sees both";
  // Nor whether the other placed its ships legally: they do not fit at row 9.
  EXPECT_EQ(after(fleets(9), kBattleship).at("refused"), Json::array()) << "of the turn before";
  const std::string first = fleets(9).substr(0, fleets(9).find('\n'));
  EXPECT_EQ(after(first, kBattleship).at("refused").size(), 1U);
  EXPECT_EQ(after(first, game).at("refused"), Json::array());
}

TEST_F(Step, RefusesInOneLine) {
  EXPECT_THAT(refusal("\"R\"\n{R\n", kPlanets),
              testing::StartsWith("referee: moves.jsonl: line 2: not JSON: "));
  EXPECT_EQ(refusal("[[[1,2]]]\n", kLightcycle),
            "referee: moves.jsonl: line 1: got [[[1,2]]], expected a list of 2 answers, one for each seat to "
            "move\n");
  EXPECT_EQ(refusal("\"R\"\n\"R\"\n\"R\"\n", kPlanets),
            "referee: moves.jsonl: line 3: got \"R\", expected the end: the game is over\n");
  EXPECT_THAT(refusal("", {"planets", "--option", "map=nowhere"}), HasSubstr("options.map: got \"nowhere\""));
  EXPECT_EQ(refusal("", {"walls", "--seat", "2"}), "referee: --seat: got 2, expected 0 to 1\n");
  EXPECT_THAT(refusal("", {"chess"}), HasSubstr("chess not in {planets,"));
}

}  // namespace
}  // namespace e2e
