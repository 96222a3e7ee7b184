#include "referee/tournament/pairing/swiss_tournament.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <tuple>

#include "referee/tournament/pairing/pairing_requests.h"
#include "tests/referee/tournament/encounter_rules.h"
#include "tests/referee/tournament/histories.h"

namespace referee {

namespace swiss {
/// For messages of failed tests.
void PrintTo(const RoundEntry& entry, std::ostream* out) {
  *out << "kind " << static_cast<int>(entry.kind) << ", opponent "
       << (entry.opponent ? std::to_string(*entry.opponent) : "none") << ", colour "
       << (entry.colour ? (*entry.colour == Colour::white ? "w" : "b") : "-");
}
}  // namespace swiss

namespace {

using histories::game;
using histories::history;
using swiss::Colour;
using swiss::RoundEntry;
using test::kSeatSwap;
using EntryKind = RoundEntry::Kind;

/// The entries of both entrants of one encounter.
std::vector<RoundEntry> entries_of(const PlayedEncounter& played, const EncounterRules& rules = kSeatSwap) {
  const swiss::Tournament tournament = swiss_tournament_of(rules, history(2, {{played}}), 1);
  std::vector<RoundEntry> entries;
  for (const swiss::Player& player : tournament.players) {
    entries.push_back(player.rounds.at(0));
  }
  return entries;
}

std::vector<RoundEntry> entries(EntryKind white, EntryKind black) {
  return {{white, Entrant{1}, Colour::white}, {black, Entrant{0}, Colour::black}};
}

PlayedEncounter with_absence(std::vector<std::vector<bool>> no_show,
                             std::vector<std::vector<double>> scores) {
  PlayedEncounter played = histories::played({0, 1}, scores);
  for (std::size_t i = 0; i < no_show.size(); ++i) {
    played.games[i].no_show = no_show[i];
  }
  return played;
}

// Tournaments 8.1: an encounter is one game, White has the first seat of game 1.
TEST(SwissTournament, HasEncountersAsGamesWithWhiteForTheFirstSeatOfTheFirstGame) {
  EXPECT_EQ(entries_of(histories::win(0, 1)), entries(EntryKind::win, EntryKind::loss));
  EXPECT_EQ(entries_of(histories::draw(0, 1)), entries(EntryKind::draw, EntryKind::draw));
  const auto won_by_black = entries_of(histories::win(1, 0));
  EXPECT_EQ(won_by_black[0], (RoundEntry{EntryKind::loss, Entrant{1}, Colour::black}));
  EXPECT_EQ(won_by_black[1], (RoundEntry{EntryKind::win, Entrant{0}, Colour::white}));
}

// Tournaments 1.3, 3.5: byes, and a round before an entrant came.
TEST(SwissTournament, HasByesOfAllKinds) {
  PlayedEncounter half = histories::bye(1);
  half.encounter.kind = Encounter::Kind::half_bye;
  PlayedEncounter zero = histories::bye(2);
  zero.encounter.kind = Encounter::Kind::zero_bye;
  const auto tournament = swiss_tournament_of(kSeatSwap, history(4, {{histories::bye(0), half, zero}}), 3);
  EXPECT_EQ(tournament.players[0].rounds[0], (RoundEntry{EntryKind::bye, {}, {}}));
  EXPECT_EQ(tournament.players[1].rounds[0], (RoundEntry{EntryKind::half_bye, {}, {}}));
  EXPECT_EQ(tournament.players[2].rounds[0], (RoundEntry{EntryKind::zero_bye, {}, {}}));
  EXPECT_EQ(tournament.players[3].rounds[0], (RoundEntry{EntryKind::zero_bye, {}, {}})) << "it was not there";
  EXPECT_EQ(tournament.played, 1U);
  EXPECT_EQ(tournament.rounds, 3);
}

// Tournaments 8.2: who never came has lost by forfeit.
TEST(SwissTournament, HasAForfeitWhereSomebodyNeverCame) {
  EXPECT_EQ(entries_of(with_absence({{false, true}, {false, true}}, {{1, 0}, {1, 0}})),
            entries(EntryKind::forfeit_win, EntryKind::forfeit_loss));
  EXPECT_EQ(entries_of(with_absence({{true, true}, {true, true}}, {{0, 0}, {0, 0}})),
            entries(EntryKind::forfeit_loss, EntryKind::forfeit_loss));
  EXPECT_EQ(entries_of(with_absence({{true, false}, {false, false}}, {{0, 1}, {0, 1}})),
            entries(EntryKind::loss, EntryKind::win))
      << "it came to the second game";
  EXPECT_EQ(entries_of(histories::forfeit(0, 1, 1)),
            entries(EntryKind::forfeit_loss, EntryKind::forfeit_win));
  EXPECT_EQ(entries_of(histories::forfeit(0, 1, std::nullopt)),
            entries(EntryKind::forfeit_loss, EntryKind::forfeit_loss));
}

// Tournaments 4.4, 8.2: in a duel an absent entrant scores 0, and that may be enough: no forfeit.
TEST(SwissTournament, HasAGameWhereAnAbsentOneGotSomething) {
  constexpr EncounterRules kDuel{.seats = 2, .best_of = 1, .apart = true};
  EXPECT_EQ(entries_of(with_absence({{true, false}}, {{0, 0}}), kDuel),
            entries(EntryKind::draw, EntryKind::draw));
  EXPECT_EQ(entries_of(with_absence({{true, false}}, {{0, -5}}), kDuel),
            entries(EntryKind::win, EntryKind::loss));
}

// Tournaments 7.2: an encounter of which all games are struck is a draw, and was a meeting.
TEST(SwissTournament, HasADrawWhereTheArbiterStruckAllGames) {
  PlayedEncounter played = histories::win(0, 1);
  for (GameResult& one : played.games) {
    one.struck = true;
  }
  EXPECT_EQ(entries_of(played), entries(EntryKind::draw, EntryKind::draw));
}

// Tournaments 8.1: the points of a report are those of the standings.
TEST(SwissTournament, HasThePointsOfTheStandings) {
  PlayedEncounter half = histories::bye(3);
  half.encounter.kind = Encounter::Kind::half_bye;
  const History played =
      history(4, {{histories::win(0, 1), half},
                  {histories::draw(0, 3), histories::forfeit(1, 2, 0)},
                  {with_absence({{false, true}, {false, true}}, {{1, 0}, {1, 0}}), histories::bye(2)}});
  const auto tournament = swiss_tournament_of(kSeatSwap, played, 3);
  const std::vector<swiss::Tenths> expected = {10 + 5 + 10, 0 + 10 + 0, 0 + 0 + 10, 5 + 5 + 0};
  for (Entrant e = 0; e < 4; ++e) {
    EXPECT_EQ(tournament.players[e].score(tournament.points, 3), expected[e]) << e;
  }
}

// Tournaments 5.1, 8.4, 8.5: withdrawn entrants, byes and forbidden pairs of the rounds to come.
TEST(SwissTournament, HasWhatIsKnownOfTheRoundsToCome) {
  History before = history(4, {{histories::win(0, 1), histories::win(2, 3)}});
  before.entrants[0].withdrawn = true;
  before.entrants[0].byes = {{3, Encounter::Kind::half_bye}};
  before.entrants[1].byes = {{1, Encounter::Kind::half_bye}, {3, Encounter::Kind::zero_bye}};
  before.entrants[2].byes = {{2, Encounter::Kind::half_bye}, {4, Encounter::Kind::half_bye}};
  before.forbidden = {{0, 2}, {1, 3}};
  const auto tournament = swiss_tournament_of(kSeatSwap, before, 3);
  std::vector<std::tuple<std::size_t, int, EntryKind>> byes;
  for (const swiss::RequestedBye& bye : tournament.byes) {
    byes.emplace_back(bye.player, bye.round, bye.kind);
  }
  EXPECT_EQ(byes,
            (decltype(byes){
                {0, 2, EntryKind::zero_bye}, {1, 3, EntryKind::zero_bye}, {2, 2, EntryKind::half_bye}}));
  ASSERT_EQ(tournament.forbidden.size(), 2U);
  EXPECT_EQ(tournament.forbidden[0].players, (std::vector<swiss::PlayerIndex>{0, 2}));
  EXPECT_EQ(tournament.forbidden[1].players, (std::vector<swiss::PlayerIndex>{1, 3}));
}

TEST(SwissTournament, HasNoByesBehindTheLastRound) {
  History over = history(2, {{histories::win(0, 1)}});
  over.entrants[0].withdrawn = true;
  EXPECT_TRUE(swiss_tournament_of(kSeatSwap, over, 1).byes.empty());
}

// ---- history_after

TEST(HistoryAfter, IsWhatTheNextRoundWasPairedBy) {
  PlayedEncounter half = histories::bye(2);
  half.encounter.kind = Encounter::Kind::half_bye;
  History now = history(4, {{histories::win(0, 1), histories::win(2, 3)}, {histories::win(0, 3), half}});
  now.entrants[3].withdrawn = true;  // after round 2
  now.entrants[0].byes = {{3, Encounter::Kind::half_bye}};
  const History past = history_after(now, 1);
  EXPECT_EQ(past.rounds.size(), 1U);
  EXPECT_FALSE(past.entrants[0].withdrawn);
  EXPECT_TRUE(past.entrants[1].withdrawn) << "it was not paired in round 2";
  EXPECT_FALSE(past.entrants[2].withdrawn);
  EXPECT_FALSE(past.entrants[3].withdrawn);
  EXPECT_TRUE(past.entrants[0].byes.empty());
  EXPECT_EQ(requested_byes(past, 2), std::vector<Encounter>{now.rounds[1][1].encounter});
}

TEST(HistoryAfter, IsTheHistoryItselfAfterItsLastRound) {
  History now = history(2, {{histories::win(0, 1)}});
  now.entrants[1].withdrawn = true;
  const History same = history_after(now, 1);
  EXPECT_TRUE(same.entrants[1].withdrawn);
  EXPECT_EQ(same.rounds.size(), 1U);
}

}  // namespace
}  // namespace referee
