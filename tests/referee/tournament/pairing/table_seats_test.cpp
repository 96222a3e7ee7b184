#include "referee/tournament/pairing/table_seats.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/referee/tournament/encounter_rules.h"
#include "tests/referee/tournament/histories.h"

namespace referee {
namespace {

using histories::history;
using histories::played;
using test::kOneGameOf4;

History::Round round_of(const std::vector<Entrant>& entrants) { return {played(entrants, {{3, 2, 1, 0}})}; }

std::vector<Entrant> dealt(const History& history, std::size_t turn) {
  return deal_seats(kOneGameOf4, PastRounds(kOneGameOf4, history), {0, 1, 2, 3}, turn);
}

TEST(TableSeats, GoByTurnsBeforeTheFirstGame) {
  EXPECT_EQ(dealt(history(4, {}), 0), (std::vector<Entrant>{0, 1, 2, 3}));
  EXPECT_EQ(dealt(history(4, {}), 1), (std::vector<Entrant>{3, 0, 1, 2}));
}

// "seats rotated so that starting places even out"
TEST(TableSeats, EvenOutOverFourRounds) {
  History all = history(4, {});
  std::vector<std::vector<bool>> had(4, std::vector<bool>(4));
  for (std::size_t round = 0; round < 4; ++round) {
    const std::vector<Entrant> seated = dealt(all, round);
    for (std::size_t seat = 0; seat < 4; ++seat) {
      EXPECT_FALSE(had[seated[seat]][seat]) << "entrant " << seated[seat] << " once more on seat " << seat;
      had[seated[seat]][seat] = true;
    }
    all.rounds.push_back(round_of(seated));
  }
}

// Entrants 0 and 1 both have had the first seat once more than others: neither gets it a third time.
TEST(TableSeats, PreferTheGreatestDifferenceSmall) {
  History all = history(4, {});
  all.rounds = {round_of({0, 1, 2, 3}), round_of({0, 1, 3, 2}), round_of({1, 0, 2, 3})};
  const std::vector<Entrant> seated = dealt(all, 0);
  const PastRounds past(kOneGameOf4, all);
  for (std::size_t seat = 0; seat < 4; ++seat) {
    std::vector<int> games = past.seat_games(seated[seat]);
    ++games[seat];
    EXPECT_LE(std::ranges::max(games) - std::ranges::min(games), 2);
  }
}

}  // namespace
}  // namespace referee
