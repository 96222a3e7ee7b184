#include "referee/report/hall_of_fame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/referee/report/sample_pages.h"
#include "tests/support/complaint.h"
#include "tests/support/harm.h"

// "hall of fame over several tournaments (... rank, average, name, tournament, as the handout's table)"
namespace referee {
namespace {

using testing::HasSubstr;
using testing::Not;

SourcedPage sourced(const std::string& source, StandingsPage page) { return {source, std::move(page)}; }

StandingsPage autumn() {
  StandingsPage page = sample_pages::field();
  page.tournament = "Autumn cup";
  page.finished = true;
  page.rows.pop_back();
  page.rows[0].field->summary.mean = 17604.666666666666;
  page.rows[1].field->summary.mean = 20000;
  return page;
}

TEST(HallOfFame, RanksTheEntrantsOfAllTournamentsByTheirMeans) {
  const HallOfFame fixture =
      hall_of_fame_of({sourced("spring.db", sample_pages::field()), sourced("autumn.db", autumn())});
  EXPECT_EQ(hall_of_fame_text(fixture),
            "Hall of fame (superball)\n"
            "  rank   average  games  name                 tournament\n"
            "     1     20000      3     b                 Autumn cup\n"
            "     2  17604.67      3     a  Spring cup (not finished)\n"
            "     3  17604.67      3     a                 Autumn cup\n"
            "     4   3166.83      3     b  Spring cup (not finished)\n"
            "     5      5.67      3     c  Spring cup (not finished)\n");
}

TEST(HallOfFame, IsTheSameInEveryFormat) {
  const HallOfFame fixture = hall_of_fame_of({sourced("autumn.db", autumn())});
  const auto json = nlohmann::json::parse(hall_of_fame_json(fixture));
  EXPECT_EQ(json["game"], "superball");
  EXPECT_EQ(json["hall_of_fame"][0]["average"], 20000);
  EXPECT_EQ(json["hall_of_fame"][0]["name"], "b");
  EXPECT_EQ(json["hall_of_fame"][0]["tournament"], "Autumn cup");
  EXPECT_THAT(hall_of_fame_csv(fixture), HasSubstr("\r\n1,20000,3,b,b,Autumn cup,yes\r\n"));
  EXPECT_THAT(hall_of_fame_markdown(fixture), HasSubstr("| 1 | 20000 | 3 | b | Autumn cup |\n"));
  EXPECT_THAT(hall_of_fame_html(fixture), HasSubstr("<td class=\"points\">20000</td>"));
}

TEST(HallOfFame, EscapesWhatItShows) {
  for (std::size_t shift = 0; shift < sample_pages::hostile_texts().size(); ++shift) {
    const HallOfFame fixture = hall_of_fame_of({sourced("x.db", sample_pages::hostile_field(shift))});
    EXPECT_THAT(hall_of_fame_html(fixture), Not(HasSubstr("<script>")));
    EXPECT_THAT(hall_of_fame_html(fixture), Not(HasSubstr("<img")));
    EXPECT_THAT(hall_of_fame_markdown(fixture), Not(HasSubstr("<")));
    for (const auto& text :
         {hall_of_fame_text(fixture), hall_of_fame_json(fixture), hall_of_fame_csv(fixture),
          hall_of_fame_markdown(fixture), hall_of_fame_html(fixture)}) {
      EXPECT_EQ(test_support::harm_in(text), "");
    }
    EXPECT_THAT(hall_of_fame_csv(fixture), Not(HasSubstr(",=")));
    EXPECT_TRUE(nlohmann::json::accept(hall_of_fame_json(fixture)));
  }
}

std::string refusal(const std::vector<SourcedPage>& tournaments) {
  return test_support::complaint([&] { hall_of_fame_of(tournaments); });
}

TEST(HallOfFame, IsForFieldsOfOneGame) {
  EXPECT_EQ(refusal({sourced("spring.db", sample_pages::pairs())}),
            "spring.db: Spring cup is no field. A hall of fame takes only fields: tournaments that are "
            "ranked by mean score");
  StandingsPage snakes = autumn();
  snakes.game = "snake";
  EXPECT_EQ(refusal({sourced("spring.db", sample_pages::field()), sourced("snakes.db", snakes)}),
            "snakes.db: Autumn cup is one of snake, expected one of superball as the first one");
}

}  // namespace
}  // namespace referee
