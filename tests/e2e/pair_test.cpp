#include <gtest/gtest.h>

#include <string>

#include "tests/e2e/run_referee.h"
#include "tests/referee/swiss/trf/report_lines.h"

// `referee pair` on report files, by the rules.

namespace e2e {
namespace {

using referee::swiss::test::Lines;
using referee::swiss::test::player_line;
using referee::swiss::test::text_of;

class Pair : public RefereeTest {
 protected:
  std::string file(const std::string& name, const Lines& lines) const {
    test_support::write_file(path(name), text_of(lines));
    return path(name);
  }
};

/// C.04.2: "board 1: the pair with the highest score". In round 1 each of the upper half plays one of the
/// lower half, colours alternate, and the last of an odd number gets the bye.
TEST_F(Pair, FirstRound) {
  Lines lines = {"142 7", "152 B"};
  for (int id = 1; id <= 7; ++id) {
    lines.push_back(player_line(id, "0.0", {}));
  }
  const Child& paired = run({"pair", file("a.trf", lines)});
  EXPECT_EQ(paired.out(), "4\n4 1\n2 5\n6 3\n7 0\n");
  EXPECT_EQ(paired.err(), "");
  EXPECT_EQ(paired.code(), 0);
}

/// C5: "minimise the score of the assignee of the pairing-allocated bye".
TEST_F(Pair, TheByeGoesToTheLowestScore) {
  const Lines lines = {"XXR 3",
                       player_line(1, "2.0", {"4 w 1", "2 b 1"}),
                       player_line(2, "1.0", {"5 b 1", "1 w 0"}),
                       player_line(3, "2.0", {"6 w 1", "4 b 1"}),
                       player_line(4, "0.0", {"1 b 0", "3 w 0", "- - Z"}),
                       player_line(5, "1.0", {"2 w 0", "6 b 1"}),
                       player_line(6, "0.0", {"3 b 0", "5 w 0"})};
  EXPECT_EQ(run({"pair", file("a.trf", lines)}).out(), "3\n1 5\n3 2\n6 0\n");
}

/// C9: "minimise the number of unplayed games of the assignee of the pairing-allocated bye".
TEST_F(Pair, TheByeGoesToWhoHasPlayedMore) {
  const Lines lines = {"XXR 3",
                       player_line(1, "1.0", {"3 w 1"}),
                       player_line(2, "1.0", {"4 b 1"}),
                       player_line(3, "0.0", {"1 b 0"}),
                       player_line(4, "0.0", {"2 w 0"}),
                       player_line(5, "0.0", {"- - Z"})};
  EXPECT_EQ(run({"pair", file("a.trf", lines)}).out(), "3\n2 1\n3 5\n4 0\n");
}

/// C1: "Two players shall not play against each other more than once."
TEST_F(Pair, NoPairingIsAllowed) {
  const Child& paired = run(
      {"pair", file("a.trf", {"XXR 3", player_line(1, "1.0", {"2 w 1"}), player_line(2, "0.0", {"1 b 0"})})});
  EXPECT_EQ(paired.out(), "");
  EXPECT_NE(paired.err().find(path("a.trf") + ": "), std::string::npos) << paired.err();
  EXPECT_EQ(paired.code(), 1);
}

/// Round 2 of four players; the game of 2 and 4 has no result.
Lines with_open_game() {
  return {"XXR 3", player_line(1, "1.0", {"3 w 1"}), player_line(2, "0.0", {"4 b"}),
          player_line(3, "0.0", {"1 b 0"}), player_line(4, "0.0", {"2 w"})};
}

TEST_F(Pair, OpenGamesWantAWord) {
  const std::string open = file("a.trf", with_open_game());
  const Child& refused = run({"pair", open});
  EXPECT_EQ(refused.err(), "referee: " + open +
                               ": 1 game has no result, as 4-2 in round 1: expected results, or "
                               "--open-as draw or leave-out\n");
  EXPECT_EQ(refused.code(), 2);
  EXPECT_EQ(run({"pair", open, "--open-as", "draw"}).out(), "2\n2 1\n3 4\n");
  EXPECT_EQ(run({"pair", open, "--open-as", "leave-out"}).code(), 1) << "1 and 3 have met";
  EXPECT_EQ(run({"pair", "--check", open}).code(), 0) << "the last round needs no results";
}

TEST_F(Pair, WritesTheRoundThatResultsGoInto) {
  const Lines lines = {"XXR 3",
                       "152 W",
                       "997 of another program",
                       player_line(1, "0.0", {}),
                       player_line(2, "0.0", {}),
                       player_line(3, "0.0", {}),
                       player_line(4, "0.0", {}),
                       player_line(5, "0.0", {"- - H"})};
  const std::string open = file("a.trf", lines);
  EXPECT_EQ(run({"pair", open, "--write", path("b.trf")}).out(), "2\n1 3\n4 2\n");
  const std::string written = test_support::read_file(path("b.trf"));
  EXPECT_NE(written.find("997 of another program\r\n"), std::string::npos);
  const Child& checked = run({"pair", "--check", path("b.trf")});
  EXPECT_EQ(checked.code(), 0) << checked.out() << checked.err();
  EXPECT_EQ(run({"pair", path("b.trf")}).code(), 2) << "its games are open";
  const Child& again = run({"pair", path("b.trf"), "--round", "1"});
  EXPECT_EQ(again.out(), "2\n1 3\n4 2\n");
  EXPECT_EQ(run({"pair", path("b.trf"), "--round", "3"}).code(), 2);
  EXPECT_EQ(run({"pair", path("b.trf"), "--round", "1", "--write", path("c.trf")}).code(), 2);
}

TEST_F(Pair, TellsNamesAndJson) {
  const std::string three = file("a.trf", {"XXR 3", "152 W", player_line(1, "0.0", {}),
                                           player_line(2, "0.0", {}), player_line(3, "0.0", {})});
  EXPECT_EQ(run({"pair", three, "--names"}).out(),
            "Round 1\n  board     white        black\n  1      1  Player 1  2  Player 2\n  -      3  Player "
            "3     bye\n");
  EXPECT_EQ(
      run({"pair", three, "--explain"}).out(),
      "Bracket of 0 points: 1 2 3\n  pairs: 1-2\n  float down: 3\n  It is the first candidate.\nThe bye: "
      "3\n");
  EXPECT_EQ(run({"pair", three, "--json"}).out(),
            R"({"bye":{"id":3,"name":"Player 3"},"pairs":[{"black":{"id":2,"name":"Player 2"},"board":1,)"
            R"("white":{"id":1,"name":"Player 1"}}],"round":1})"
            "\n");
}

/// C.04.7: the upper half, rounded up to an even number, is paired within itself.
TEST_F(Pair, BakuAcceleration) {
  Lines lines = {"XXR 4", "152 W", "192 FIDE_DUTCH_BAKU"};
  for (int id = 1; id <= 6; ++id) {
    lines.push_back(player_line(id, "0.0", {}));
  }
  EXPECT_EQ(run({"pair", file("a.trf", lines)}).out(), "3\n1 3\n4 2\n5 6\n");
  lines[2] = "250      01.0 001 001 0001 0002";
  EXPECT_EQ(run({"pair", file("a.trf", lines)}).out(), "3\n1 2\n3 5\n6 4\n");
}

// `referee standings` of a report file: ranks by C.07, and the file with them.
TEST_F(Pair, StandingsOfAReportFile) {
  const std::string one = file(
      "a.trf", {"012 Spring", "XXR 1", player_line(1, "0.0", {"2 w 0"}), player_line(2, "1.0", {"1 b 1"})});
  EXPECT_EQ(run({"standings", one, "--tie-breaks", "ARO", "--format", "csv"}).out(),
            "rank,id,name,rating,points,ARO\r\n1,2,Player 2,2498,1,2499\r\n2,1,Player 1,2499,0,2498\r\n");
  const std::string ranked = run({"standings", one, "--tie-breaks", "DE", "--format", "trf"}).out();
  EXPECT_NE(ranked.find("202 DE\r\n001    1 "), std::string::npos) << ranked;
  EXPECT_NE(ranked.find(" 0.0    2 "), std::string::npos) << ranked;
  EXPECT_NE(run({"standings", one, "--explain", "2"}).out().find("Player 2 (2) is number 1 of 2"),
            std::string::npos);
  const Child& wrong = run({"standings", one, "--explain", "Player 2"});
  EXPECT_EQ(wrong.err(), "referee: " + one + ": --explain: got \"Player 2\", expected an id from 1 to 2\n");
  EXPECT_EQ(wrong.code(), 2);
  EXPECT_EQ(run({"standings", one, "--format", "html"}).code(), 2);
  EXPECT_EQ(run({"standings", "x.db", "--tie-breaks", "BH"}).code(), 2);
}

TEST_F(Pair, CheckFindsARoundThatWasPairedOtherwise) {
  const Lines lines = {"XXR 3", player_line(1, "1.0", {"2 w 1"}), player_line(2, "0.0", {"1 b 0"}),
                       player_line(3, "1.0", {"4 w 1"}), player_line(4, "0.0", {"3 b 0"})};
  const Child& checked = run({"pair", "--check", file("a.trf", lines)});
  EXPECT_EQ(checked.out(), path("a.trf") + ": round 1: paired 1-2 3-4, the rules give 1-3 4-2\n" +
                               path("a.trf") + ": 1 of 1 rounds differ\n");
  EXPECT_EQ(checked.code(), 1);
}

TEST_F(Pair, WrongFilesAreRefusedWithTheirPlace) {
  const Child& paired = run({"pair", file("a.trf", {"XXR 3", player_line(1, "0.5", {}), "152 W"})});
  EXPECT_EQ(
      paired.err().find("referee: " + path("a.trf") + ":2:82: points of player 1: got '0.5', expected 0.0"),
      0U)
      << paired.err();
  EXPECT_EQ(paired.out(), "");
  EXPECT_EQ(paired.code(), 2);
}

}  // namespace
}  // namespace e2e
