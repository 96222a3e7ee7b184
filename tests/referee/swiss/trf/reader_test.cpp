#include "referee/swiss/trf/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/swiss/open_games.h"
#include "referee/swiss/trf/line.h"
#include "referee/swiss/trf/trf_text.h"
#include "tests/referee/swiss/trf/read_lines.h"
#include "tests/support/complaint.h"

namespace referee::swiss {
namespace {

using test::Lines;
using test::overwritten;
using test::player_line;
using test::report_of;
using test::sample;
using test::text_of;
using test::tournament_of;
using testing::ElementsAre;
using testing::IsEmpty;
using Kind = RoundEntry::Kind;

Lines with(Lines lines, const Lines& more) {
  lines.insert(lines.end(), more.begin(), more.end());
  return lines;
}

RoundEntry game(Kind kind, PlayerIndex opponent, Colour colour) {
  return {.kind = kind, .opponent = opponent, .colour = colour};
}
RoundEntry alone(Kind kind) { return {.kind = kind, .opponent = std::nullopt, .colour = std::nullopt}; }

TEST(TrfReader, TakesPlayersAndRounds) {
  const TrfReport report = report_of(sample());
  const Tournament& read = report.tournament;
  EXPECT_EQ(read.name, "Spring");
  EXPECT_EQ(read.rounds, 5);
  EXPECT_EQ(read.played, 2U);
  EXPECT_EQ(read.initial_colour, Colour::white);
  ASSERT_EQ(read.players.size(), 5U);
  EXPECT_EQ(read.players[0].name, "Player 1");
  EXPECT_EQ(read.players[0].rating, 2499);
  EXPECT_THAT(read.players[0].rounds,
              ElementsAre(game(Kind::win, 1, Colour::white), game(Kind::draw, 2, Colour::black)));
  EXPECT_THAT(read.players[1].rounds, ElementsAre(game(Kind::loss, 0, Colour::black), alone(Kind::bye)));
  EXPECT_THAT(read.players[3].rounds,
              ElementsAre(game(Kind::forfeit_loss, 2, Colour::black), game(Kind::loss, 4, Colour::white)));
  EXPECT_THAT(read.players[4].rounds, ElementsAre(alone(Kind::half_bye), game(Kind::win, 3, Colour::black)));
  EXPECT_THAT(report.warnings, IsEmpty());
}

TEST(TrfReader, ByesInRoundsToComeAreRequests) {
  const Tournament read = tournament_of(sample());
  ASSERT_EQ(read.byes.size(), 1U);
  EXPECT_EQ(read.byes[0].player, 4U);
  EXPECT_EQ(read.byes[0].round, 3);
  EXPECT_EQ(read.byes[0].kind, Kind::zero_bye);
}

/// A player's points may include a bye of the next round, or not.
TEST(TrfReader, PointsMayHoldTheByeOfTheNextRound) {
  for (const std::string points : {" 1.5", " 2.0"}) {
    Lines lines = sample();
    lines[6] = overwritten(player_line(5, "1.5", {"- - H", "4 b 1", "- - H"}), 81, points);
    EXPECT_EQ(tournament_of(lines).players[4].score({}, 2), 15) << points;
  }
}

TEST(TrfReader, BlankPointsAreTheSum) {
  Lines lines = sample();
  lines[2] = overwritten(lines[2], 81, "    ");
  EXPECT_EQ(tournament_of(lines).players[0].score({}, 2), 15);
}

/// "Each line shall have a CR as last character": editors and programs write other line ends.
TEST(TrfReader, LinesEndWithAnyLineEnd) {
  for (const std::string end : {"\r", "\n", "\r\n", "\n\r\n", "   \r\n"}) {
    const TrfReport report = read_trf(text_of(sample(), end), "x.trf");
    EXPECT_EQ(report.tournament.players.size(), 5U);
    EXPECT_EQ(report.tournament.name, "Spring");
    EXPECT_THAT(report.warnings, IsEmpty());
  }
}

TEST(TrfReader, PlayersComeInAnyOrder) {
  Lines lines = sample();
  std::swap(lines[2], lines[6]);
  EXPECT_EQ(tournament_of(lines).players[0].name, "Player 1");
}

/// "Four blanks equivalent to 0000", "blank equivalent to -", "blank equivalent to Z".
TEST(TrfReader, BlanksAreAbsence) {
  Lines lines = sample();
  lines[6] = player_line(5, "1.0", {"", "4 b 1"});
  EXPECT_EQ(tournament_of(lines).players[4].rounds[0], alone(Kind::zero_bye));
  lines[6] = overwritten(overwritten(lines[6], 92, "        "), 99, "F");
  lines[6] = overwritten(lines[6], 81, " 2.0");
  EXPECT_EQ(tournament_of(lines).players[4].rounds[0], alone(Kind::full_bye));
}

/// "Letter codes are case-insensitive."
TEST(TrfReader, LettersMayBeSmallOrCapital) {
  Lines lines = sample();
  lines[2] = overwritten(lines[2], 97, "W w");
  lines[3] = overwritten(lines[3], 97, "B l");
  lines[6] = overwritten(lines[6], 99, "h");
  const Tournament read = tournament_of(lines);
  EXPECT_EQ(read.players[0].rounds[0], game(Kind::win, 1, Colour::white));
  EXPECT_EQ(read.players[1].rounds[0], game(Kind::loss, 0, Colour::black));
  EXPECT_EQ(read.players[4].rounds[0], alone(Kind::half_bye));
}

TEST(TrfReader, ArbitersDecideSomeGamesForNobody) {
  // Lost by both; drawn for one player and lost for the other; forfeited by both; a forfeit without colours.
  const std::vector<std::pair<std::string, std::string>> results = {
      {"2 w 0", "1 b 0"}, {"2 w =", "1 b 0"}, {"2 w -", "1 b -"}, {"2 - +", "1 - -"}};
  const std::vector<std::pair<std::string, std::string>> points = {
      {"0.0", "0.0"}, {"0.5", "0.0"}, {"0.0", "0.0"}, {"1.0", "0.0"}};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Tournament read = tournament_of({player_line(1, points[i].first, {results[i].first}),
                                           player_line(2, points[i].second, {results[i].second})});
    EXPECT_EQ(read.players[0].rounds[0].opponent, PlayerIndex{1});
    EXPECT_EQ(read.played, 1U);
  }
}

// A forfeit is won against somebody who was paired; who was not has nobody to forfeit to. Lichess writes so.
TEST(TrfReader, AForfeitLostToNobodyIsAnAbsence) {
  const Tournament read = tournament_of({player_line(1, "1.0", {"- - +"}), player_line(2, "0.0", {"- - -"})});
  EXPECT_EQ(read.played, 1U);
  EXPECT_EQ(read.players[0].rounds[0], alone(Kind::forfeit_win));
  EXPECT_EQ(read.players[1].rounds[0], alone(Kind::zero_bye));
}

// Programs enter the bye of a round before they pair it: "U" says who may not be paired then.
TEST(TrfReader, ARoundWithoutGamesIsTold) {
  Lines lines = sample();
  lines[2] = player_line(1, "2.5", {"2 w 1", "3 b =", "- - U"});
  const TrfReport report = report_of(lines);
  EXPECT_EQ(report.tournament.played, 3U);
  EXPECT_THAT(
      report.warnings,
      ElementsAre("x.trf:3: round 3 has no game, only the bye of player 1, and is taken for played: to "
                  "pair round 3, take the bye out"));
}

/// XXS of JaVaFo and BBW to BBU of bbpPairings say again what 162 or its default says.
TEST(TrfReader, OldPointsThatAgreeChangeNothing) {
  const Tournament read = tournament_of(sample());
  for (const Lines& old :
       {Lines{"BBU  1.0"}, Lines{"BBW  1.0", "BBD  0.5", "BBL  0.0", "BBZ  0.0", "BBF  0.0"},
        Lines{"162  W 1.0    D 0.5    L 0.0    Z 0.0    P 1.0", "BBU  1.0"}, Lines{"XXS W=1.0, D=0.5, L=0.0"},
        Lines{"XXS WW=1 BW=1.0 WD=0.5 BD=.5 WL=0 BL=0 ZPB=0 HPB=0.5 FPB=1 PAB=1 FW=1 FL=0"}}) {
    const TrfReport with_old = report_of(with(sample(), old));
    EXPECT_EQ(with_old.tournament.points, read.points);
    EXPECT_THAT(with_old.warnings, IsEmpty());
  }
  Lines lines = with(sample(), {"162  W 3.0    D 1.0    L 0.0    P 1.0", "XXS W=3.0 D=1 PAB=1", "BBU  1.0"});
  for (std::size_t player = 2; player <= 6; ++player) {
    lines[player] = overwritten(lines[player], 81, "    ");
  }
  EXPECT_EQ(tournament_of(lines).points.win, 30);
}

TEST(TrfReader, StandingsNeedNeitherTeamsNorTheSystemOfPairing) {
  const Lines lines =
      with(sample(), {"013 Blue                                 1    2", "013 Red", "192 FIDE_DUBOV"});
  EXPECT_THROW((void)report_of(lines), TrfError);
  EXPECT_THAT(read_trf(text_of(lines), "x.trf", TrfUse::standings).warnings,
              ElementsAre("x.trf:9: 013: teams are left out; the standings are those of the players",
                          "x.trf:11: 192 FIDE_DUBOV: taken for a Swiss"));
}

TEST(TrfReader, IsKnownByTheRecordOfAPlayer) {
  EXPECT_TRUE(is_trf(text_of(sample(), "\r")));
  EXPECT_TRUE(is_trf("\xef\xbb\xbf" + player_line(1, "0.0", {})));
  EXPECT_FALSE(is_trf("012 Spring\n0010 other numbers\n"));
  EXPECT_FALSE(is_trf(""));
}

/// Before the first round Vega writes an absence as a lost forfeit, a half-point bye as a draw.
TEST(TrfReader, OldWaysOfWritingByes) {
  const Tournament read = tournament_of({player_line(1, "0.0", {"- - -"}), player_line(2, "0.0", {"- - ="}),
                                         player_line(3, "0.0", {}), player_line(4, "0.0", {})});
  EXPECT_EQ(read.played, 0U);
  ASSERT_EQ(read.byes.size(), 2U);
  EXPECT_EQ(read.byes[0].kind, Kind::zero_bye);
  EXPECT_EQ(read.byes[1].kind, Kind::half_bye);
}

TEST(TrfReader, RoundsOf142AndXxrAgree) {
  EXPECT_EQ(tournament_of(with(sample(), {"142 5"})).rounds, 5);
  Lines lines = sample();
  lines.erase(lines.begin() + 1);
  EXPECT_EQ(tournament_of(lines).rounds, 0);
  EXPECT_EQ(tournament_of(with(lines, {"142   7  "})).rounds, 7);
}

TEST(TrfReader, InitialColourOf152AndXxc) {
  Lines lines = sample();
  EXPECT_EQ(tournament_of(with(lines, {"XXC rank white1"})).initial_colour, Colour::white);
  lines[7] = "152 B   ";
  EXPECT_EQ(tournament_of(lines).initial_colour, Colour::black);
  lines[7] = "XXC black1";
  EXPECT_EQ(tournament_of(lines).initial_colour, Colour::black);
  lines[7] = "XXC rank";
  EXPECT_EQ(tournament_of(lines).initial_colour, std::nullopt);
}

TEST(TrfReader, RanksThatAreAskedForAndDifferAreWarnedOf) {
  Lines lines = with(sample(), {"XXC rank"});
  EXPECT_THAT(report_of(lines).warnings, IsEmpty());
  lines[2] = overwritten(lines[2], 86, "   3");
  EXPECT_THAT(
      report_of(lines).warnings,
      ElementsAre("x.trf:9: XXC rank: the ids are taken for pairing numbers, not the ranks, which differ"));
}

/// "W: win, or full-point bye; D: draw or half-point bye; L: loss; A: absence (zero-point bye or forfeit
/// loss); P: pairing-allocated bye, same as W", at columns 6, 15, 24...
TEST(TrfReader, PointSystem) {
  Lines lines = {player_line(1, "3.0", {"2 w 1"}), player_line(2, "0.5", {"1 b 0"}),
                 player_line(3, "2.0", {"- - U"}), player_line(4, "0.2", {"- - Z"}),
                 player_line(5, "1.0", {"- - H"}), player_line(6, "3.0", {"- - F"})};
  for (const std::string absence : {"A", "Z"}) {
    const auto points = tournament_of(with(lines, {"162  W 3.0    D 1.0    L 0.5    X 1.0",
                                                   "162  " + absence + " 0.2    P 2.0"}))
                            .points;
    EXPECT_EQ(points, (PointSystem{.win = 30, .draw = 10, .loss = 5, .absence = 2, .bye = 20}));
  }
  lines[2] = player_line(3, "3.0", {"- - U"});
  EXPECT_EQ(tournament_of(with(lines, {"162  W 3.0    D   1    L  .5    A 0.2"})).points.bye, 30)
      << "P: same as W";
}

TEST(TrfReader, ByesOf240) {
  const Tournament read = tournament_of(
      with(sample(), {"240 Z 003 0005", "240 H 003  001    2", "240 F 005    3", "240 H 001    5"}));
  ASSERT_EQ(read.byes.size(), 4U);
  const std::vector<std::tuple<int, PlayerIndex, Kind>> expected = {
      {3, 0, Kind::half_bye}, {3, 1, Kind::half_bye}, {3, 4, Kind::zero_bye}, {5, 2, Kind::full_bye}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(std::tuple(read.byes[i].round, read.byes[i].player, read.byes[i].kind), expected[i]);
  }
}

TEST(TrfReader, AbsentOfXxz) {
  Lines lines = sample();
  lines[6] = player_line(5, "1.5", {"- - H", "4 b 1", "- - H"});
  const Tournament read = tournament_of(with(lines, {"XXZ 2  5"}));
  ASSERT_EQ(read.byes.size(), 2U);
  EXPECT_EQ(read.byes[0].player, 1U);
  EXPECT_EQ(read.byes[0].kind, Kind::zero_bye);
  EXPECT_EQ(read.byes[1].player, 4U);
  EXPECT_EQ(read.byes[1].kind, Kind::half_bye) << "how much an absence is worth is in the column";
}

TEST(TrfReader, ForbiddenPairsOf260AndXxp) {
  const Tournament read =
      tournament_of(with(sample(), {"260 001 003  005  002", "XXP 1 4 2", "260 001 005    1    2    4",
                                    "260 002 004    1    3"}));
  ASSERT_EQ(read.forbidden.size(), 3U) << "260 for all rounds is the same as XXP";
  EXPECT_THAT(read.forbidden[0].players, ElementsAre(1, 4));
  EXPECT_EQ(read.forbidden[0].first_round, 1);
  EXPECT_EQ(read.forbidden[0].last_round, 3);
  EXPECT_THAT(read.forbidden[1].players, ElementsAre(0, 1, 3));
  EXPECT_EQ(read.forbidden[1].last_round, 999);
  EXPECT_THAT(read.forbidden[2].players, ElementsAre(0, 2));
  EXPECT_EQ(read.forbidden[2].first_round, 2);
}

// FIDE's table of tournament types (ETT26): "FIDE_DUTCH" is the edition in force on the first day (042).
TEST(TrfReader, FirstDayTellsTheEditionOfTheDutchSystem) {
  EXPECT_EQ(report_of(with(sample(), {"042 2026/04/11", "192 FIDE_DUTCH"})).start, "2026/04/11");
  EXPECT_THAT(report_of(with(sample(), {"042 2026/04/11", "192 FIDE_DUTCH"})).warnings, IsEmpty());
  EXPECT_THAT(report_of(with(sample(), {"042 2025/07/01", "192 FIDE_DUTCH"})).warnings, IsEmpty());
  EXPECT_THAT(report_of(with(sample(), {"042 spring", "192 FIDE_DUTCH"})).warnings, IsEmpty());
  EXPECT_THAT(report_of(with(sample(), {"042 2019-05-01", "192 FIDE_DUTCH_2026"})).warnings, IsEmpty());
  for (const std::string day :
       {"2025/06/30", "2025-06-30", "2025.06.30", "30/06/2025", "30.6.2025", "06/30/2025"}) {
    EXPECT_THAT(report_of(with(sample(), {"192 FIDE_DUTCH", "042 " + day})).warnings,
                ElementsAre("x.trf:9: FIDE_DUTCH of a tournament that began on 2025/06/30 is the edition of "
                            "2017; rounds are paired and checked by that of 2026"));
  }
}

TEST(TrfReader, AbsencesBehindTheLastRoundHaveNoMeaning) {
  for (const char* const absence : {"- -", "- - Z"}) {
    Lines lines = {"XXR 1", player_line(1, "1.0", {"2 w 1", absence}), player_line(2, "0.0", {"1 b 0"})};
    EXPECT_EQ(tournament_of(lines).played, 1U) << absence;
    EXPECT_THAT(tournament_of(lines).byes, IsEmpty()) << absence;
  }
}

TEST(TrfReader, TheFirstDayIsADay) {
  EXPECT_EQ(trf::day_of("2026/03/01"), "2026/03/01");
  EXPECT_EQ(trf::day_of("04/05/2025"), "2025/05/04") << "day before month";
  for (const char* none : {"", "spring", "2025", "2025/13/40", "25/05/04", "2025/05"}) {
    EXPECT_EQ(trf::day_of(none), std::nullopt) << none;
  }
}

TEST(TrfReader, TieBreaksInTheirOrder) {
  EXPECT_EQ(report_of(sample()).tie_breaks, "");
  EXPECT_EQ(report_of(with(sample(), {"212 PTS,BH"})).tie_breaks, "PTS,BH");
  EXPECT_EQ(report_of(with(sample(), {"202 BH/C1,DE", "212 PTS,BH"})).tie_breaks, "BH/C1,DE");
}

/// Round 2 of the sample without the result of 5 against 4.
Lines with_open_game() {
  Lines lines = sample();
  lines[5] = player_line(4, "0.0", {"3 b -", "5 w"});
  lines[6] = player_line(5, "0.5", {"- - H", "4 b"});
  return lines;
}

TEST(TrfReader, GameWithoutAResultIsOpen) {
  const Tournament read = tournament_of(with_open_game());
  EXPECT_EQ(read.played, 2U);
  EXPECT_THAT(open_games(read), ElementsAre(OpenGame{2, 3, 4}));
  EXPECT_THAT(open_games(tournament_of(sample())), IsEmpty());
}

TEST(OpenGames, AreDrawsAndMayLeaveTheirPlayersOut) {
  const Tournament drawn = without_open_games(tournament_of(with_open_game()), OpenAs::draw);
  EXPECT_EQ(drawn.players[3].score(drawn.points, 2), 5);
  EXPECT_EQ(drawn.players[4].score(drawn.points, 2), 10);
  EXPECT_THAT(drawn.byes, IsEmpty());
  Lines asks = with_open_game();
  asks.push_back("240 H 003    5");
  const Tournament left_out = without_open_games(tournament_of(asks), OpenAs::leave_out);
  ASSERT_EQ(left_out.byes.size(), 2U);
  EXPECT_EQ(left_out.byes[0].player, 4U);
  EXPECT_EQ(left_out.byes[0].kind, Kind::half_bye) << "it had asked for that";
  EXPECT_EQ(left_out.byes[1].player, 3U);
  EXPECT_EQ(left_out.byes[1].kind, Kind::zero_bye);
  EXPECT_EQ(left_out.byes[1].round, 3);
}

// C.04.7, 1.2 to 1.4: "in a nine-round tournament, the accelerated rounds are five: one virtual point in the
// first three rounds, and half a virtual point in the next two"; "161 players: 82".
TEST(TrfReader, BakuAcceleration) {
  const auto nine = baku_acceleration(161, 9, {});
  EXPECT_THAT(nine, ElementsAre(VirtualPoints{10, 1, 3, 0, 81}, VirtualPoints{5, 4, 5, 0, 81}));
  EXPECT_THAT(baku_acceleration(4, 2, {}), ElementsAre(VirtualPoints{10, 1, 1, 0, 1}));
  EXPECT_THAT(baku_acceleration(0, 9, {}), IsEmpty());
  for (const std::string system : {"FIDE_DUTCH_BAKU", "FIDE_DUTCH_2025_BAKU", "FIDE_DUTCH_2026_BAKU"}) {
    const Tournament read = tournament_of(with(sample(), {"192 " + system}));
    EXPECT_THAT(read.virtual_points,
                ElementsAre(VirtualPoints{10, 1, 2, 0, 3}, VirtualPoints{5, 3, 3, 0, 3}));
    EXPECT_EQ(read.pairing_score(0, 2), 15 + 5);
    EXPECT_EQ(read.pairing_score(4, 2), 15);
  }
}

// TRF26: 250 says who has which points and stands above the suffix of 192; XXA is JaVaFo's.
TEST(TrfReader, VirtualPointsOfTheFile) {
  const Tournament ranges = tournament_of(with(
      sample(), {"192 FIDE_DUTCH_BAKU", "250      02.0 001 003 0002 0003", "250      01.0            1"}));
  EXPECT_THAT(ranges.virtual_points,
              ElementsAre(VirtualPoints{20, 1, 3, 1, 2}, VirtualPoints{10, 1, 999, 0, 0}));
  const Tournament singles = tournament_of(with(sample(), {"XXA    1  1.0  1.0  0.5", "XXA    3  0.0  1.0"}));
  EXPECT_THAT(singles.virtual_points,
              ElementsAre(VirtualPoints{10, 1, 1, 0, 0}, VirtualPoints{10, 2, 2, 0, 0},
                          VirtualPoints{5, 3, 3, 0, 0}, VirtualPoints{10, 2, 2, 2, 2}));
}

TEST(TrfReader, BakuNeedsTheRoundsAndAWinWorthTwoDraws) {
  const auto complaint = [](const Lines& lines) {
    return test_support::complaint<TrfError>([&] { (void)report_of(lines); });
  };
  Lines lines = sample();
  lines[1] = "192 FIDE_DUTCH_BAKU";
  EXPECT_EQ(complaint(lines),
            "x.trf:2:5: acceleration: got 'FIDE_DUTCH_BAKU', expected the number of rounds in a "
            "142 or XXR record, which tells the accelerated ones");
  lines = {"192 FIDE_DUTCH_BAKU", "XXR 5", "162  W 3.0    D 1.0", player_line(1, "0.0", {}), "152 W"};
  EXPECT_EQ(complaint(lines),
            "x.trf:1:5: acceleration: got 'FIDE_DUTCH_BAKU', expected a win worth two draws and a "
            "loss worth nothing (162), or 250 records");
}

TEST(TrfReader, RecordsOfNoAccountAreLeftOut) {
  Lines lines = with(sample(), {"022 Berkeley", "092 Swiss", "192 FIDE_DUTCH_2026", "### a comment",
                                "222 5400+30", "USA    1      Player 1                          2400"});
  EXPECT_THAT(report_of(lines).warnings, IsEmpty());
  EXPECT_THAT(
      report_of(with(lines, {"997 a", "XXQ"})).warnings,
      ElementsAre("x.trf:15: unknown record '997': left out", "x.trf:16: unknown record 'XXQ': left out"));
}

// Programs that count bytes where they write UTF-8: each letter of two bytes shifts the rest of the line by
// one.
TEST(TrfReader, ColumnsOfUtf8MayBeBytes) {
  Lines lines = sample();
  lines[2] = overwritten(lines[2], 15, "Łukasz, Zoë ß");  // 13 characters in 16 bytes
  ASSERT_EQ(lines[2][82], '.');
  const TrfReport report = report_of(lines);
  EXPECT_EQ(report.tournament.players[0].name, "Łukasz, Zoë ß");
  EXPECT_EQ(report.tournament.players[0].rounds, tournament_of(sample()).players[0].rounds);
  TrfText text(text_of(lines));
  text.set_rank(0, 3);
  const Tournament again = read_trf(text.text(), "x.trf").tournament;
  EXPECT_EQ(again.players[0].rounds, report.tournament.players[0].rounds);
  // Blank points behind a date with points: it is what it is.
  const std::u32string dated =
      U"001    1      ÄÖÜÄÖÜ                           2400                 1990.01.01";
  EXPECT_EQ(trf::with_columns_of_characters(dated), dated);
}

TEST(TrfReader, ColumnsAreCharactersInUtf8AndBytesElse) {
  const std::string mark = "\xef\xbb\xbf";
  Lines lines = sample();
  // Six letters in eight bytes.
  lines[2].replace(14, 8,
                   "Gr\xc3\xbc\xc3\x9f"
                   "en  ");
  const Tournament utf8 = read_trf(mark + text_of(lines), "x.trf").tournament;
  EXPECT_EQ(utf8.players[0].name,
            "Gr\xc3\xbc\xc3\x9f"
            "en");
  EXPECT_EQ(utf8.players[0].rounds.size(), 2U);
  lines = sample();
  lines[2].replace(14, 8,
                   "Gr\xfc\xdf"
                   "en  ");
  const Tournament latin1 = tournament_of(lines);
  EXPECT_EQ(latin1.players[0].name,
            "Gr\xc3\xbc\xc3\x9f"
            "en");
  EXPECT_EQ(latin1.players[0].rounds.size(), 2U);
}

}  // namespace
}  // namespace referee::swiss
