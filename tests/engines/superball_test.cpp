#include "engines/superball/superball.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engines/registry.h"
#include "tests/engines/play.h"

// Tests name paragraphs of engines/superball/RULES.md.
namespace engines {
namespace {

using testing::ElementsAre;

std::unique_ptr<Game> superball(std::string_view options = "{}", std::uint64_t seed = 1) {
  return start("superball", options, {.number = seed, .salt = "00112233445566778899aabbccddeeff"});
}

Json play(Game& game, const std::string& line) {
  return turn(game, {{.move = line, .spent = Microseconds(1), .forfeited = false}});
}

Fault illegal(Game& game, const std::string& line) {
  return refusal_of(game, 0, line, Refusal::Kind::illegal);
}

// Superball 3.1, 4.3: five pieces at the start. The opening of seed 1, by the numbers of lrand48: 0 4 r,
// 0 5 p, 4 7 p, 6 0 b, 0 1 r.
TEST(Superball, StartsWithFivePieces) {
  const auto game = superball();
  EXPECT_THAT(rows_of(*game), ElementsAre(".r..rp....", "..........", "**......**", "**......**",
                                          "**.....p**", "**......**", "b.........", ".........."));
  EXPECT_EQ(game->view(Observer::everybody())["empty"], 75);
  EXPECT_EQ(game->view(Observer::everybody())["score"], 0);
  EXPECT_EQ(game->to_move(), std::vector<Seat>{0});
}

// Superball 1.6: the handout's text form. The opening of seed 0 has a b on the goal cell 2 0.
TEST(Superball, ShowsGoalCells) {
  EXPECT_THAT(rows_of(*superball("{}", 0)),
              ElementsAre("r.........", "....p.....", "B*...g..**", "**......**", "**......**", "**......**",
                          "..........", "....b....."));
}

// Superball 3.2, 6.3: a SWAP exchanges, then five pieces are added to empty cells.
TEST(Superball, SwapExchangesAndAddsFive) {
  const auto game = superball();
  const Json events = play(*game, "SWAP 0 1 4 7");
  EXPECT_EQ(events["added"].size(), 5U);
  EXPECT_EQ(events["scored"], 0);
  auto expected = std::vector<std::string>{".p..rp....", "..........", "**......**", "**......**",
                                           "**.....r**", "**......**", "b.........", ".........."};
  for (const Json& piece : events["added"]) {
    char& letter = expected[piece[0].get<std::size_t>()][piece[1].get<std::size_t>()];
    ASSERT_TRUE(letter == '.' || letter == '*') << piece;
    letter = static_cast<char>(piece[2].get<std::string>()[0] + (letter == '*' ? 'A' - 'a' : 0));
  }
  EXPECT_EQ(rows_of(*game), expected);
  EXPECT_EQ(game->view(Observer::everybody())["empty"], 70);
  EXPECT_EQ(game->outcome(), Json::parse(R"({"score":0,"moves":1})"));
}

// Superball 1.4, 3.3, 6.1: a set of one b brings 3 points and is gone, then three pieces are added.
TEST(Superball, ScoreAddsThePointsEmptiesTheSetAndAddsThree) {
  const auto game = superball(R"({"min_score_size":1})", 0);
  EXPECT_EQ(
      play(*game, "SCORE 2 0"),
      Json::parse(R"({"added":[[1,1,"b"],[1,2,"g"],[3,8,"g"]],"scored":3})"));  // by the numbers of lrand48
  EXPECT_EQ(game->view(Observer::everybody())["score"], 3);
  EXPECT_EQ(game->view(Observer::everybody())["empty"], 73);
  EXPECT_EQ(game->scores(), std::vector<double>{3});
}

// Superball 1.4: one piece of p, b, y and g. The openings of seeds 7, 0, 4 and 6 have one on a goal cell.
TEST(Superball, ALaterColourIsWorthMore) {
  const auto points = [](std::uint64_t seed, const std::string& line) {
    const auto game = superball(R"({"min_score_size":1})", seed);
    return play(*game, line)["scored"].get<int>();
  };
  EXPECT_EQ(points(7, "SCORE 4 0"), 2);
  EXPECT_EQ(points(0, "SCORE 2 0"), 3);
  EXPECT_EQ(points(4, "SCORE 2 0"), 4);
  EXPECT_EQ(points(6, "SCORE 3 9"), 6);
}

// Superball 2.1, 2.2, 2.7: two different cells of the board with pieces, which may be of one colour.
TEST(Superball, SwapTakesTwoPieces) {
  const auto game = superball();
  EXPECT_EQ(illegal(*game, "SWAP 0 1 0 2"), "(0,2) is empty: SWAP takes two cells with pieces");
  EXPECT_EQ(illegal(*game, "SWAP 2 0 0 1"), "(2,0) is empty: SWAP takes two cells with pieces");
  EXPECT_EQ(illegal(*game, "SWAP 0 1 0 1"), "both cells are (0,1): SWAP takes two different ones");
  EXPECT_EQ(illegal(*game, "SWAP 0 1 8 0"), "(8,0) is not on the board: rows are 0..7, columns 0..9");
  EXPECT_EQ(illegal(*game, "SWAP 0 10 0 1"), "(0,10) is not on the board: rows are 0..7, columns 0..9");
  EXPECT_EQ(illegal(*game, "SWAP 0 1 99999999999999999999999 4"),
            "(1000000 or more,4) is not on the board: rows are 0..7, columns 0..9");
  play(*game, "SWAP 0 1 0 4");  // two of one colour: legal
}

// Superball 2.3: a goal cell with a piece of a set that is large enough.
TEST(Superball, ScoreTakesALargeSetOnAGoal) {
  const auto game = superball("{}", 0);
  EXPECT_EQ(illegal(*game, "SCORE 0 0"),
            "(0,0) is not a goal cell: SCORE takes one in rows 2..5 of the two columns at either side");
  EXPECT_EQ(illegal(*game, "SCORE 3 1"), "(3,1) is empty: SCORE takes a goal cell with a piece");
  EXPECT_EQ(illegal(*game, "SCORE 2 0"), "the set at (2,0) has 1 of 'b': SCORE takes one of at least 5");
  EXPECT_EQ(illegal(*game, "SCORE 2 10"), "(2,10) is not on the board: rows are 0..7, columns 0..9");
}

// Superball 2.5, 2.6, 2.8: spaces, tabs and leading zeros are read, but not kept.
TEST(Superball, ReadsLinesAsTheHandoutsPlayer) {
  const auto game = superball(R"({"min_score_size":1})", 0);
  const auto kept = game->submit(0, " \tSWAP\t007 4  0\t\t0000 ");
  ASSERT_TRUE(std::holds_alternative<std::string>(kept)) << std::get<Refusal>(kept).why;
  EXPECT_EQ(std::get<std::string>(kept), R"("SWAP 7 4 0 0")");  // what the record has
  EXPECT_EQ(std::get<std::string>(game->submit(0, "  SCORE 02 \t 00")), R"("SCORE 2 0")");
}

// Superball 2.6: any other line or value is malformed.
TEST(Superball, RefusesOtherLines) {
  const auto game = superball();
  EXPECT_EQ(refusal_of(*game, 0, "swap 0 1 0 4"),
            R"(expected "SWAP row col row col" or "SCORE row col", got "swap 0 1 0 4")");
  for (const char* line :
       {"SWAP", "SWAP 0 1 0", "SWAP 0 1 0 4 0", "SCORE 2", "SCORE 2 0 0", "SCORE", "Score 2 0",
        "SWAP 0 1 0 +4", "SWAP 0 1 0 -4", "SWAP 0 1 0 4.", "SWAP 0 1 0 0x4", "SWAP 0,1 0,4", "SWAP 0 1 0 4\n",
        "SWAP\n0 1 0 4", "SWAP0 1 0 4", "SWAP 0 1 0 4;", "", " ", "MOVE 0 1 0 4"}) {
    refusal_of(*game, 0, line);
  }
  refusal_of(*game, 0, std::string("SWAP 0 1 0 4\0", 13));
  refusal_of(*game, 0, Json::parse(R"(["SWAP",0,1,0,4])"));
}

// Superball 1.7, 3.6: a full board does not end the game.
TEST(Superball, GoesOnWithAFullBoard) {
  const auto game = superball(R"({"rows":5,"cols":2})");
  Rng rng(1);
  const auto move = game->sample(0, rng);
  EXPECT_EQ(play(*game, move)["added"].size(), 5U);
  EXPECT_EQ(game->view(Observer::everybody())["empty"], 0);
  EXPECT_EQ(game->to_move(), std::vector<Seat>{0});
  // Superball 3.5: there is no room for a piece.
  EXPECT_EQ(play(*game, "SWAP 0 0 0 1")["added"], Json::array());
  EXPECT_TRUE(game->to_move().empty());
  EXPECT_EQ(game->outcome(), Json::parse(R"({"score":0,"moves":2})"));
}

// Superball 1.3, 2.3: on a board of less than five rows there is no goal cell; swaps fill it.
TEST(Superball, PlaysBoardsWithoutGoals) {
  const auto game = superball(R"({"rows":2,"cols":5})");
  EXPECT_EQ(illegal(*game, "SCORE 1 0"), "(1,0) is not a goal cell: a board of 2 rows has none");
  Rng rng(1);
  EXPECT_EQ(play(*game, game->sample(0, rng))["added"].size(), 5U);
  EXPECT_EQ(play(*game, "SWAP 0 0 1 4")["added"], Json::array());
  EXPECT_TRUE(game->to_move().empty());
  EXPECT_EQ(superball(R"({"rows":1,"cols":5})")->to_move(), std::vector<Seat>{0});
}

// Superball 3.5: pieces that have found room stay.
TEST(Superball, FillsTheBoardBeforeItIsOver) {
  const auto game = superball(R"({"rows":6,"cols":2})");
  Rng rng(1);
  play(*game, game->sample(0, rng));
  EXPECT_EQ(game->view(Observer::everybody())["empty"], 2);
  EXPECT_EQ(play(*game, game->sample(0, rng))["added"].size(), 2U);
  EXPECT_EQ(game->view(Observer::everybody())["empty"], 0);
  EXPECT_TRUE(game->to_move().empty());
}

/// A game that has 3 points.
std::unique_ptr<Game> three_points() {
  auto game = superball(R"({"min_score_size":1})", 0);
  play(*game, "SCORE 2 0");
  return game;
}

// Superball 5.1, 5.2, 6.3: a turn without a legal move ends the game with score 0, and is no move.
TEST(Superball, NoMoveLosesAll) {
  const auto game = three_points();
  const Json before = game->view(Observer::everybody());
  EXPECT_EQ(turn(*game, {silent()}), Json::parse(R"({"added":[],"scored":0})"));
  EXPECT_TRUE(game->to_move().empty());
  EXPECT_EQ(game->scores(), std::vector<double>{0});
  EXPECT_EQ(game->outcome(), Json::parse(R"({"score":0,"moves":1})"));
  EXPECT_EQ(game->view(Observer::everybody())["board"], before["board"]);
  EXPECT_EQ(game->view(Observer::everybody())["score"], 0);
}

// Superball 5.3: a forfeit ends the game and keeps the score.
TEST(Superball, ForfeitKeepsTheScore) {
  const auto game = three_points();
  const Json before = game->view(Observer::everybody());
  EXPECT_EQ(turn(*game, {forfeits()}), Json::parse(R"({"added":[],"scored":0})"));
  EXPECT_TRUE(game->to_move().empty());
  EXPECT_EQ(game->outcome(), Json::parse(R"({"score":3,"moves":1})"));
  EXPECT_EQ(game->view(Observer::everybody()), before);
}

// Superball 6.2: the second of two moves ends the game, and adds its pieces.
TEST(Superball, EndsAfterMaxMoves) {
  const auto game = superball(R"({"max_moves":2})");
  EXPECT_EQ(game->max_turns(), 2U);
  play(*game, "SWAP 0 1 0 4");
  EXPECT_FALSE(game->to_move().empty());
  EXPECT_EQ(play(*game, "SWAP 0 1 0 4")["added"].size(), 5U);
  EXPECT_TRUE(game->to_move().empty());
  EXPECT_EQ(game->view(Observer::everybody())["empty"], 65);
}

// Superball 1.1, 4.7, 7.1, 7.2, 7.3, 7.4, 7.5: the defaults; setup is the options, without the seed.
TEST(Superball, SetupIsTheOptions) {
  const auto game = superball();
  EXPECT_EQ(
      game->options(),
      Json::parse(
          R"({"rows":8,"cols":10,"min_score_size":5,"colors":"pbyrg","deal":"handout","max_moves":100000})"));
  EXPECT_EQ(game->setup(), game->options());
  EXPECT_EQ(superball("{}", 1)->setup(), superball("{}", 2)->setup());
}

// Superball 1.1, 5.4: one seat, five seconds for every 1000 points, and at least five.
TEST(Superball, HasOneSeatAndAClockByScore) {
  EXPECT_EQ(superball()->seats(), 1U);
  EXPECT_EQ(find_game("superball")->clock, R"({"kind":"score_rate","ms_per_1000":5000,"floor_ms":5000})");
}

// Superball 4.5, 4.6: a secret deal depends on the salt, which may be empty; a handout deal does not.
TEST(Superball, ASecretDealDependsOnTheSalt) {
  const auto opening = [](std::string_view options, const std::string& salt) {
    return start("superball", options, {.number = 1, .salt = salt})->view(Observer::everybody());
  };
  constexpr std::string_view kSecret = R"({"deal":"secret"})";
  const std::string one = "00112233445566778899aabbccddeeff";
  const std::string other = "00112233445566778899aabbccddee00";
  EXPECT_NE(opening(kSecret, one), opening(kSecret, other));
  EXPECT_EQ(opening(kSecret, one), opening(kSecret, one));
  EXPECT_EQ(opening("{}", one), opening("{}", other));
  EXPECT_EQ(opening(kSecret, "")["empty"], 75);  // a configuration is checked before there is a salt
}

// Superball 2.4: a random bot always finds a move. It scores when it can, but not always: both ways the game
// can go are tried.
TEST(Superball, SampleScoresEveryOtherTime) {
  const auto game = superball(R"({"min_score_size":1})", 0);
  Rng rng(5);
  int scores = 0;
  for (int i = 0; i < 1000; ++i) {
    scores += game->sample(0, rng).get<std::string>().starts_with("SCORE") ? 1 : 0;
  }
  EXPECT_GT(scores, 400);
  EXPECT_LT(scores, 600);
}

}  // namespace
}  // namespace engines
