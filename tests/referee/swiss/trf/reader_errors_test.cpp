#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "referee/swiss/trf/line.h"
#include "referee/swiss/trf/reader.h"
#include "tests/referee/swiss/trf/report_lines.h"
#include "tests/support/complaint.h"

// The messages for a wrong file: they name file, line and column, the text there and the text expected.

namespace referee::swiss {
namespace {

using test::overwritten;
using test::sample;
using test::text_of;

std::string complaint_of(const std::string& text) {
  return test_support::complaint([&] { (void)read_trf(text, "x.trf"); });
}

/// The sample with another text at a line and column.
struct Mistake {
  std::string name;
  std::size_t line;
  std::size_t column;
  std::string text;
  std::string complaint;  ///< its beginning, after "x.trf:"
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

class WrongReport : public testing::TestWithParam<Mistake> {};

TEST_P(WrongReport, IsRefusedWithItsPlace) {
  test::Lines lines = sample();
  lines.resize(std::max(lines.size(), GetParam().line));
  std::string& line = lines[GetParam().line - 1];
  line = overwritten(line, GetParam().column, GetParam().text);
  EXPECT_THAT(complaint_of(text_of(lines)), testing::StartsWith("x.trf:" + GetParam().complaint));
}

INSTANTIATE_TEST_SUITE_P(
    Players, WrongReport,
    testing::Values(
        Mistake{"IdNoNumber", 3, 5, "  1a", "3:7: id: got '1a', expected a number from 1 to 9999"},
        Mistake{"IdMissing", 3, 5, "    ", "3:5: id: got nothing, expected a number from 1 to 9999"},
        Mistake{"IdTwice", 4, 5, "   1", "4:8: id: got '1', expected each id once, and line 3 has it"},
        Mistake{"IdLeftOut", 7, 5, "   6", "7:8: id: got '6', expected all ids from 1 to the number of"},
        Mistake{"IdShifted", 3, 4, "1", "3:4: between two fields: got '1', expected a blank"},
        Mistake{"Rating", 3, 49, "2,50", "3:49: rating: got '2,50', expected a number from 0 to 9999"},
        Mistake{"PointsComma", 3, 81, " 1,5", "3:82: points: got '1,5', expected points from 0.0 to 99.9"},
        Mistake{"PointsHundredths", 3, 81, "1.55", "3:81: points: got '1.55', expected points from 0.0"},
        Mistake{"PointsNoSum", 3, 81, " 2.0", "3:82: points of player 1: got '2.0', expected 1.5, the sum"},
        Mistake{"Rank", 3, 86, "   x", "3:89: rank: got 'x', expected a number from 0 to 9999"}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Rounds, WrongReport,
    testing::Values(
        Mistake{"OpponentNoNumber", 3, 92, " abc", "3:93: round 1, opponent: got 'abc', expected a number"},
        Mistake{"OpponentUnknown", 3, 92, "  17", "3:94: round 1, opponent: got '17', expected another"},
        Mistake{"OpponentOneself", 3, 92, "   1", "3:95: round 1, opponent: got '1', expected another"},
        Mistake{"OpponentOfAnother", 3, 92, "   3", "3:95: round 1, opponent: got '3', expected a player"},
        Mistake{"OpponentWithABye", 5, 102, "   2", "3:105: round 2, opponent: got '3', expected a player"},
        Mistake{"ColourUnknown", 3, 97, "x", "3:97: round 1, colour: got 'x', expected w, b or -"},
        Mistake{"ColourMissing", 3, 97, " ", "3:97: round 1, colour against 2: got nothing, expected w or"},
        Mistake{"ColourSame", 3, 97, "b", "3:97: round 1, colour: got 'b', expected the opposite"},
        Mistake{"ColourAlone", 7, 97, "w", "7:97: round 1, colour without an opponent: got 'w', expected -"},
        Mistake{"ResultMissing", 3, 99, " ", "3:99: round 1, result: got nothing, expected one"},
        Mistake{"ByeWithOpponent", 3, 99, "H", "3:99: round 1, result against 2: got 'H', expected one of"},
        Mistake{"GameAlone", 7, 99, "1", "7:99: round 1, result without an opponent: got '1', expected one"},
        Mistake{"ResultUnknown", 7, 99, "?", "7:99: round 1, result without an opponent: got '?', expected"},
        Mistake{"BothWon", 4, 99, "1", "3:99: round 1, result: got '1', expected one that goes with the"},
        Mistake{"WonAndDrawn", 4, 99, "=", "3:99: round 1, result: got '1', expected one"},
        Mistake{"WonAndForfeited", 4, 99, "-", "3:99: round 1, result: got '1', expected one"},
        Mistake{"BothWonByForfeit", 6, 99, "+", "5:99: round 1, result: got '+', expected one"},
        Mistake{"Shifted", 3, 100, "w", "3:100: between two fields: got 'w', expected a blank"},
        Mistake{"ShiftedInside", 3, 96, "w", "3:96: between two fields: got 'w', expected a blank"},
        Mistake{"TooManyRounds", 2, 5, "1", "3:105: round 2: got '3 b =', expected at most the 1"}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OtherRecords, WrongReport,
    testing::Values(
        Mistake{"RoundsNone", 2, 5, "0", "2:5: rounds: got '0', expected a number from 1 to 999"},
        Mistake{"RoundsWord", 2, 5, "many", "2:5: rounds: got 'many', expected a number from 1 to 999"},
        Mistake{"RoundsDiffer", 9, 1, "142 7", "9:5: 142: got '7', expected what line 2 says"},
        Mistake{"Colour", 8, 5, "G", "8:5: initial colour: got 'G', expected W or B"},
        Mistake{"ColoursDiffer", 9, 1, "XXC rank black1", "9:10: XXC: got 'black1', expected what line 8"},
        Mistake{"Configuration", 9, 1, "XXC white2", "9:5: XXC: got 'white2', expected rank, white1"},
        Mistake{"PointLetter", 9, 1, "162  V 1.0", "9:6: 162: got 'V', expected one of W D L A P X"},
        Mistake{"PointValue", 9, 1, "162  W one", "9:8: points: got 'one', expected points from 0.0"},
        Mistake{"PointValueMissing", 9, 1, "162  W", "9:7: points: got nothing, expected points such as"},
        Mistake{"PointTwice", 9, 1, "162  W 1.0    W 1.0", "9:17: points: got '1.0', expected each"},
        Mistake{"PointsShifted", 9, 1, "162 W 1.0", "9:5: between two fields: got 'W', expected a blank"},
        Mistake{"System", 9, 1, "192 FIDE_DUBOV_BAKU", "9:5: pairing system: got 'FIDE_DUBOV_BAKU'"},
        Mistake{"ByeType", 9, 1, "240 U 003    1", "9:5: bye: got 'U', expected F, H or Z"},
        Mistake{"ByeRound", 9, 1, "240 H 006    1", "9:7: round 6: got '006', expected at most the 5"},
        Mistake{"ByePlayer", 9, 1, "240 H 003    6", "9:14: id: got '6', expected at most 5"},
        Mistake{"ByeOfThePast", 9, 1, "240 H 002    1", "9:14: bye in round 2: got '1', expected a player"},
        Mistake{"ByesDiffer", 9, 1, "240 H 003    5", "9:14: bye in round 3: got '5', expected a player"},
        Mistake{"AbsentUnknown", 9, 1, "XXZ 3 9", "9:7: id: got '9', expected at most 5"},
        Mistake{"AbsentWord", 9, 1, "XXZ 3,4", "9:5: id: got '3,4', expected a number from 1 to 9999"},
        Mistake{"ForbiddenRounds", 9, 1, "260 003 002    1    2", "9:9: last round: got '002', expected a"},
        Mistake{"ForbiddenAlone", 9, 1, "260 001 002    1", "9:16: forbidden pair: got '1', expected two"},
        Mistake{"ForbiddenTwice", 9, 1, "XXP 4 2 4", "9:9: forbidden pair: got '4', expected each id once"},
        Mistake{"ForbiddenNobody", 9, 1, "XXP", "9:5: forbidden pair: got nothing, expected two ids or"},
        Mistake{"Team", 9, 1, "013 Blue", "9:1: got a 013 record: team tournaments are not supported"},
        Mistake{"Acceleration", 9, 1, "250      01.0", "9:23: first id: got nothing, expected a number"},
        Mistake{"AccelerationWithoutPoints", 9, 1, "250           001 002    1    2", "9:10: virtual"},
        Mistake{"AccelerationBackwards", 9, 1, "250      01.0 003 002    1    2", "9:19: last round: got"},
        Mistake{"AccelerationUnknownPlayer", 9, 1, "250      01.0 001 002    1    6", "9:31: id: got '6',"},
        Mistake{"AccelerationOfJavafo", 9, 1, "XXA    6  1.0", "9:8: id: got '6', expected at most 5"},
        Mistake{"AccelerationOfJavafoShifted", 9, 1, "XXA    1   1.0 0.5", "9:12: virtual points: got '1.'"},
        Mistake{"AbnormalPoints", 9, 1, "299 W", "9:1: got a 299 record: abnormal points are not supported"},
        Mistake{"OldPoints", 9, 1, "BBW  3.0", "9:6: BBW: got '3.0', expected 1.0"},
        Mistake{"OldPointsOfNothing", 9, 1, "BBU", "9:4: BBU: got nothing, expected points such as 1.0"},
        Mistake{"OldPointsByCodes", 9, 1, "XXS W=1.0 PAB=0.5", "9:15: XXS: got '0.5', expected 1.0"},
        Mistake{"OldPointsByUnknownCodes", 9, 1, "XXS WIN=1.0", "9:5: XXS: got 'WIN=1.0', expected W, D"}),
    [](const auto& test) { return test.param.name; });

/// "U: pairing-allocated bye (at most once per round)"
TEST(TrfReaderErrors, OneByeARound) {
  test::Lines lines = sample();
  lines[2] = test::player_line(1, "2.0", {"2 w 1", "- - U"});
  lines[4] = test::player_line(3, "1.0", {"4 w +", "- - Z"});
  EXPECT_EQ(complaint_of(text_of(lines)),
            "x.trf:4:109: round 2, result: got 'U', expected one U a round, and 1 has it (line 3)");
}

TEST(TrfReaderErrors, NothingIsNoTournament) {
  for (const std::string text : {"", "\r\n\r\n", "012 Spring\r\n"}) {
    EXPECT_EQ(complaint_of(text), "x.trf:1:1: got no player, expected 001 records");
  }
}

/// A line end of any kind counts as one line end.
TEST(TrfReaderErrors, LinesAreCountedAsEditorsDo) {
  EXPECT_EQ(complaint_of("012 A\r\n\r\n022 B\r\r023 C\n\n152 G"),
            "x.trf:7:5: initial colour: got 'G', expected W or B");
}

TEST(TrfReaderErrors, WhatIsQuotedIsHarmlessOnATerminal) {
  EXPECT_EQ(complaint_of("152 \x1b[2J\xe2\x80\xae" + std::string(50, 'x')),
            "x.trf:1:5: initial colour: got '?[2J?" + std::string(35, 'x') + "...', expected W or B");
}

}  // namespace
}  // namespace referee::swiss
