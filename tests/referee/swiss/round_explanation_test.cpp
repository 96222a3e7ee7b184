#include "referee/swiss/round_explanation.h"

#include <gtest/gtest.h>

#include "tests/referee/swiss/trf/read_lines.h"

namespace referee::swiss {
namespace {

using test::Lines;
using test::player_line;

std::string explained(const Lines& lines) {
  const Tournament tournament = test::tournament_of(lines);
  return round_explanation(tournament, pair_round(tournament));
}

TEST(RoundExplanation, TellsBracketsFloatersAndTheBye) {
  EXPECT_EQ(explained({"XXR 3", "152 W", player_line(1, "0.0", {}), player_line(2, "0.0", {}),
                       player_line(3, "0.0", {}), player_line(4, "0.0", {}), player_line(5, "0.0", {})}),
            "Bracket of 0 points: 1 2 3 4 5\n"
            "  pairs: 1-3 4-2\n"
            "  float down: 5\n"
            "  It is the first candidate.\n"
            "The bye: 5\n");
}

/// Round 1 was 1-3 and 4-2, and all games were drawn.
TEST(RoundExplanation, TellsWhoMayNotMeet) {
  EXPECT_EQ(explained({"XXR 5", player_line(1, "0.5", {"3 w ="}), player_line(2, "0.5", {"4 b ="}),
                       player_line(3, "0.5", {"1 b ="}), player_line(4, "0.5", {"2 w ="})}),
            "Bracket of 0.5 points: 1 2 3 4\n"
            "  pairs: 2-1 3-4\n"
            "  The first candidate, 1-3 2-4, is not allowed: 1 and 3 may not meet (C1, C3, or forbidden).\n");
}

/// After round 1 the winners 1 and 2 had White, 3 and 4 Black: 1-3 and 2-4 grant all preferences. Here 2 and
/// 3 have changed their colours, so that only 1-2 and 3-4, or 1-4 and 2-3, do.
TEST(RoundExplanation, TellsTheCriterionThatDecides) {
  const Lines lines = {"XXR 5",
                       player_line(1, "1.0", {"5 w 1"}),
                       player_line(2, "1.0", {"6 b 1"}),
                       player_line(3, "1.0", {"7 w 1"}),
                       player_line(4, "1.0", {"8 b 1"}),
                       player_line(5, "0.0", {"1 b 0"}),
                       player_line(6, "0.0", {"2 w 0"}),
                       player_line(7, "0.0", {"3 b 0"}),
                       player_line(8, "0.0", {"4 w 0"})};
  EXPECT_EQ(
      explained(lines),
      "Bracket of 1 point: 1 2 3 4\n"
      "  pairs: 4-1 2-3\n"
      "  The first candidate, 1-3 2-4, fulfils less of C12: pairs with both colour preferences granted.\n"
      "Bracket of 0 points: 5 6 7 8\n"
      "  pairs: 5-8 7-6\n"
      "  The first candidate, 5-7 6-8, fulfils less of C12: pairs with both colour preferences granted.\n");
}

/// 1 has won alone: it is moved down, and meets the first of the bracket below.
TEST(RoundExplanation, TellsWhoWasMovedDown) {
  EXPECT_EQ(explained({"XXR 5", player_line(1, "1.0", {"3 w 1"}), player_line(2, "0.5", {"4 b ="}),
                       player_line(3, "0.0", {"1 b 0"}), player_line(4, "0.5", {"2 w ="})}),
            "Bracket of 1 point: 1\n"
            "  pairs: no pair\n"
            "  float down: 1\n"
            "Bracket of 0.5 points: 1 (moved down) 2 4\n"
            "  pairs: 2-1\n"
            "  float down: 4\n"
            "  It is the first candidate.\n"
            "Bracket of 0 points: 4 (moved down) 3\n"
            "  pairs: 3-4\n"
            "  It is the first candidate.\n");
}

}  // namespace
}  // namespace referee::swiss
