#include "referee/swiss/colours.h"

#include <gtest/gtest.h>

#include <string_view>

#include "tests/referee/swiss/entries.h"

namespace referee::swiss {
namespace {

/// The card of a player who had these colours: "WBW".
Card had(std::string_view colours) {
  Tournament tournament;
  tournament.players.resize(2);
  tournament.rounds = 20;
  tournament.played = colours.size();
  for (const char colour : colours) {
    tournament.players[0].rounds.push_back(colour == 'W' ? white(1) : colour == 'B' ? black(1) : zero_bye());
  }
  return card_of(tournament, 0);
}

char colour_of_first(std::string_view higher, std::string_view lower) {
  return colour_of_higher(had(higher), had(lower), Colour::white) == Colour::white ? 'W' : 'B';
}

TEST(Colours, GrantBothPreferences) {
  EXPECT_EQ(colour_of_first("W", "B"), 'B');
  EXPECT_EQ(colour_of_first("WB", "BW"), 'W');
  EXPECT_EQ(colour_of_first("", "B"), 'B') << "who has none takes what is left";
}

TEST(Colours, GrantTheStrongerPreference) {
  EXPECT_EQ(colour_of_first("BW", "BWW"), 'W') << "mild gives way to absolute";
  EXPECT_EQ(colour_of_first("BWBW", "W"), 'W') << "mild gives way to strong";
  EXPECT_EQ(colour_of_first("W", "BWBW"), 'B');
  EXPECT_EQ(colour_of_first("WBW", "BWW"), 'W') << "strong gives way to absolute";
}

TEST(Colours, IfBothAreAbsoluteGrantTheWiderDifference) {
  EXPECT_EQ(colour_of_first("BWW", "WBWW"), 'W');
  EXPECT_EQ(colour_of_first("WBWW", "BWW"), 'B');
}

TEST(Colours, AlternateToTheMostRecentRoundInWhichTheColoursDiffered) {
  EXPECT_EQ(colour_of_first("WBBW", "BWBW"), 'W') << "the third from last";
  EXPECT_EQ(colour_of_first("BWBW", "WBBW"), 'B');
  EXPECT_EQ(colour_of_first("WB-BW", "BWBW"), 'W') << "rounds without a game are left out";
}

TEST(Colours, GrantThePreferenceOfTheHigherRanked) {
  EXPECT_EQ(colour_of_first("WBW", "WBW"), 'B');
  EXPECT_EQ(colour_of_first("WB", "WB"), 'W');
}

TEST(Colours, IfNobodyHasAPreferenceTheNumberOfTheHigherRankedDecides) {
  Card higher = had("");
  const Card lower = had("--");
  higher.odd_number = true;
  EXPECT_EQ(colour_of_higher(higher, lower, Colour::black), Colour::black) << "odd: the initial colour";
  higher.odd_number = false;
  EXPECT_EQ(colour_of_higher(higher, lower, Colour::black), Colour::white);
}

TEST(Colours, BreachesAreCountedByPlayer) {
  const ColourBreaches none = colour_breaches(had("W"), had("B"));
  EXPECT_EQ(none.preference + none.strong + none.run + none.difference, 0);
  const ColourBreaches mild = colour_breaches(had("WB"), had("WB"));
  EXPECT_EQ(mild.preference, 1);
  EXPECT_EQ(mild.strong, 0);
  const ColourBreaches strong = colour_breaches(had("WBW"), had("BWW"));
  EXPECT_EQ(strong.preference, 1);
  EXPECT_EQ(strong.strong, 1);
  const ColourBreaches run = colour_breaches(had("BWW"), had("WBWW"));
  EXPECT_EQ(run.run, 1) << "W W and W again";
  EXPECT_EQ(run.difference, 0) << "the wider difference is granted";
  EXPECT_EQ(run.strong, 0) << "an absolute preference is not a strong one";
  EXPECT_EQ(colour_breaches(had("WBWW"), had("WBWW")).difference, 1);
  EXPECT_EQ(colour_breaches(had("BBBBWW"), had("WBB")).run, 2)
      << "one gets White for its difference of -2, though it had it twice";
}

}  // namespace
}  // namespace referee::swiss
