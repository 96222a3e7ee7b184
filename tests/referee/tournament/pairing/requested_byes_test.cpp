#include "referee/tournament/pairing/requested_byes.h"

#include <gtest/gtest.h>

#include "referee/tournament/pairing/past_rounds.h"
#include "tests/referee/tournament/histories.h"

namespace referee {
namespace {

using Kind = Encounter::Kind;

TEST(RequestedByes, LeaveOutOfTheNextRoundWhoAskedForIt) {
  // "requested half-point and zero-point byes"
  History history = histories::history(5, {{histories::win(0, 1), histories::win(2, 3), histories::bye(4)}});
  history.entrants[0].byes = {{2, Kind::zero_bye}};
  history.entrants[1].byes = {{1, Kind::half_bye}, {3, Kind::half_bye}};  // of other rounds
  history.entrants[3].byes = {{2, Kind::half_bye}};
  history.entrants[4].byes = {{2, Kind::half_bye}};
  history.entrants[4].withdrawn = true;  // gets nothing any more
  EXPECT_EQ(requested_byes(history, 7),
            (std::vector<Encounter>{{.round = 2, .table = 7, .kind = Kind::zero_bye, .entrants = {0}},
                                    {.round = 2, .table = 8, .kind = Kind::half_bye, .entrants = {3}}}));
  const PastRounds past({.seats = 2, .best_of = 2}, history);
  EXPECT_EQ(past.ranked(history), (std::vector<Entrant>{2, 1}));
}

TEST(RequestedByes, AreNoneIfNobodyAsked) {
  EXPECT_TRUE(requested_byes(histories::history(2, {}), 1).empty());
}

}  // namespace
}  // namespace referee
