#include "referee/swiss/pairing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "referee/swiss/colours.h"
#include "referee/swiss/completion.h"
#include "referee/swiss/pool.h"
#include "referee/swiss/round_procedure.h"
#include "tests/referee/swiss/entries.h"
#include "tests/referee/swiss/random_tournament.h"
#include "tests/support/complaint.h"
#include "tests/support/random_cases.h"

namespace referee::swiss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Tournament tournament_of(std::size_t players, int rounds) {
  Tournament tournament;
  tournament.players.resize(players);
  tournament.rounds = rounds;
  tournament.initial_colour = Colour::white;
  return tournament;
}

TEST(Pairing, RoundOneIsTheUpperHalfAgainstTheLowerColoursInTurn) {
  const RoundPairing pairing = pair_round(tournament_of(7, 3));
  EXPECT_THAT(pairing.boards, ElementsAre(Board{0, 3}, Board{4, 1}, Board{2, 5}));
  EXPECT_EQ(pairing.bye, 6U);
}

TEST(Pairing, TheShortWayThroughRoundOneEndsWhereTheProcedureDoes) {
  std::mt19937 random(7);  // NOLINT: always the same
  for (std::size_t players = 0; players <= 60; ++players) {
    Tournament tournament = tournament_of(players, players % 3 == 0 ? 1 : 5);
    tournament.initial_colour = players % 2 == 0 ? Colour::white : Colour::black;
    for (PlayerIndex player = 0; player < players; ++player) {
      if (random() % 5 == 0) {
        tournament.byes.push_back({player, 1 + static_cast<int>(random() % 2), RoundEntry::Kind::half_bye});
      }
    }
    const RoundPairing pairing = pair_round(tournament);
    const Pool pool(tournament);
    RoundProcedure procedure(pool, bye_score_of(pool, 1));
    procedure.run();
    std::set<std::pair<PlayerIndex, PlayerIndex>> boards;  // white, black
    for (const auto& [higher, lower] : procedure.pairs()) {
      const bool white =
          colour_of_higher(pool[higher], pool[lower], *tournament.initial_colour) == Colour::white;
      const auto [first, second] = std::pair(pool[higher].player, pool[lower].player);
      boards.emplace(white ? first : second, white ? second : first);
    }
    ASSERT_EQ(pairing.boards.size(), boards.size()) << players;
    for (const Board& board : pairing.boards) {
      EXPECT_TRUE(boards.contains({board.white, board.black})) << players << ": " << board.white;
    }
    EXPECT_EQ(pairing.bye.has_value(), procedure.bye().has_value()) << players;
    if (pairing.bye) {
      EXPECT_EQ(*pairing.bye, pool[*procedure.bye()].player) << players;
    }
  }
}

TEST(Pairing, WhoAskedToBeLeftOutIsNotPairedAndNobodyIsIsAPairing) {
  Tournament tournament = tournament_of(3, 3);
  tournament.byes = {{1, 1, RoundEntry::Kind::half_bye}, {0, 2, RoundEntry::Kind::zero_bye}};
  EXPECT_THAT(pair_round(tournament).boards, ElementsAre(Board{0, 2}));
  EXPECT_EQ(pair_round(tournament_of(0, 3)), RoundPairing());
  EXPECT_EQ(pair_round(tournament_of(1, 3)).bye, 0U);
}

// C.04.7, 1.5: score groups are those of points and virtual points.
TEST(Pairing, AcceleratedRoundsPairTheUpperHalfWithinItself) {
  Tournament tournament = tournament_of(8, 4);
  tournament.initial_colour = Colour::white;
  tournament.virtual_points = baku_acceleration(8, 4, {});
  EXPECT_THAT(pair_round(tournament).boards, ElementsAre(Board{0, 2}, Board{3, 1}, Board{4, 6}, Board{7, 5}));
  // After round 1 the losers of the upper half have as many as the winners of the lower one.
  tournament.players[0].rounds = {white(2)};
  tournament.players[2].rounds = {{RoundEntry::Kind::loss, 0, Colour::black}};
  tournament.players[3].rounds = {white(1)};
  tournament.players[1].rounds = {{RoundEntry::Kind::loss, 3, Colour::black}};
  tournament.players[4].rounds = {white(6)};
  tournament.players[6].rounds = {{RoundEntry::Kind::loss, 4, Colour::black}};
  tournament.players[7].rounds = {white(5)};
  tournament.players[5].rounds = {{RoundEntry::Kind::loss, 7, Colour::black}};
  tournament.played = 1;
  // Round 2 of four is the last accelerated one, with half a point: 1.5, 1, 0.5 and 0.
  EXPECT_THAT(pair_round(tournament).boards, ElementsAre(Board{3, 0}, Board{7, 4}, Board{1, 2}, Board{5, 6}));
}

TEST(Pairing, BoardsAreInTheOrderOfPointsWithVirtualPoints) {
  Tournament tournament = tournament_of(4, 3);
  tournament.virtual_points = {{10, 1, 1, 2, 3}};
  EXPECT_THAT(pair_round(tournament).boards, ElementsAre(Board{2, 3}, Board{0, 1}));
}

TEST(Pairing, AForfeitedPairingMayComeAgain) {
  Tournament tournament = tournament_of(2, 3);
  tournament.players[0].rounds = {forfeit_win(1, Colour::white)};
  tournament.players[1].rounds = {{RoundEntry::Kind::forfeit_loss, 0, Colour::black}};
  tournament.played = 1;
  EXPECT_THAT(pair_round(tournament).boards, ElementsAre(Board{0, 1}));
}

TEST(Pairing, NoPairingIsSaidWithTheRound) {
  Tournament tournament = tournament_of(2, 3);
  tournament.forbidden.push_back({{0, 1}, 1, 1});
  EXPECT_THAT(test_support::complaint<NoPairing>([&] { pair_round(tournament); }),
              HasSubstr("round 1: no pairing of its 2 players"));
  tournament.forbidden.front().first_round = 2;
  tournament.forbidden.front().last_round = 9;
  EXPECT_EQ(pair_round(tournament).boards.size(), 1U) << "forbidden in later rounds only";
}

/// "C5: minimise the score of the assignee of the bye": the rules split the top group for it.
TEST(Pairing, TheByeGoesAsFarDownAsItCan) {
  Tournament tournament = tournament_of(3, 3);
  tournament.players[0].rounds = {white(2)};
  tournament.players[1].rounds = {bye()};
  tournament.players[2].rounds = {{RoundEntry::Kind::loss, 0, Colour::black}};
  tournament.played = 1;
  EXPECT_EQ(pair_round(tournament).bye, 2U);
  EXPECT_THAT(pair_round(tournament).boards, ElementsAre(Board{1, 0}));
}

TEST(Pairing, TheInitialColourIsThatOfRoundOneIfNoneIsGiven) {
  Tournament tournament = tournament_of(4, 3);
  tournament.initial_colour.reset();
  tournament.players[0].rounds = {black(2)};
  tournament.players[2].rounds = {loss(0)};
  tournament.played = 1;
  tournament.byes = {{0, 2, RoundEntry::Kind::zero_bye}, {2, 2, RoundEntry::Kind::zero_bye}};
  EXPECT_THAT(pair_round(tournament).boards, ElementsAre(Board{1, 3}))
      << "number 2 does not get the initial colour, which was black: number 1 had it";
}

std::vector<std::pair<std::size_t, std::size_t>> pairs_within(const Pool& pool, Tenths bye_score,
                                                              Scope scope) {
  RoundProcedure procedure(pool, bye_score, scope);
  procedure.run();
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const auto& [higher, lower] : procedure.pairs()) {
    pairs.emplace_back(higher, lower);
  }
  return pairs;
}

/// A bracket is paired alone where no other bracket can matter: a wider scope must give the same pairs.
TEST(Pairing, WhatIsInViewDoesNotChangeThePairing) {
  std::mt19937 random(2);
  for (int event = 0; event < test_support::random_cases(6); ++event) {
    Tournament tournament = tournament_of(8 + random() % 30, 7);
    for (int round = 1; round <= tournament.rounds; ++round) {
      add_absences(tournament, {}, random);
      const Pool pool(tournament);
      Tenths bye_score = 0;
      try {
        bye_score = bye_score_of(pool, round);
      } catch (const NoPairing&) {
        break;
      }
      const auto alone = pairs_within(pool, bye_score, Scope::bracket);
      ASSERT_EQ(alone, pairs_within(pool, bye_score, Scope::with_next)) << "event " << event;
      ASSERT_EQ(alone, pairs_within(pool, bye_score, Scope::all)) << "event " << event;
      play_round(tournament, pair_round(tournament), {}, random);
    }
  }
}

}  // namespace
}  // namespace referee::swiss
