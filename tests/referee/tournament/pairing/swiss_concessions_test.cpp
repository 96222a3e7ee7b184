#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "referee/tournament/pairing/swiss_pairs.h"

namespace referee {
namespace {

using swiss::Colour;
using swiss::PlayerIndex;
using swiss::RoundEntry;
using swiss::Tournament;

Tournament of_players(std::size_t players) {
  Tournament tournament;
  tournament.players.resize(players);
  tournament.rounds = 50;
  tournament.initial_colour = Colour::white;
  return tournament;
}

/// Plays a round of draws between these pairs, the first of each with White; byes for the others.
void play(Tournament& tournament, const std::vector<std::pair<PlayerIndex, PlayerIndex>>& pairs) {
  for (swiss::Player& player : tournament.players) {
    player.rounds.push_back({RoundEntry::Kind::bye, {}, {}});
  }
  for (const auto& [white, black] : pairs) {
    tournament.players[white].rounds.back() = {RoundEntry::Kind::draw, black, Colour::white};
    tournament.players[black].rounds.back() = {RoundEntry::Kind::draw, white, Colour::black};
  }
  ++tournament.played;
}

void forbid(Tournament& tournament, std::vector<PlayerIndex> group) {
  tournament.forbidden.push_back({.players = std::move(group)});
}

std::set<std::set<PlayerIndex>> pairs_of(const ConcededPairing& pairing) {
  std::set<std::set<PlayerIndex>> pairs;
  for (const swiss::Board& board : pairing.boards) {
    pairs.insert({board.white, board.black});
  }
  return pairs;
}

TEST(SwissConcessions, AreNoneWhereTheRulesHaveAPairing) {
  Tournament tournament = of_players(4);
  play(tournament, {{0, 2}, {3, 1}});
  const ConcededPairing pairing = pair_with_concessions(tournament);
  EXPECT_EQ(pairing.concessions, SwissConcessions());
  EXPECT_EQ(pairing.boards, swiss::pair_round(tournament).boards);
  EXPECT_EQ(pairing.concessions.text(2), "");
}

// Tournaments 8.4: all have asked for a bye.
TEST(SwissConcessions, AreNothingWhereNobodyIsToBePaired) {
  Tournament tournament = of_players(1);
  tournament.byes = {{.player = 0, .round = 1}};
  const ConcededPairing pairing = pair_with_concessions(tournament);
  EXPECT_TRUE(pairing.boards.empty());
  EXPECT_TRUE(pairing.byes.empty());
  EXPECT_FALSE(pairing.concessions.any());
}

// Tournaments 8.6: the oldest rounds are forgotten, as few as possible.
TEST(SwissConcessions, ForgetTheOldestRounds) {
  Tournament tournament = of_players(4);
  play(tournament, {{0, 1}, {3, 2}});
  play(tournament, {{2, 0}, {1, 3}});
  play(tournament, {{0, 3}, {2, 1}});
  EXPECT_THROW(swiss::pair_round(tournament), swiss::NoPairing) << "everybody has met everybody";
  const ConcededPairing pairing = pair_with_concessions(tournament);
  EXPECT_EQ(pairing.concessions.forgotten, 1U);
  EXPECT_EQ(pairs_of(pairing), (std::set<std::set<PlayerIndex>>{{0, 1}, {2, 3}})) << "as in round 1";
  EXPECT_TRUE(pairing.byes.empty());
}

// Tournaments 8.6: byes are forgotten as well, and a note says so.
TEST(SwissConcessions, ForgetByes) {
  Tournament tournament = of_players(3);
  play(tournament, {{0, 1}});
  play(tournament, {{1, 2}});
  play(tournament, {{2, 0}});
  const ConcededPairing pairing = pair_with_concessions(tournament);
  EXPECT_EQ(pairing.concessions, (SwissConcessions{.forgotten = 1}));
  EXPECT_EQ(pairing.byes, std::vector<PlayerIndex>{2}) << "as in round 1";
  EXPECT_EQ(pairing.concessions.text(4),
            "round 4 has no pairing by the rules: meetings and byes of round 1 may be repeated");
}

// Tournaments 8.6: colours that would forbid all pairings (C3) go before another round is forgotten.
TEST(SwissConcessions, GiveColoursUpBeforeAMeetingIsRepeated) {
  Tournament tournament = of_players(6);
  // 1-4 have met 5 and 6 with White, twice: C3 forbids their pairs with each other; 5 and 6 have byes.
  play(tournament, {{0, 4}, {1, 5}});
  play(tournament, {{0, 5}, {1, 4}});
  play(tournament, {{2, 4}, {3, 5}});
  play(tournament, {{2, 5}, {3, 4}});
  tournament.byes = {{.player = 4, .round = 5}, {.player = 5, .round = 5}};
  EXPECT_THROW(swiss::pair_round(tournament), swiss::NoPairing);
  const ConcededPairing pairing = pair_with_concessions(tournament);
  EXPECT_EQ(pairing.concessions, (SwissConcessions{.colours = true}));
  EXPECT_EQ(pairing.boards.size(), 2U);
  EXPECT_EQ(pairing.concessions.text(5),
            "round 5 has no pairing by the rules: first seats need not even out");
}

// Tournaments 8.5: forbidden pairs never meet; as few as possible have a bye, those at the bottom.
TEST(SwissConcessions, NeverLetForbiddenPairsMeet) {
  Tournament tournament = of_players(6);
  forbid(tournament, {0, 1, 2, 3});
  const ConcededPairing pairing = pair_with_concessions(tournament);
  EXPECT_EQ(pairing.boards.size(), 2U);
  EXPECT_EQ(pairing.byes, (std::vector<PlayerIndex>{2, 3}));
  EXPECT_EQ(pairing.concessions.idle, 2U);
  for (const std::set<PlayerIndex>& pair : pairs_of(pairing)) {
    EXPECT_GE(*pair.rbegin(), 4U) << "one of the others";
  }
  EXPECT_NE(pairing.concessions.text(1).find("2 have a bye with nobody left whom they may meet"),
            std::string::npos);
}

// Tournaments 8.5: forbidden pairs never meet, even if nobody plays.
TEST(SwissConcessions, GiveEverybodyAByeIfNobodyMayMeetAnybody) {
  for (std::size_t players = 2; players <= 5; ++players) {
    Tournament tournament = of_players(players);
    std::vector<PlayerIndex> all;
    for (PlayerIndex player = 0; player < players; ++player) {
      all.push_back(player);
    }
    forbid(tournament, all);
    const ConcededPairing pairing = pair_with_concessions(tournament);
    EXPECT_TRUE(pairing.boards.empty());
    EXPECT_EQ(pairing.byes, all);
  }
}

// Tournaments 8.6: the last colour counts.
TEST(SwissConcessions, KeepTheLastColours) {
  // Two players have met twice with the same colours (by an arbiter): now the colours change.
  Tournament tournament = of_players(2);
  play(tournament, {{0, 1}});
  play(tournament, {{0, 1}});
  const ConcededPairing pairing = pair_with_concessions(tournament);
  EXPECT_EQ(pairing.boards, (std::vector<swiss::Board>{{.white = 1, .black = 0}}));
}

}  // namespace
}  // namespace referee
