#include "referee/swiss/trf/writer.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "referee/swiss/trf/reader.h"
#include "tests/referee/swiss/trf/random_report.h"
#include "tests/referee/swiss/trf/read_lines.h"
#include "tests/support/random_cases.h"

namespace referee::swiss {
namespace {

using test::sample;
using test::tournament_of;
using Kind = RoundEntry::Kind;

TEST(TrfWriter, WhatIsWrittenIsReadAgain) {
  engines::Rng rng(1);
  for (int i = 0; i < test_support::random_cases(200); ++i) {
    const Tournament tournament = test::random_tournament(rng);
    const std::string text = write_trf(tournament);
    const TrfReport report = read_trf(text, "x.trf");
    ASSERT_TRUE(test::same(report.tournament, tournament)) << text;
    ASSERT_TRUE(report.warnings.empty()) << report.warnings[0];
  }
}

/// The columns of the standard: id 5-8, name 15-47, rating 49-52, points 81-84, rank 86-89, rounds from 92
/// on.
TEST(TrfWriter, EveryFieldIsInItsColumns) {
  Tournament tournament = tournament_of(sample());
  tournament.players[0].rating = 900;
  tournament.forbidden = {{{0, 3}, 1, 999}, {{1, 2, 4}, 2, 3}};
  tournament.byes.push_back({2, 4, Kind::half_bye});
  EXPECT_EQ(write_trf(tournament, {.type = "Swiss",
                                   .start = "2026/04/11",
                                   .dutch = true,
                                   .tie_breaks = "BH/C1,BH",
                                   .ranks = {1, 4, 1, 5, 3}}),
            "012 Spring\r\n"
            "042 2026/04/11\r\n"
            "062 5\r\n"
            "072 5\r\n"
            "092 Swiss\r\n"
            "142 5\r\n"
            "XXR 5\r\n"
            "152 W\r\n"
            "XXC white1\r\n"
            "192 FIDE_DUTCH\r\n"
            "202 BH/C1,BH\r\n"
            // 5        15                                49                              81   86
            "001    1      Player 1                           900                             1.5    1     2 "
            "w 1     3 b =\r\n"
            "001    2      Player 2                          2498                             1.0    4     1 "
            "b 0  0000 - U\r\n"
            "001    3      Player 3                          2497                             1.5    1     4 "
            "w +     1 w =\r\n"
            "001    4      Player 4                          2496                             0.0    5     3 "
            "b -     5 w 0\r\n"
            "001    5      Player 5                          2495                             1.5    3  0000 "
            "- H     4 b 1"
            "  0000 - Z\r\n"
            "240 Z 003    5\r\n"
            "240 H 004    3\r\n"
            "260 001 005    1    4\r\n"
            "XXP 1 4\r\n"
            "260 002 003    2    3    5\r\n");
}

TEST(TrfWriter, RanksAreByPointsAndThenById) {
  const std::string text = write_trf(tournament_of(sample()));
  for (const std::string place : {"1.5    1     2 w", "1.0    4", "1.5    2", "0.0    5", "1.5    3  0000"}) {
    EXPECT_NE(text.find(place), std::string::npos) << place << "\n" << text;
  }
}

/// "Mandatory only when the elements differ from the default values."
TEST(TrfWriter, PointSystemOnlyIfItIsNotTheUsualOne) {
  Tournament tournament = tournament_of(sample());
  EXPECT_EQ(write_trf(tournament).find("162"), std::string::npos);
  tournament.points = {.win = 30, .draw = 10, .loss = 0, .absence = 0, .bye = 30};
  EXPECT_NE(write_trf(tournament).find("\r\n162  W 3.0    D 1.0    L 0.0    P 3.0\r\n"), std::string::npos);
  tournament.points.absence = 5;
  EXPECT_NE(write_trf(tournament).find("\r\n162  W 3.0    D 1.0    L 0.0    A 0.5    P 3.0\r\n"),
            std::string::npos);
}

TEST(TrfWriter, NamesAreAsciiAndCutAndEndNoLine) {
  Tournament tournament = tournament_of(sample());
  tournament.name =
      "Gr\xc3\xbc\xc3\x9f"
      "e\r\nXXR 9";
  tournament.players[0].name = "\xc3\x89mile \xe6\xa3\x8b" + std::string(40, 'x');
  const std::string text = write_trf(tournament);
  EXPECT_EQ(text.find("012 Gruse??XXR 9\r\n"), 0U) << text;
  EXPECT_NE(text.find("Emile ?" + std::string(26, 'x') + " 2499"), std::string::npos) << text;
}

TEST(TrfWriter, WhatColumnsDoNotHoldIsRefused) {
  const auto refused = [](auto change) {
    Tournament tournament = tournament_of(sample());
    change(tournament);
    EXPECT_THROW((void)write_trf(tournament), std::length_error);
  };
  refused([](Tournament& t) { t.points.win = 999; });  // 100.4 points
  refused([](Tournament& t) { t.points.loss = -10; });
  refused([](Tournament& t) { t.players[0].rating = 10'000; });
  refused([](Tournament& t) { t.rounds = 1000; });
  refused([](Tournament& t) { t.players.resize(10'000); });
}

}  // namespace
}  // namespace referee::swiss
