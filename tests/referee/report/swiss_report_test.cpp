#include "referee/report/swiss_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "referee/swiss/trf/check.h"
#include "referee/swiss/trf/reader.h"
#include "referee/tournament/pairing/swiss_pairs.h"
#include "referee/tournament/standings/standings.h"
#include "tests/referee/tournament/formats.h"
#include "tests/referee/tournament/histories.h"
#include "tests/referee/tournament/simulated_tournament.h"
#include "tests/support/random_cases.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using histories::bye;
using histories::draw;
using histories::history;
using histories::win;
using swiss::RoundEntry;
using test_support::TempFolder;
using testing::HasSubstr;
using testing::Not;

StandingsPage page_of_swiss(History played, int rounds) {
  StandingsPage page;
  page.tournament = "Spring";
  page.rounds = rounds;
  page.format = test::swiss_format({.seats = 2, .best_of = 2}, rounds);
  page.history = std::move(played);
  page.rows = page.format->standings(page.history);
  return page;
}

swiss::Tournament read(const std::string& report) {
  const swiss::TrfReport read = swiss::read_trf(report, "report");
  EXPECT_TRUE(read.warnings.empty()) << read.warnings.front();
  return read.tournament;
}

History two_rounds() {
  PlayedEncounter half = bye(3);
  half.encounter.kind = Encounter::Kind::half_bye;
  return history(4, {{win(0, 2), draw(3, 1)}, {win(0, 1), half}});
}

TEST(SwissReport, HasAllThatTheStandingsHave) {
  History played = two_rounds();
  played.entrants[2].withdrawn = true;
  played.entrants[0].byes = {{3, Encounter::Kind::half_bye}, {5, Encounter::Kind::zero_bye}};
  played.forbidden = {{0, 3}};
  const std::string report = standings_trf(page_of_swiss(played, 5));
  EXPECT_EQ(report,
            "012 Spring\r\n"
            "062 4\r\n"
            "072 0\r\n"
            "092 Swiss\r\n"
            "142 5\r\n"
            "XXR 5\r\n"
            "152 W\r\n"
            "XXC white1\r\n"
            "192 FIDE_DUTCH\r\n"
            "202 BH/C1,BH,SB,DE,WIN\r\n"
            "001    1      a                                                                  2.0    1"
            "     3 w 1     2 w 1  0000 - H\r\n"
            "001    2      b                                                                  0.5    3"
            "     4 b =     1 b 0\r\n"
            "001    3      c                                                                  0.0    4"
            "     1 b 0  0000 - Z  0000 - Z\r\n"
            "001    4      d                                                                  1.0    2"
            "     2 w =  0000 - H\r\n"
            "240 H 003    1\r\n"
            "240 Z 005    1\r\n"
            "240 Z 003    3\r\n"
            "260 001 005    1    4\r\n"
            "XXP 1 4\r\n");
}

TEST(SwissReport, TellsOfEarlierRoundsWhatTheNextOneWasPairedBy) {
  History played = two_rounds();
  played.entrants[0].withdrawn = true;  // only now, after both rounds
  const swiss::Tournament first = read(swiss_report(page_of_swiss(played, 5), 1));
  EXPECT_EQ(first.played, 1U);
  ASSERT_EQ(first.byes.size(), 2U) << "3 was not paired in round 2, 4 had asked for a bye";
  EXPECT_EQ(first.byes[0].player, 2U);
  EXPECT_EQ(first.byes[0].kind, RoundEntry::Kind::zero_bye);
  EXPECT_EQ(first.byes[1].player, 3U);
  EXPECT_EQ(first.byes[1].kind, RoundEntry::Kind::half_bye);
  EXPECT_EQ(first.byes[1].round, 2);
}

TEST(SwissReport, CountsRoundsThatAreOver) {
  StandingsPage page = page_of_swiss(two_rounds(), 5);
  EXPECT_EQ(rounds_over(page), 2U);
  page.history.rounds[1].edit()[0].games.pop_back();
  EXPECT_EQ(rounds_over(page), 1U);
  page.history.rounds[0].edit()[1].games.clear();  // to be played again, while round 2 waits
  EXPECT_EQ(rounds_over(page), 0U);
  EXPECT_EQ(rounds_over(page_of_swiss(history(2, {}), 5)), 0U);
}

// TRF26, 042: by it other programs know which edition of the system 192 is.
TEST(SwissReport, BeginsOnTheDayOfTheFirstResult) {
  StandingsPage page = page_of_swiss(two_rounds(), 5);
  page.updated = "2026-04-13T00:10:00Z";
  EXPECT_THAT(standings_trf(page), HasSubstr("\r\n042 2026/04/13\r\n"));
  page.history.rounds[1].edit()[0].games[0].ended = "2026-04-12T08:00:00Z";
  page.history.rounds[0].edit()[1].games[0].ended = "2026-04-11T23:59:00Z";
  EXPECT_THAT(standings_trf(page), HasSubstr("\r\n042 2026/04/11\r\n"));
}

// "192 only when all rounds were paired by the rules"
TEST(SwissReport, DoesNotCallARepeatedMeetingDutch) {
  const char* const dutch = "192 FIDE_DUTCH";
  EXPECT_THAT(standings_trf(page_of_swiss(history(2, {{win(0, 1)}}), 3)), HasSubstr(dutch));
  EXPECT_THAT(standings_trf(page_of_swiss(history(2, {{win(0, 1)}, {win(1, 0)}}), 3)), Not(HasSubstr(dutch)));
  EXPECT_THAT(standings_trf(page_of_swiss(history(3, {{win(0, 1), bye(2)}, {win(1, 0), bye(2)}}), 3)),
              Not(HasSubstr(dutch)));
  EXPECT_THAT(standings_trf(page_of_swiss(history(1, {{bye(0)}, {bye(0)}}), 3)), Not(HasSubstr(dutch)));
  // "a forfeited pairing may be repeated"
  PlayedEncounter forfeited = win(0, 1);
  for (GameResult& game : forfeited.games) {
    game.no_show = {false, true};
  }
  EXPECT_THAT(standings_trf(page_of_swiss(history(2, {{forfeited}, {win(0, 1)}}), 3)), HasSubstr(dutch));
}

TEST(SwissReport, IsOfASwissAtTablesOfTwoOnly) {
  StandingsPage page = page_of_swiss(two_rounds(), 5);
  EXPECT_TRUE(has_swiss_reports(page));
  page.format = test::swiss_format({.seats = 4, .best_of = 2}, 5);
  EXPECT_FALSE(has_swiss_reports(page));
  page.format = test::round_robin_format({.seats = 2, .best_of = 2});
  EXPECT_FALSE(has_swiss_reports(page));
  EXPECT_THROW(standings_trf(page), std::invalid_argument);
}

// Arbiters' programs read the pairings as they were: reads and checks every file of a whole tournament.
TEST(SwissReport, AgreesWithTheCheckInWholeTournaments) {
  constexpr int kRounds = 6;
  for (std::uint64_t seed = 1; seed <= test_support::random_cases(7U); ++seed) {
    const EncounterRules rules{.seats = 2, .best_of = 2};
    test::SimulatedTournament tournament(rules, 14 + seed % 7, seed);
    tournament.set_absences(10);
    tournament.forbid(1, 4);
    tournament.ask_for_bye(3, 2, Encounter::Kind::half_bye);
    const SwissPairs system(rules, kRounds, seed);
    for (int round = 1; round <= kRounds; ++round) {
      if (round == 3) {
        tournament.set_withdrawn(5, true);
        tournament.enter();
      }
      tournament.play(system.pair(tournament.history()));
    }
    const StandingsPage page = page_of_swiss(tournament.history(), kRounds);
    for (std::size_t rounds = 1; rounds <= kRounds; ++rounds) {
      const swiss::Tournament report = read(swiss_report(page, rounds));
      const auto differences = swiss::check_rounds(report);
      EXPECT_TRUE(differences.empty()) << "seed " << seed << ": " << differences.front().text();
      if (rounds < kRounds) {
        const swiss::RoundPairing next = swiss::pair_round(report);
        const History::Round& played = page.history.rounds[rounds];
        for (std::size_t board = 0; board < next.boards.size(); ++board) {
          EXPECT_EQ(played[board].encounter.entrants,
                    (std::vector<Entrant>{next.boards[board].white, next.boards[board].black}));
        }
      }
    }
  }
}

// ---- files

class SwissReportFolder : public testing::Test {
 protected:
  std::string text(int round) const {
    return test_support::read_file(folder_ / ("round-" + std::to_string(round) + ".trf"));
  }
  bool has(int round) const {
    return std::filesystem::exists(folder_ / ("round-" + std::to_string(round) + ".trf"));
  }
  void spoil(int round) {
    test_support::write_file(folder_ / ("round-" + std::to_string(round) + ".trf"), "spoilt");
  }

  TempFolder temp_;
  std::filesystem::path folder_ = temp_.path();
  SwissReportFiles files_{folder_};
};

TEST_F(SwissReportFolder, HasAFileForEachRoundThatIsOver) {
  StandingsPage page = page_of_swiss(two_rounds(), 5);
  spoil(3);
  spoil(9);  // files of earlier tournaments; one had more rounds
  files_.write(page);
  EXPECT_EQ(text(1), swiss_report(page, 1));
  EXPECT_EQ(text(2), swiss_report(page, 2));
  EXPECT_FALSE(has(3));
  EXPECT_FALSE(has(9));
}

TEST_F(SwissReportFolder, WritesAgainWhatMayHaveChanged) {
  StandingsPage page = page_of_swiss(two_rounds(), 5);
  files_.write(page);
  spoil(1);
  page.history.entrants[3].withdrawn = true;
  files_.write(page);
  EXPECT_EQ(text(1), "spoilt") << "nothing that happens now changes it";
  EXPECT_EQ(text(2), swiss_report(page, 2)) << "who is absent next";
  files_.forget_from(1);
  files_.write(page);
  EXPECT_EQ(text(1), swiss_report(page, 1));
}

TEST_F(SwissReportFolder, RemovesARoundThatIsPlayedAgain) {
  StandingsPage page = page_of_swiss(two_rounds(), 5);
  files_.write(page);
  page.history.rounds[1].edit()[0].games.clear();
  files_.write(page);
  EXPECT_TRUE(has(1));
  EXPECT_FALSE(has(2));
}

TEST_F(SwissReportFolder, ListsLatecomersInAllFiles) {
  StandingsPage page = page_of_swiss(two_rounds(), 5);
  files_.write(page);
  page.history.entrants.push_back({"e", "e", false});
  page = page_of_swiss(page.history, 5);
  files_.write(page);
  EXPECT_EQ(text(1), swiss_report(page, 1));
  EXPECT_THAT(text(1), HasSubstr("001    5"));
}

}  // namespace
}  // namespace referee
