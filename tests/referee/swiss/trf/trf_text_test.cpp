#include "referee/swiss/trf/trf_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "referee/swiss/open_games.h"
#include "referee/swiss/pairing.h"
#include "tests/referee/swiss/trf/read_lines.h"

namespace referee::swiss {
namespace {

using test::Lines;
using test::overwritten;
using test::player_line;
using test::report_of;
using test::sample;
using test::text_of;
using Kind = RoundEntry::Kind;

TEST(TrfText, WhatIsNotChangedStaysAsItIs) {
  Lines lines = sample();
  lines.insert(lines.begin() + 2, {"", "997 a record of another program  ", "### a comment"});
  lines[5] = overwritten(lines[5], 58, "    1503014");  // the FIDE id of player 1
  const std::string plain = text_of(lines);
  for (const std::string& text : {plain, text_of(lines, "\n"), text_of(lines, "\r"), "\xef\xbb\xbf" + plain,
                                  plain.substr(0, plain.size() - 2)}) {
    EXPECT_EQ(TrfText(text).text(), text);
  }
}

TEST(TrfText, FieldsAreInTheirColumnsInUtf8AndLatin1) {
  for (const std::string name : {"Gr\xc3\xbc\xc3\x9f"
                                 "en, A.",
                                 "Gr\xfc\xdf"
                                 "en, A."}) {
    Lines lines = sample();
    const std::size_t letters = 10;
    lines[2].replace(14, letters, name);
    TrfText text(text_of(lines));
    text.set_rank(0, 4);
    text.set_points(0, 105);
    text.set_round(0, 2, {Kind::open, 4, Colour::black});
    Lines expected = sample();
    expected[2] = overwritten(overwritten(expected[2], 81, "10.5    4"), 110, "     5 b  ");
    expected[2].replace(14, letters, name);
    EXPECT_EQ(text.text(), text_of(expected));
  }
}

TEST(TrfText, WhatColumnsDoNotHoldIsRefused) {
  TrfText text(text_of(sample()));
  EXPECT_THROW(text.set_rank(0, 10'000), std::length_error);
  EXPECT_THROW(text.set_points(0, 1000), std::length_error);
}

TEST(TrfText, RecordsAreReplacedOrComeBeforeThePlayers) {
  TrfText text(text_of(sample()));
  text.set_record("202", "BH/C1,BH");
  text.set_record("012", "Autumn");
  Lines expected = sample();
  expected[0] = "012 Autumn";
  expected.insert(expected.begin() + 2, "202 BH/C1,BH");
  EXPECT_EQ(text.text(), text_of(expected));
  text.remove("202");
  expected.erase(expected.begin() + 2);
  text.set_rank(4, 1);
  expected[6] = overwritten(expected[6], 86, "   1");
  EXPECT_EQ(text.text(), text_of(expected));
}

/// Round 3 of the sample: 1 and 3 have met, 5 is absent and asks for half a point, 2 has had the bye.
TEST(TrfText, APairingIsReadAgainAsOpenGames) {
  Lines lines = sample();
  lines[6] = player_line(5, "1.5", {"- - H", "4 b 1"});
  lines.push_back("240 H 003    5");
  lines.push_back("XXZ 5");
  const Tournament before = report_of(lines).tournament;
  const RoundPairing pairing = pair_round(before);
  ASSERT_EQ(pairing.boards.size(), 2U);
  ASSERT_FALSE(pairing.bye);
  TrfText text(text_of(lines));
  add_round(text, before, pairing);
  EXPECT_EQ(text.text().find("XXZ"), std::string::npos);
  const Tournament after = read_trf(text.text(), "x.trf").tournament;
  EXPECT_EQ(after.played, 3U);
  EXPECT_EQ(after.players[4].rounds[2].kind, Kind::half_bye);
  EXPECT_EQ(after.players[4].score(after.points, 3), 20);
  const auto games = open_games(after);
  ASSERT_EQ(games.size(), 2U);
  for (const Board& board : pairing.boards) {
    EXPECT_NE(std::find(games.begin(), games.end(), OpenGame{3, board.white, board.black}), games.end());
  }
}

TEST(TrfText, ThePairingAllocatedByeHasItsPoint) {
  const Lines lines = {"XXR 3", "152 W", player_line(1, "0.0", {}), player_line(2, "0.0", {}),
                       player_line(3, "0.0", {})};
  const Tournament before = report_of(lines).tournament;
  TrfText text(text_of(lines));
  add_round(text, before, pair_round(before));
  const Lines expected = {"XXR 3", "152 W", player_line(1, "0.0", {"2 w"}) + "  ",
                          player_line(2, "0.0", {"1 b"}) + "  ", player_line(3, "1.0", {"- - U"})};
  EXPECT_EQ(text.text(), text_of(expected));
}

}  // namespace
}  // namespace referee::swiss
