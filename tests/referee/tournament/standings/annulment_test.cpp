#include "referee/tournament/standings/annulment.h"

#include <gtest/gtest.h>

#include "referee/tournament/standings/encounter_state.h"
#include "tests/referee/tournament/histories.h"

namespace referee {
namespace {

using histories::bye;
using histories::encounter;
using histories::history;
using histories::played;
using histories::win;

// "A round-robin entrant withdrawn before half its games: its results are annulled." At a table of four the
// others' results against each other are none of its.
TEST(Annulment, LeavesTheOthersOfATableTheirResults) {
  const History all = history(4, {{played({0, 1, 2, 3}, {{9, 3, 5, 1}, {9, 0, 5, 7}})}});
  const History left = without_annulled(all, {true, false, false, false});
  ASSERT_EQ(left.rounds.at(0).size(), 1U);
  const PlayedEncounter& table = left.rounds[0][0];
  EXPECT_EQ(table.encounter.entrants, (std::vector<Entrant>{1, 2, 3}));
  EXPECT_EQ(table.games[0].scores, (std::vector<double>{3, 5, 1}));
  EXPECT_EQ(table.games[1].scores, (std::vector<double>{0, 5, 7}));
  EXPECT_EQ(table.games[0].no_show.size(), 3U);
  EXPECT_EQ(table.games[0].tallies.size(), 3U);
  const EncounterState state = state_of({.seats = 4, .best_of = 2}, table.encounter, table.games);
  EXPECT_EQ(state.rank, (std::vector<int>{3, 1, 2}));
}

TEST(Annulment, LeavesNothingOfATableOfOne) {
  const History all = history(4, {{played({0, 1, 2, 3}, {{4, 3, 2, 1}})}, {win(2, 3), win(0, 1)}});
  const History left = without_annulled(all, {true, false, true, true});
  EXPECT_TRUE(left.rounds.at(0).empty());
  EXPECT_TRUE(left.rounds.at(1).empty());
  EXPECT_EQ(without_annulled(all, {false, false, false, true}).rounds.at(1).size(), 1U);
  EXPECT_EQ(left.entrants.size(), 4U);
}

TEST(Annulment, KeepsTheWinnerOfAForfeit) {
  PlayedEncounter given{encounter({0, 1, 2, 3}, Encounter::Kind::forfeit), {}};
  given.encounter.winner = 2;
  const History all = history(4, {{given}});
  const History left = without_annulled(all, {true, false, false, false});
  EXPECT_EQ(left.rounds.at(0).at(0).encounter.winner, 1U);
  EXPECT_EQ(without_annulled(all, {false, false, true, false}).rounds.at(0).at(0).encounter.winner,
            std::nullopt);
}

TEST(Annulment, ChangesNothingElse) {
  const History all = history(3, {{win(0, 1), bye(2)}});
  const History left = without_annulled(all, {false, false, false});
  EXPECT_EQ(left.rounds.at(0).size(), 2U);
  EXPECT_EQ(left.rounds[0][1].encounter, all.rounds[0][1].encounter);
}

}  // namespace
}  // namespace referee
