#include "referee/report/trf_standings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/swiss/trf/reader.h"
#include "tests/referee/swiss/trf/report_lines.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

using swiss::test::Lines;
using swiss::test::overwritten;
using swiss::test::player_line;
using swiss::test::text_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Two rounds; players are rated 2500 less their id, but 4 is not rated. 5 came late, 4 did not come to
/// round 2.
Lines open_file() {
  return {"012 Open",
          "XXR 2",
          "152 W",
          player_line(1, "2.0", {"3 w 1", "2 b 1"}),
          player_line(2, "1.0", {"4 b 1", "1 w 0"}),
          player_line(3, "0.5", {"1 b 0", "5 w ="}),
          overwritten(player_line(4, "0.0", {"2 w 0", "- - Z"}), 49, "    "),
          player_line(5, "1.0", {"- - H", "3 b ="})};
}

TrfStandings standings_of(const Lines& lines, const TrfStandingsRules& rules = {}) {
  return trf_standings_of(swiss::read_trf(text_of(lines), "x.trf"), "x.trf", rules);
}

/// The values of one tie-break by player, "-" for none.
std::vector<std::string> values(const Lines& lines, const std::string& code, int unrated = 0) {
  const TrfStandings standings = standings_of(lines, {.tie_breaks = code, .unrated = unrated});
  std::vector<std::string> all;
  for (Entrant player = 0; player < standings.ranks.size(); ++player) {
    const auto& value = standings.breaker.listed_value(0, player);
    all.push_back(value ? value->exact_text() : "-");
  }
  return all;
}

TEST(TrfStandings, AreByPointsAndTheTieBreaksOfTheFile) {
  EXPECT_THAT(standings_of(open_file()).ranks, ElementsAre(1, 2, 4, 5, 3)) << "BH/C1: 2 has 2, 5 has 0.5";
  Lines lines = open_file();
  lines.insert(lines.begin() + 2, "202 TPN");
  EXPECT_THAT(standings_of(lines).ranks, ElementsAre(1, 2, 4, 5, 3));
  lines[2] = "212 PTS,REP";
  EXPECT_THAT(standings_of(lines).ranks, ElementsAre(1, 2, 4, 5, 3))
      << "5 has played one round of its own will";
  lines[2] = "202 WON";
  EXPECT_THAT(standings_of(lines, {.tie_breaks = " bpg ", .unrated = 0}).ranks, ElementsAre(1, 2, 4, 5, 2));
}

TEST(TrfStandings, TieBreaksThatStandBeforeThePointsRankBeforeThem) {
  Lines lines = open_file();
  lines.insert(lines.begin() + 2, "212 BPG,PTS,BH");
  const TrfStandings standings = standings_of(lines);
  EXPECT_THAT(standings.ranks, ElementsAre(1, 2, 4, 5, 3)) << "4 alone has not had Black";
  EXPECT_THAT(standings_of(lines, {.tie_breaks = "REP,PTS"}).ranks, ElementsAre(1, 2, 3, 5, 4))
      << "3 has played twice, 5 once with more points";
  EXPECT_THAT(standings_of(lines, {.tie_breaks = "PTS,REP"}).ranks, ElementsAre(1, 2, 4, 5, 3));
  EXPECT_THAT(trf_standings_text(standings), HasSubstr("\nThese decide in this order: BPG"));
  EXPECT_THAT(trf_standings_trf(standings, text_of(lines)), HasSubstr("\r\n212 BPG,PTS,BH\r\n"));
  EXPECT_THAT(
      trf_explanation(standings, 1),
      HasSubstr("PTS, points: 1\n  round 1: beat Player 4 (4): 1\n  round 2: lost to Player 1 (1): 0\n"
                "  The others in the tie: "));
}

// C.07, 7.1 to 9.2, as for tournaments of our own: a half-point bye, an absence, Black as the second seat.
TEST(TrfStandings, ValuesOfRoundsAndOpponents) {
  EXPECT_THAT(values(open_file(), "BPG"), ElementsAre("1", "1", "1", "0", "1"));
  EXPECT_THAT(values(open_file(), "REP"), ElementsAre("2", "2", "2", "1", "1"));
  EXPECT_THAT(values(open_file(), "STD"), ElementsAre("2", "1", "0.5", "0", "1"));
  // 4's absence in the last round counts as a draw for 2 (16.3.2); 5's dummy has its own point.
  EXPECT_THAT(values(open_file(), "BH"), ElementsAre("1.5", "2.5", "3", "1", "1.5"));
  EXPECT_THAT(values(open_file(), "SB"), ElementsAre("1.5", "0.5", "0.5", "0", "0.75"));
}

// C.07, Article 10: games against rated opponents, forfeits and byes left out.
TEST(TrfStandings, ValuesOfRatings) {
  EXPECT_THAT(values(open_file(), "ARO", 1500), ElementsAre("2498", "2000", "2497", "2498", "2497"));
  EXPECT_THAT(values(open_file(), "TPR", 1500), ElementsAre("3298", "2000", "2304", "1698", "2497"));
  EXPECT_THAT(values(open_file(), "APRO", 1500), ElementsAre("2152", "2498", "2898", "2000", "2304"))
      << "2304 and 2000; 3298 and 1698; 3298 and 2497; half up";
  EXPECT_THAT(values(open_file(), "PTP", 1500)[3], "1698") << "no point: 800 less than 2498";
  EXPECT_THAT(values(open_file(), "APPO", 1500)[3], values(open_file(), "PTP", 1500)[1]);
  Lines nobody = {"XXR 1", player_line(1, "0.5", {"- - H"}), player_line(2, "1.0", {"- - U"})};
  for (const char* code : {"ARO", "TPR", "PTP", "APRO", "APPO", "AOB"}) {
    EXPECT_THAT(values(nobody, code), ElementsAre("-", "-")) << code;
  }
}

// C.07, 16.4: before March 2026 a dummy had the entrant's own points, however many.
TEST(TrfStandings, TheEditionOf2024HasDummiesOfTheOwnPoints) {
  // 1 has won by forfeit against 2, who has nothing; 3 has two byes with full points.
  const Lines lines = {"XXR 2", player_line(1, "1.5", {"2 w +", "2 b ="}),
                       player_line(2, "0.5", {"1 b -", "1 w ="}), player_line(3, "2.0", {"- - F", "- - F"})};
  const auto buchholz = [&](std::optional<TieBreakEdition> edition) {
    const TrfStandings standings =
        standings_of(lines, {.tie_breaks = "BH", .unrated = 0, .edition = edition});
    std::vector<std::string> all;
    for (Entrant player = 0; player < 3; ++player) {
      all.push_back(standings.breaker.listed_value(0, player)->text());
    }
    return all;
  };
  EXPECT_THAT(buchholz(std::nullopt), ElementsAre("1", "2", "2"));
  EXPECT_THAT(buchholz(TieBreakEdition::of_2026), ElementsAre("1", "2", "2"));
  EXPECT_THAT(buchholz(TieBreakEdition::of_2024), ElementsAre("2", "2", "4"));
  const TrfStandings old =
      standings_of(lines, {.tie_breaks = "BH", .unrated = 0, .edition = TieBreakEdition::of_2024});
  EXPECT_THAT(trf_explanation(old, 0), HasSubstr("dummy 1.5 for a forfeit (own 1.5)"));
  EXPECT_THAT(trf_explanation(old, 2), HasSubstr("dummy 2 (own points)"));
}

TEST(TrfStandings, NameTheEditionAndWarnWhereTheTournamentBeganBeforeIt) {
  Lines lines = open_file();
  const auto warnings = [&](std::optional<TieBreakEdition> edition = std::nullopt) {
    return standings_of(lines, {.tie_breaks = "BH,DE", .unrated = 0, .edition = edition}).warnings;
  };
  EXPECT_THAT(warnings(), IsEmpty()) << "no day, and the values are those of both editions";
  lines[7] = player_line(5, "2.0", {"- - F", "- - F"});
  lines[5] = player_line(3, "0.0", {"1 b 0", "- - Z"});
  EXPECT_THAT(warnings(), ElementsAre(HasSubstr("x.trf: no first day (042)")));
  EXPECT_THAT(warnings(TieBreakEdition::of_2026), IsEmpty());
  lines[0] = "042 28/02/2026";
  EXPECT_THAT(warnings(), ElementsAre(HasSubstr("began on 2026/02/28 (042)")));
  EXPECT_THAT(warnings(TieBreakEdition::of_2024), IsEmpty());
  lines[0] = "042 2026/03/01";
  EXPECT_THAT(warnings(), IsEmpty());
  EXPECT_THAT(trf_standings_text(standings_of(lines)), HasSubstr("C.07, edition of 2026"));
  const TrfStandings old =
      standings_of(lines, {.tie_breaks = "", .unrated = 0, .edition = TieBreakEdition::of_2024});
  EXPECT_THAT(trf_standings_text(old), HasSubstr("C.07, edition of 2024"));
  EXPECT_EQ(nlohmann::json::parse(trf_standings_json(old))["edition"], "2024");
}

TEST(TrfStandings, RatingsAreLeftOutWhereAPlayerHasNone) {
  const TrfStandings standings = standings_of(open_file(), {.tie_breaks = "ARO,BH,TPR", .unrated = 0});
  EXPECT_THAT(codes_of(standings.breaker.tie_breaks()), ElementsAre("BH"));
  EXPECT_THAT(standings.warnings, ElementsAre(HasSubstr("x.trf: ARO is left out: 1 player has no rating"),
                                              HasSubstr("TPR is left")));
  EXPECT_THAT(standings_of(open_file(), {.tie_breaks = "ARO", .unrated = 1500}).warnings, IsEmpty());
}

TEST(TrfStandings, APointSystemOfTheFileCounts) {
  const Lines lines = {"XXR 2", "162  W 3.0    D 1.0    L 0.0", player_line(1, "4.0", {"2 w 1", "3 b ="}),
                       player_line(2, "0.0", {"1 b 0", "- - Z"}), player_line(3, "4.0", {"- - U", "1 w ="})};
  EXPECT_THAT(values(lines, "WIN"), ElementsAre("1", "0", "1"));
  EXPECT_THAT(values(lines, "STD"), ElementsAre("1.5", "0", "1.5"));
  // 2's absence in the last round is a draw, worth 1; 3's dummy has at most two draws.
  EXPECT_THAT(values(lines, "BH"), ElementsAre("5", "4", "6"));
  EXPECT_THAT(values(lines, "SB"), ElementsAre("7", "0", "10")) << "3 x 1 + 1 x 4; 3 x 2 + 1 x 4";
}

TEST(TrfStandings, OpenGamesAreNotDecided) {
  Lines lines = open_file();
  lines[5] = player_line(3, "0.0", {"1 b 0", "5 w"});
  lines[7] = player_line(5, "0.5", {"- - H", "3 b"});
  const TrfStandings standings = standings_of(lines);
  EXPECT_THAT(standings.ranks, ElementsAre(1, 2, 4, 5, 3)) << "BH/C1: 3 has met 1";
  EXPECT_THAT(trf_explanation(standings, 2), HasSubstr("round 2: against Player 5 (5), not over yet: 0"));
}

TEST(TrfStandings, UnknownCodesAreRefusedWithTheirPlace) {
  const auto refusal = [](const Lines& lines, const std::string& list) {
    return test_support::complaint([&] { (void)standings_of(lines, {.tie_breaks = list, .unrated = 0}); });
  };
  EXPECT_THAT(refusal(open_file(), "BH,XY"),
              HasSubstr("--tie-breaks: tie_breaks[1]: got \"XY\", expected one of DE, WIN,"));
  Lines lines = open_file();
  lines.insert(lines.begin() + 2, "202 BH,OTHER_X");
  EXPECT_THAT(refusal(lines, ""),
              HasSubstr("x.trf: 202 or 212 (--tie-breaks may give others): tie_breaks[1]: got"));
}

TEST(TrfStandings, FormatsSayTheSame) {
  const TrfStandings standings = standings_of(open_file(), {.tie_breaks = "BH,AOB", .unrated = 0});
  EXPECT_THAT(trf_standings_text(standings), HasSubstr("Open, after round 2 of 2\n"));
  EXPECT_THAT(trf_standings_csv(standings), HasSubstr("\r\n2,2,Player 2,2498,1,2.5,"));
  const auto json = nlohmann::json::parse(trf_standings_json(standings));
  EXPECT_EQ(json["tie_breaks"], nlohmann::json::parse(R"(["BH","AOB"])"));
  EXPECT_EQ(json["players"][0]["id"], 1);
  EXPECT_EQ(json["players"][0]["points"], 2.0);
  EXPECT_EQ(json["players"][4]["rating"], nullptr);
}

TEST(TrfStandings, AreWrittenBackIntoTheFile) {
  Lines lines = open_file();
  lines[3] = overwritten(lines[3], 58, "    1503014");
  const TrfStandings standings = standings_of(lines, {.tie_breaks = "BH,DE", .unrated = 0});
  Lines expected = lines;
  expected.insert(expected.begin() + 3, "202 BH,DE");
  for (std::size_t player = 0; player < 5; ++player) {
    const std::string rank = std::to_string(standings.ranks[player]);
    expected[4 + player] = overwritten(expected[4 + player], 86, swiss::test::right(rank, 4));
  }
  EXPECT_EQ(trf_standings_trf(standings, text_of(lines)), text_of(expected));
}

TEST(TrfStandings, ExplainsAPlace) {
  const TrfStandings standings = standings_of(open_file(), {.tie_breaks = "ARO,TPR,AOB", .unrated = 1500});
  const std::string text = trf_explanation(standings, 1);
  EXPECT_THAT(text, HasSubstr("Open, after round 2 of 2: Player 2 (2) is number 3 of 5\n"));
  EXPECT_THAT(text, HasSubstr("ARO, average rating of the opponents: 2000\n"
                              "  round 1: beat Player 4 (4), rated: 1500\n"
                              "  round 2: lost to Player 1 (1), rated: 2499\n"
                              "  The mean of 2 values.\n"));
  EXPECT_THAT(text, HasSubstr("plus the rating difference for a score of 1 of 2."));
}

}  // namespace
}  // namespace referee
