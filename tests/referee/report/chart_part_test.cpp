#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "referee/report/html_sections.h"
#include "referee/report/points_by_round.h"
#include "tests/referee/report/sample_pages.h"
#include "tests/referee/tournament/formats.h"
#include "tests/referee/tournament/histories.h"

namespace referee {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<double> values(const PointsByRound::Line& line) {
  std::vector<double> all;
  for (const Points points : line.after) {
    all.push_back(points.value());
  }
  return all;
}

std::size_t count(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  return static_cast<std::size_t>(
      std::distance(std::sregex_iterator(text.begin(), text.end(), regex), std::sregex_iterator()));
}

/// A round of `pairs` encounters, each won by its first entrant.
StandingsPage pairs_of(std::size_t pairs) {
  History::Round round;
  for (Entrant e = 0; e < pairs; ++e) {
    round.push_back(histories::win(2 * e, 2 * e + 1));
  }
  StandingsPage page;
  page.format = test::swiss_format({2, 2}, 1);
  page.rounds = 1;
  page.history = histories::history(2 * pairs, {round});
  for (std::size_t e = 0; e < 2 * pairs; ++e) {
    page.history.entrants[e].name = page.history.entrants[e].display = "bot-" + std::to_string(e);
  }
  page.rows = page.format->standings(page.history);
  return page;
}

TEST(PointsByRound, EndWithTheStandings) {
  for (const StandingsPage& page :
       {sample_pages::tables(), sample_pages::pairs(), sample_pages::round_robin()}) {
    const PointsByRound points = points_by_round(page);
    for (std::size_t i = 0; i < points.lines.size(); ++i) {
      EXPECT_EQ(points.lines[i].name, page.rows[i].display) << "as in the table";
      EXPECT_EQ(points.lines[i].after.front(), Points());
      EXPECT_EQ(points.lines[i].after.back(), page.rows[i].points);
      EXPECT_TRUE(std::ranges::is_sorted(points.lines[i].after));
    }
  }
}

TEST(PointsByRound, CountByesAndForfeits) {
  const PointsByRound points = points_by_round(sample_pages::pairs());
  ASSERT_EQ(points.rounds, 3);
  ASSERT_EQ(points.lines[0].name, "d");
  EXPECT_THAT(values(points.lines[0]), ElementsAre(0, 0.5, 1.5, 2.5)) << "half, bye, forfeit";
}

TEST(PointsByRound, LeaveOutTheAnnulled) {
  const PointsByRound points = points_by_round(sample_pages::round_robin());
  ASSERT_EQ(points.lines.size(), 4U);
  for (const PointsByRound::Line& line : points.lines) {
    EXPECT_NE(line.name, "d");
  }
}

TEST(PointsByRound, EndWithTheLastDecidedRound) {
  EXPECT_EQ(points_by_round(sample_pages::empty()).rounds, 0);
  EXPECT_EQ(html::chart_part(sample_pages::empty()), "");
}

TEST(ChartPart, NamesTheFirstAndDrawsThemOnTop) {
  const std::string chart = html::chart_part(pairs_of(100));
  EXPECT_EQ(count(chart, "<path class=\"line line-[0-9]\""), 8U);
  EXPECT_EQ(count(chart, "<path class=\"line other\""), 192U);
  EXPECT_EQ(count(chart, "<text data-entrant"), 8U);
  EXPECT_LT(chart.find("line other"), chart.find("line line-7")) << "the first are drawn on top";
}

TEST(ChartPart, HasItsNumbersAsATableWhereThatHasRoom) {
  EXPECT_THAT(html::chart_part(pairs_of(10)), HasSubstr("<table class=\"numbers\">"));
  EXPECT_THAT(html::chart_part(pairs_of(10'000)), Not(HasSubstr("<table")))
      << "more cells than anybody reads";
  EXPECT_THAT(html::chart_part(sample_pages::field()), HasSubstr("<td>17604.67</td>")) << "means of a field";
}

TEST(ChartPart, KeepsNamesApartAndInside) {
  for (const std::size_t pairs : {1U, 5U, 40U}) {
    const std::string chart = html::chart_part(pairs_of(pairs));
    const std::regex label("<text data-entrant=\"[0-9]+\" x=\"24\" y=\"([0-9.]+)%\"");
    double last = -100;
    for (auto at = std::sregex_iterator(chart.begin(), chart.end(), label); at != std::sregex_iterator();
         ++at) {
      const double y = std::stod((*at)[1]);
      EXPECT_GE(y, last + 5);
      EXPECT_LE(y, 100);
      last = y;
    }
    EXPECT_GT(last, 0);
  }
}

TEST(ChartPart, EscapesAndShortensNames) {
  StandingsPage page = pairs_of(1);
  page.rows[0].display = "<script>&" + std::string(22, 'x');
  page.rows[1].display =
      "\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4"
      "\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00fc";
  const std::string chart = html::chart_part(page);
  EXPECT_THAT(chart, Not(HasSubstr("<script")));
  EXPECT_THAT(chart, HasSubstr(">&lt;script&gt;&amp;xxxxxxxxxxx\u2026</text>"));
  EXPECT_THAT(chart, HasSubstr("\u00e4\u00e4\u2026</text>")) << "cut between characters";
  EXPECT_THAT(chart, HasSubstr("\u00e4\u00fc: 0</title>")) << "whole where there is room";
}

}  // namespace
}  // namespace referee
