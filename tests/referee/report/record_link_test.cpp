#include "referee/report/record_link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/report/crosstable.h"
#include "referee/report/html_parts.h"
#include "tests/referee/report/sample_pages.h"
#include "tests/referee/tournament/histories.h"

namespace referee {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> hrefs(const std::vector<RecordLink>& links) {
  std::vector<std::string> all;
  for (const RecordLink& link : links) {
    all.push_back(link.label + " " + link.href);
  }
  return all;
}

StandingsPage duels() {
  StandingsPage page;
  page.records = "records/";
  page.rules = {.seats = 2, .best_of = 2, .apart = true};
  page.history = histories::history(2, {{}, {histories::win(0, 1)}});
  return page;
}

TEST(RecordLinks, NameTheMatchOfEachGame) {
  StandingsPage page = sample_pages::tables();
  EXPECT_THAT(hrefs(record_links(page, page.history.rounds[0][0], 2)),
              ElementsAre("1 records/r1t1g1.jsonl", "2 records/r1t1g2.jsonl", "3 records/r1t1g3.jsonl"));
  EXPECT_THAT(hrefs(record_links(page, page.history.rounds[0][1], 0)),
              ElementsAre("1 records/r1t2g1.jsonl", "2 records/r1t2g2.jsonl"))
      << "the third is struck: its record is one of a void match";
  page.records.clear();
  EXPECT_THAT(record_links(page, page.history.rounds[0][0], 2), IsEmpty());
}

// "r1t3g2: ... where entrants play apart the first game of the second entrant"
TEST(RecordLinks, NameTheOwnMatchWhereEntrantsPlayApart) {
  const StandingsPage page = duels();
  const PlayedEncounter& played = page.history.rounds[1][0];
  EXPECT_THAT(hrefs(record_links(page, played, 0)),
              ElementsAre("1 records/r2t1g1.jsonl", "2 records/r2t1g3.jsonl"));
  EXPECT_THAT(hrefs(record_links(page, played, 1, 4)),
              ElementsAre("5 records/r2t1g2.jsonl", "6 records/r2t1g4.jsonl"));
}

TEST(RecordLinks, StandInTheCrosstable) {
  StandingsPage page = sample_pages::round_robin();
  page.records = "records/";
  const Crosstable table = crosstable_of(page);  // e a b c d: a has beaten b in round 1
  EXPECT_THAT(hrefs(table.rows[1].cells[2].records),
              ElementsAre("1 records/r1t1g1.jsonl", "2 records/r1t1g2.jsonl"));
  EXPECT_THAT(table.rows[1].cells[1].records, IsEmpty());
  const std::string html = standings_html(page);
  EXPECT_THAT(html, HasSubstr("<td class=\"win\">1<sup><a href=\"records/r1t1g1.jsonl\">1</a> "
                              "<a href=\"records/r1t1g2.jsonl\">2</a></sup></td>"));
  page.records.clear();
  EXPECT_THAT(standings_html(page), Not(HasSubstr("href=")));
}

TEST(RecordLinks, StandInTheScoresOfAField) {
  EXPECT_THAT(standings_html(sample_pages::field()),
              HasSubstr("<a href=\"records/r2t1g1.jsonl\">12000</a><small>"));
}

TEST(Linked, IsTheContentItselfOfOneGame) {
  EXPECT_EQ(html::linked("+5", {{"1", "records/a.jsonl"}}), "<a href=\"records/a.jsonl\">+5</a>");
  EXPECT_EQ(html::linked("+5", {}), "+5");
}

}  // namespace
}  // namespace referee
