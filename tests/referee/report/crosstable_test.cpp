#include "referee/report/crosstable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/referee/report/sample_pages.h"
#include "tests/referee/tournament/histories.h"

namespace referee {
namespace {

using testing::ElementsAre;
using CellKind = Crosstable::Cell::Kind;

/// The rows as text: "1 a: +2 =3".
std::vector<std::string> lines(const Crosstable& table) {
  std::vector<std::string> all;
  for (const Crosstable::Row& row : table.rows) {
    std::string line = std::to_string(row.number) + " " + row.name + ":";
    for (const Crosstable::Cell& cell : row.cells) {
      line += " " + (cell.text.empty() ? std::string(cell.kind == CellKind::self ? "x" : ".") : cell.text);
    }
    all.push_back(line);
  }
  return all;
}

TEST(Crosstable, OfARoundRobinHasThePointsOfEachAgainstEach) {
  const Crosstable table = crosstable_of(sample_pages::round_robin());
  EXPECT_THAT(table.columns, ElementsAre("1", "2", "3", "4", "5"));
  EXPECT_THAT(lines(table), ElementsAre("1 e: x 1 1 0.5 (1f)",  //
                                        "2 a: 0 x 1 1 (0)",     //
                                        "3 b: 0 0 x 1 (1f)",    //
                                        "4 c: 0.5 0 0 x (1f)",  //
                                        "5 d: (0f) (1) (0f) (0f) x"));
  EXPECT_EQ(table.rows[0].cells[1].kind, CellKind::win);
  EXPECT_EQ(table.rows[0].cells[3].kind, CellKind::draw);
  EXPECT_EQ(table.rows[1].cells[0].kind, CellKind::loss);
  EXPECT_EQ(table.rows[4].cells[1].kind, CellKind::other);
  EXPECT_EQ(table.rows[0].total, "2.5");
}

TEST(Crosstable, LabelsAreTheNamesOfTheTableThatTellEntrantsApart) {
  StandingsPage page;
  for (const char* const display : {"Ann Lee", "Bo", "Bo", ""}) {
    StandingsRow& row = page.rows.emplace_back();
    row.name = "bot-" + std::to_string(page.rows.size());
    row.display = display;
  }
  EXPECT_THAT(labels_of(page), ElementsAre("Ann Lee", "bot-2", "bot-3", "bot-4"));
}

TEST(Crosstable, OfARoundRobinAddsUpItsCycles) {
  StandingsPage page = sample_pages::round_robin();
  page.history = histories::history(
      3, {{histories::win(0, 1)}, {histories::draw(1, 0)}, {histories::played({1, 2}, {})}});
  page.rows = page.format->standings(page.history);
  EXPECT_THAT(lines(crosstable_of(page)), ElementsAre("1 a: x 1.5 .", "2 b: 0.5 x .", "3 c: . . x"));
}

TEST(Crosstable, OfASwissHasACellARound) {
  const Crosstable table = crosstable_of(sample_pages::pairs());
  EXPECT_THAT(table.columns, ElementsAre("R1", "R2", "R3"));
  EXPECT_THAT(lines(table), ElementsAre("1 d: =3 bye +5f", "2 a: +4 +5 =3", "3 c: =1 +4 =2", "4 b: -2 -3 bye",
                                        "5 e: bye -2 -1f"));
}

TEST(Crosstable, SaysOfItsCellsWhatThereIs) {
  EXPECT_EQ(crosstable_of(sample_pages::pairs()).legend,
            "+5: won against number 5. =5: draw. -5: lost. f: by forfeit, without play. bye: no opponent.");
  EXPECT_EQ(
      crosstable_of(sample_pages::round_robin()).legend,
      "Each cell has the points of the entrant on the left against the entrant above. f: won or lost by "
      "forfeit, without play. In brackets: annulled, these points count for nobody.");
  EXPECT_EQ(crosstable_of(sample_pages::empty()).legend, "");
}

TEST(Crosstable, HasNoNumberOfAnEntrantWhosePlaceIsWithheld) {
  StandingsPage page = sample_pages::pairs();
  withhold_places(page, 3);
  const Crosstable table = crosstable_of(page);
  EXPECT_THAT(lines(table),
              ElementsAre("1 d: =3 bye +\u2026f", "2 a: +\u2026 +\u2026 =3", "3 c: =1 +\u2026 =2"));
  EXPECT_THAT(table.legend, testing::HasSubstr("\u2026: an entrant whose place is not shown."));
  StandingsPage round_robin = sample_pages::round_robin();
  withhold_places(round_robin, 2);
  EXPECT_THAT(lines(crosstable_of(round_robin)), ElementsAre("1 e: x 1", "2 a: 0 x"));
  EXPECT_EQ(names_by_entrant(round_robin).size(), 5U);
}

TEST(Crosstable, OfASwissShowsWhatIsBeingPlayed) {
  StandingsPage page = sample_pages::pairs();
  page.history.rounds[2].edit()[0].games.clear();
  page.rows = page.format->standings(page.history);
  const Crosstable table = crosstable_of(page);
  EXPECT_EQ(table.rows[1].cells[2].text, "vs 3");
  EXPECT_THAT(table.legend, testing::HasSubstr("vs 5: not over yet."));
}

TEST(Crosstable, OfTablesNamesRankAndTable) {
  StandingsPage page = sample_pages::tables();
  page.history = histories::history(4, {{histories::played({0, 1, 2, 3}, {{9, 5, 5, 1}, {9, 5, 5, 1}})},
                                        {histories::played({3, 1, 0}, {})}});
  page.rows = page.format->standings(page.history);
  EXPECT_THAT(lines(crosstable_of(page)), ElementsAre("1 a: 1. of 4 (T1) at T1", "2 b: 2.= of 4 (T1) at T1",
                                                      "3 c: 2.= of 4 (T1) .", "4 d: 4. of 4 (T1) at T1"));
}

}  // namespace
}  // namespace referee
