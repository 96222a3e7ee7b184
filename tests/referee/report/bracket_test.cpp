#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/report/bracket_rounds.h"
#include "referee/report/bracket_text.h"
#include "referee/report/crosstable.h"
#include "referee/report/html_sections.h"
#include "referee/report/round_list.h"
#include "tests/referee/report/sample_pages.h"

namespace referee {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::string part_text(const StandingsPage& page, std::size_t part) {
  return bracket_part_text(page, page.format->bracket(page.history)->parts.at(part));
}

TEST(BracketText, ShowsWhereWinnersGoOn) {
  const StandingsPage page = sample_pages::double_elimination(5);
  EXPECT_EQ(part_text(page, 0),
            "Quarter-final     Semi-final           Upper final\n"
            "\n"
            "                  1 search       2 ─┐\n"
            "                    r2t1            ├─ 1 search  3 ─┐\n"
            "4 carol     2 ─┐                    │               │\n"
            "  r1t1         ├─ 4 carol        0 ─┘               │\n"
            "5 dave      0 ─┘                         r3t1       ├─ search\n"
            "                                                    │\n"
            "                  2 alice        3 ─┐               │\n"
            "                    r2t2            ├─ 2 alice   1 ─┘\n"
            "                  3 bob-the-bot  1 ─┘\n");
  EXPECT_EQ(part_text(page, 1),
            "Lower round 2        Lower semi-final     Lower final\n"
            "\n"
            "                                          2 alice   0 ─┐\n"
            "                                                       │\n"
            "3 bob-the-bot  0 ─┐                         r5t1       ├─ carol\n"
            "  r3t2            ├─ 5 dave         0 ─┐               │\n"
            "5 dave         2 ─┘    r4t1            ├─ 4 carol   2 ─┘\n"
            "                                       │\n"
            "                     4 carol        2 ─┘\n");
  EXPECT_EQ(part_text(page, 2),
            "Final\n"
            "\n"
            "1 search  3 ─┐\n"
            "  r6t1       ├─ search\n"
            "4 carol   0 ─┘\n");
}

TEST(BracketText, SaysWhereThoseComeFromThatAreNotKnownYet) {
  const StandingsPage page = sample_pages::double_elimination(6, 1);
  EXPECT_EQ(part_text(page, 1),
            "Lower round 2     Lower semi-final     Lower final\n"
            "\n"
            "                                       loser of r3t1 ─┐\n"
            "                                                      │\n"
            "loser of r2t2 ─┐                         r5t1         ├─\n"
            "  r3t2         ├────────────────────┐                 │\n"
            "5 dave        ─┘                    │                 │\n"
            "                    r4t1            ├─────────────────┘\n"
            "loser of r2t1 ─┐                    │\n"
            "  r3t3         ├────────────────────┘\n"
            "6 erin        ─┘\n");
  const std::string final = part_text(page, 2);
  EXPECT_THAT(final, HasSubstr("Second final, if needed"));
  EXPECT_THAT(final, HasSubstr("winner of r3t1 ─┐"));
  EXPECT_LT(final.find("winner of r5t1"), final.find("r7t1")) << "the repetition is below the grand final";
}

TEST(BracketText, HoldsNothingThatTurnsIt) {
  for (std::size_t shift = 0; shift < sample_pages::hostile_texts().size(); ++shift) {
    const StandingsPage page = sample_pages::hostile_bracket(shift);
    const auto bracket = page.format->bracket(page.history);
    for (const BracketPicture::Part& part : bracket->parts) {
      for (const char c : bracket_part_text(page, part)) {
        EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x80 || c == '\n' || c == ' ' || std::isalnum(c) != 0 ||
                    std::string_view("._-+?,").find(c) != std::string_view::npos)
            << c;
      }
    }
  }
}

TEST(BracketHtml, LinksToTheRecordsOfWhatHasBeenPlayed) {
  StandingsPage page = sample_pages::double_elimination(6, 1);
  const std::string html = standings_html(page);
  for (const char* part : {"<a href=\"records/r1t1g1.jsonl\" aria-label=\"Game 1 of r1t1\">",
                           "<a href=\"records/r1t1g2.jsonl\" aria-label=\"Game 2 of r1t1\">",
                           ">game 1</text></a>", ">2</text></a>"}) {
    EXPECT_THAT(html, HasSubstr(part));
  }
  EXPECT_THAT(html, HasSubstr("aria-label=\"Lower bracket\""));
  page.links = {};
  EXPECT_THAT(html::bracket_part(page), Not(HasSubstr("<a ")));
}

TEST(BracketHtml, GivesEachLinkARoomOfItsOwn) {
  StandingsPage page = sample_pages::double_elimination(6, 1);
  const std::string html = html::bracket_part(page);
  const std::regex text("<text class=\"small\" x=\"([0-9.]+)\"[^>]*>(?:game )?([12])</text></a>");
  double last = 0;
  for (auto at = std::sregex_iterator(html.begin(), html.end(), text); at != std::sregex_iterator(); ++at) {
    const double x = std::stod((*at)[1]);
    if ((*at)[2] == "2") {
      EXPECT_GE(x, last + 45) << "pixels that \"game 1\" needs";
    }
    last = x;
  }
  EXPECT_GT(last, 0);
}

TEST(BracketHtml, IsOnPagesWithABracketOnly) {
  EXPECT_EQ(html::bracket_part(sample_pages::pairs()), "");
  EXPECT_EQ(html::bracket_part(sample_pages::double_elimination(6, 0)), "") << "it is not paired yet";
}

TEST(BracketJson, HasAllEncountersAndTheWinner) {
  const Json page = Json::parse(standings_json(sample_pages::double_elimination(6)));
  const Json& parts = page["bracket"]["parts"];
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0]["encounters"].size(), 5U) << "byes are left out";
  EXPECT_EQ(parts[1]["encounters"].size(), 4U);
  EXPECT_EQ(page["bracket"]["winner"], page["standings"][0]["name"]);
  EXPECT_EQ(page["standings"][0]["bracket"]["reached"], "won the final 3 : 0");
  EXPECT_EQ(Json::parse(standings_json(sample_pages::double_elimination(6, 0)))["bracket"], nullptr);
  EXPECT_FALSE(Json::parse(standings_json(sample_pages::pairs())).contains("bracket"));
}

// With a final, points and tie-breaks remain those of the rounds before it.
TEST(SwissFinal, IsExplainedByTheRoundsBeforeIt) {
  const StandingsPage whole = sample_pages::swiss_final();
  const StandingsPage before = before_bracket(whole);
  EXPECT_EQ(before.history.rounds.size(), 3U);
  EXPECT_EQ(before.rounds, 3);
  EXPECT_GT(whole.history.rounds.size(), 3U);
  EXPECT_FALSE(before.rows[0].bracket);
  EXPECT_EQ(before.rows[0].points, std::ranges::max(before.rows, {}, &StandingsRow::points).points);
}

TEST(SwissFinal, IsNamedByItsRoundsAndDecidesThePlaces) {
  const StandingsPage page = sample_pages::swiss_final();
  const RoundList rounds = listed_rounds(page);
  EXPECT_EQ(rounds.rounds[2].name, "");
  EXPECT_EQ(rounds.rounds[3].name, "Semi-final");
  EXPECT_EQ(rounds.rounds[4].name, "Upper final, Lower semi-final");
  EXPECT_EQ(rounds.rounds[4].tables[1].what, "Lower semi-final") << "which of the two";
  EXPECT_EQ(rounds.rounds.back().name, "Second final");
  const Crosstable table = crosstable_of(page);
  EXPECT_EQ(table.columns[2], "R3");
  EXPECT_EQ(table.columns[3], "Semi-final");
  EXPECT_EQ(table.total, "Result");
  EXPECT_EQ(table.rows[0].total, page.rows[0].bracket->reached);
  EXPECT_EQ(table.rows[6].total, "Points " + page.rows[6].points.text());
  const std::vector<RoundList::Side>& sides = rounds.rounds.back().tables[0].sides;
  const RoundList::Side& winner = sides[sides[0].won ? 0 : 1];
  EXPECT_THAT(page.rows[0].bracket->reached, HasSubstr("final " + winner.points + " : "))
      << "games won, not the points of a match";
}

TEST(BracketRounds, KnowsNothingOfOtherEncounters) {
  const StandingsPage page = sample_pages::pairs();
  const BracketRounds bracket(page);
  const Encounter& encounter = page.history.rounds[0][0].encounter;
  EXPECT_EQ(bracket.name_of(encounter) + bracket.name_of(1) + bracket.points_of(encounter, 0), "");
}

}  // namespace
}  // namespace referee
