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
