#include "referee/swiss/card.h"

#include <gtest/gtest.h>

#include "tests/referee/swiss/entries.h"

namespace referee::swiss {
namespace {

using Kind = RoundEntry::Kind;
using Strength = Preference::Strength;

/// The card of player 1 after these rounds; players 2 to 9 met no other opponent.
Card card_after(std::vector<RoundEntry> rounds, int planned = 9) {
  Tournament tournament;
  tournament.players.resize(9);
  tournament.rounds = planned;
  tournament.played = rounds.size();
  tournament.players[0].rounds = std::move(rounds);
  return card_of(tournament, 0);
}

TEST(Card, ColourDifferenceIsGamesWithWhiteMinusGamesWithBlack) {
  EXPECT_EQ(card_after({white(1), black(2), white(3), white(4)}).colour_difference, 2);
  EXPECT_EQ(card_after({}).colour_difference, 0);
  EXPECT_EQ(card_after({forfeit_win(1, Colour::white), bye(), black(2)}).colour_difference, -1)
      << "only games that were played have a colour";
}

TEST(Card, AnAbsolutePreferenceComesFromTheDifferenceOrFromTheLastTwoGames) {
  const Card wide = card_after({white(1), white(2), black(3), white(4)});
  EXPECT_EQ(wide.preference.strength, Strength::absolute) << "the difference is greater than +1";
  EXPECT_EQ(wide.preference.colour, Colour::black);
  const Card twice = card_after({black(1), black(2), white(3), white(4)});
  EXPECT_EQ(twice.preference.strength, Strength::absolute)
      << "the same colour in the two latest rounds played";
  EXPECT_EQ(twice.preference.colour, Colour::black);
  EXPECT_EQ(twice.repeated, Colour::white);
  const Card around_a_bye = card_after({black(1), white(2), bye(), white(3)});
  EXPECT_EQ(around_a_bye.preference.strength, Strength::absolute) << "rounds not played are left out";
}

TEST(Card, OtherPreferencesAreStrongMildOrNone) {
  const Card strong = card_after({white(1), black(2), white(3)});
  EXPECT_EQ(strong.preference.strength, Strength::strong) << "the difference is +1 or -1";
  EXPECT_EQ(strong.preference.colour, Colour::black);
  const Card mild = card_after({white(1), black(2)});
  EXPECT_EQ(mild.preference.strength, Strength::mild) << "the difference is 0: alternate";
  EXPECT_EQ(mild.preference.colour, Colour::white);
  EXPECT_EQ(card_after({bye(), zero_bye()}).preference.strength, Strength::none) << "no game played";
}

TEST(Card, AFloatIsAGameAgainstAnotherScoreOrPointsWithoutAGame) {
  EXPECT_EQ(card_after({white(1), black(2)}).floats[0], Float::down) << "1 point against 0";
  EXPECT_EQ(card_after({white(1), black(2)}).floats[1], Float::none) << "equal scores";
  EXPECT_EQ(card_after({bye()}).floats[0], Float::down);
  EXPECT_EQ(card_after({{Kind::half_bye, {}, {}}}).floats[0], Float::down);
  EXPECT_EQ(card_after({{Kind::full_bye, {}, {}}}).floats[0], Float::down);
  EXPECT_EQ(card_after({forfeit_win(1, Colour::white)}).floats[0], Float::down);
  EXPECT_EQ(card_after({zero_bye()}).floats[0], Float::none) << "no more points than for a loss";
  EXPECT_EQ(card_after({{Kind::forfeit_loss, 1, Colour::white}}).floats[0], Float::none);
}

TEST(Card, FloatsGoByTheRoundNotByTheGame) {
  const Card card = card_after({bye(), zero_bye()});
  EXPECT_EQ(card.floats[0], Float::none);
  EXPECT_EQ(card.floats[1], Float::down);
}

TEST(Card, NobodyGetsASecondByeOrOneAfterAWinWithoutAGame) {
  EXPECT_TRUE(card_after({white(1), zero_bye(), {Kind::half_bye, {}, {}}}).may_get_bye);
  EXPECT_FALSE(card_after({bye()}).may_get_bye);
  EXPECT_FALSE(card_after({{Kind::full_bye, {}, {}}}).may_get_bye);
  EXPECT_FALSE(card_after({forfeit_win(3, Colour::black)}).may_get_bye);
}

TEST(Card, TopscorersHaveMoreThanHalfOfThePointsBeforeTheLastRound) {
  EXPECT_TRUE(card_after({white(1), white(2)}, 3).topscorer);
  EXPECT_FALSE(card_after({white(1), loss(2)}, 3).topscorer) << "half is not more than half";
  EXPECT_FALSE(card_after({white(1), white(2)}, 4).topscorer) << "not the last round";
}

TEST(Card, CountsRoundsWithoutAGame) {
  EXPECT_EQ(card_after({white(1), bye(), zero_bye(), forfeit_win(2, Colour::white)}).unplayed, 3);
}

// C.04.7: floats are those of the pairing scores; a topscorer is one by its points.
TEST(Card, VirtualPointsCountForScoresAndFloats) {
  Tournament tournament;
  tournament.players.resize(4);
  tournament.rounds = 2;
  tournament.played = 1;
  tournament.players[0].rounds = {{Kind::loss, 3, Colour::white}};
  tournament.players[3].rounds = {black(0)};
  tournament.virtual_points = {{10, 1, 2, 0, 1}};
  EXPECT_EQ(card_of(tournament, 0).score, 10);
  EXPECT_EQ(card_of(tournament, 0).floats[0], Float::down) << "it had a virtual point more";
  EXPECT_EQ(card_of(tournament, 3).floats[0], Float::up);
  EXPECT_FALSE(card_of(tournament, 0).topscorer);
  EXPECT_TRUE(card_of(tournament, 3).topscorer);
}

}  // namespace
}  // namespace referee::swiss
