#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/tournament/pairing/past_rounds.h"
#include "referee/tournament/pairing/swiss_tables.h"
#include "tests/referee/tournament/encounter_rules.h"
#include "tests/referee/tournament/simulated_tournament.h"

namespace referee {
namespace {

using test::kOneGameOf4;
using test::SimulatedTournament;
using testing::HasSubstr;

TableCertificate certify(const History& history, const std::vector<Encounter>& encounters, bool more_rounds) {
  const PastRounds past(kOneGameOf4, history);
  const std::vector<Entrant> ranked = past.ranked(history);
  TablePlayers players = table_players(kOneGameOf4, past, history, ranked);
  players.more_rounds = more_rounds;
  return certificate_of(players, ranked, history, encounters);
}

// The certificate of TABLES.md: no exchange of two would be better; a lower bound of repeats.
TEST(TableCertificate, ProvesEveryRoundOfATournament) {
  for (const std::size_t entrants : {12U, 15U, 16U, 24U, 70U}) {
    const SwissTables system(kOneGameOf4, 6, 1);
    SimulatedTournament tournament(kOneGameOf4, entrants, 1);
    for (int round = 1; round <= 6; ++round) {
      const auto encounters = system.pair(tournament.history());
      const TableCertificate certificate = certify(tournament.history(), encounters, round < 6);
      EXPECT_GT(certificate.exchanges, 0U);
      EXPECT_EQ(certificate.improving, 0U) << entrants << " entrants, round " << round;
      EXPECT_GE(certificate.repeats, certificate.least_repeats);
      EXPECT_GE(certificate.repeats_so_far, certificate.least_so_far);
      tournament.play(encounters);
    }
  }
}

TEST(TableCertificate, SaysThatSixteenReachTheBoundOfEightRounds) {
  const SwissTables system(kOneGameOf4, 8, 1);
  SimulatedTournament tournament(kOneGameOf4, 16, 1);
  std::string last;
  for (int round = 1; round <= 8; ++round) {
    const auto encounters = system.pair(tournament.history());
    last = system.remark(tournament.history(), encounters);
    tournament.play(encounters);
  }
  EXPECT_EQ(last,
            "24 pairs meet again, of at least 24; repeats so far 72, of at least 72; nobody has met anybody "
            "more than 2 times; of 96 exchanges of two players 0 would be better");
}

TEST(TableCertificate, FindsTheExchangeThatWouldBeBetter) {
  const SwissTables system(kOneGameOf4, 5, 1);
  SimulatedTournament tournament(kOneGameOf4, 64, 1);
  tournament.play(system.pair(tournament.history()));
  auto encounters = system.pair(tournament.history());
  // Moves an entrant to the table of another that it has met.
  const Entrant here = tournament.history().rounds[0][0].encounter.entrants[0];
  const Entrant met = tournament.history().rounds[0][0].encounter.entrants[1];
  const auto table_of = [&](Entrant entrant) {
    return std::ranges::find_if(encounters, [&](const Encounter& encounter) {
      return std::ranges::find(encounter.entrants, entrant) != encounter.entrants.end();
    });
  };
  const auto mates = table_of(met);
  auto& place = mates->entrants[mates->entrants[0] == met ? 1 : 0];
  std::swap(place, *std::ranges::find(table_of(here)->entrants, here));
  const TableCertificate certificate = certify(tournament.history(), encounters, true);
  EXPECT_EQ(certificate.repeats, 1);
  EXPECT_EQ(certificate.least_repeats, 0);
  EXPECT_EQ(certificate.most_meetings, 2);
  EXPECT_GT(certificate.improving, 0U);
}

TEST(TableCertificate, CountsWhatIsNotTakenForTheSakeOfTheNextRound) {
  TableCertificate certificate;
  certificate.exchanges = 96;
  certificate.spared = 3;
  certificate.most_meetings = 1;
  EXPECT_THAT(
      text_of(certificate),
      HasSubstr("more than 1 time; of 96 exchanges of two players 0 would be better, 3 only at the cost of "
                "repeats in the next round"));
}

TEST(TableCertificate, AdmitsForbiddenPairs) {
  const SwissTables system(kOneGameOf4, 5, 1);
  SimulatedTournament tournament(kOneGameOf4, 4, 1);
  tournament.forbid(0, 3);
  EXPECT_THAT(system.remark(tournament.history(), system.pair(tournament.history())),
              HasSubstr("pairs together that must not meet: 1; 0 pairs meet again"));
}

TEST(TableCertificate, IsNotNeededForOne) {
  SimulatedTournament tournament(kOneGameOf4, 1, 1);
  const SwissTables system(kOneGameOf4, 5, 1);
  EXPECT_EQ(system.remark(tournament.history(), system.pair(tournament.history())), "");
}

}  // namespace
}  // namespace referee
