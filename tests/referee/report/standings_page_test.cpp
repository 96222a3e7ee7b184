#include "referee/report/standings_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "referee/report/crosstable.h"
#include "referee/report/html_parts.h"
#include "referee/report/html_sections.h"
#include "tests/referee/report/sample_pages.h"
#include "tests/referee/tournament/formats.h"
#include "tests/referee/tournament/histories.h"
#include "tests/support/harm.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using Json = nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(StandingsPage, SaysHowFarItIs) {
  EXPECT_EQ(progress_text(sample_pages::empty()), "not started");
  EXPECT_EQ(progress_text(sample_pages::tables()), "round 3 of 5");
  EXPECT_EQ(progress_text(sample_pages::pairs()), "final");
}

// "Standings list points, games, wins, faults by kind, mean and worst charged time"
TEST(WithholdPlaces, KeepsLaterPlacesAndThoseWithoutOne) {
  StandingsPage page = sample_pages::pairs();
  const std::size_t all = page.rows.size();
  withhold_places(page, 2);
  ASSERT_EQ(page.rows.size(), 2U);
  EXPECT_EQ(page.withheld.rows.size(), all - 2);
  EXPECT_FALSE(is_withheld(page, page.rows[1].entrant));
  const Entrant last = page.withheld.rows.back().entrant;
  EXPECT_TRUE(is_withheld(page, last));
  EXPECT_EQ(standings_row(page, last).entrant, last);
  EXPECT_FALSE(tells_explanations(page));
  StandingsPage empty = sample_pages::empty();
  const std::size_t entrants = empty.rows.size();
  withhold_places(empty, 1);
  EXPECT_EQ(empty.rows.size(), entrants) << "nobody has a place";
}

TEST(StandingsHtml, OfAFieldMarksABestScoreAmongAllEntrants) {
  StandingsPage page = sample_pages::field();
  page.history.rounds[1].edit()[1].games[0].scores[0] = 13000;  // of b, who is second
  page.rows = page.format->standings(page.history);
  const auto bold = [](const std::string& html) {
    std::size_t count = 0;
    for (std::size_t at = html.find("\"best\""); at != std::string::npos;
         at = html.find("\"best\"", at + 1)) {
      ++count;
    }
    return count;
  };
  EXPECT_EQ(bold(html::scores_part(page)), 2U);
  withhold_places(page, 1);
  EXPECT_EQ(bold(html::scores_part(page)), 1U) << "a is not the best where b is";
}

// Tournaments 10.5
TEST(Standings, HaveStaffBotsAsLinesBetweenPlaces) {
  const StandingsPage page = sample_pages::with_staff();
  ASSERT_EQ(page.rows[2].name, "c");
  EXPECT_EQ(rank_text(page.rows[2]), "-");
  EXPECT_EQ(rank_text(page.rows[3]), "3") << "b moves up";
  EXPECT_EQ(places_of(page), 4U);
  EXPECT_EQ(better_than(page, page.rows[1].entrant), "c");
  EXPECT_EQ(better_than(page, page.rows[2].entrant), "") << "the staff bot itself";
  EXPECT_EQ(better_than(page, page.rows[3].entrant), "");
  EXPECT_THAT(standings_text(page), AllOf(HasSubstr("-   c (staff)"), HasSubstr("A staff bot has no place")));
  EXPECT_THAT(standings_markdown(page), HasSubstr("A staff bot has no place"));
  EXPECT_THAT(html::standings_part(page), AllOf(HasSubstr(" class=\"staff\"><td class=\"rank\">"),
                                                HasSubstr("better than this staff bot")));
  EXPECT_THAT(standings_csv(page), AllOf(HasSubstr(",staff,better_than\r\n"), HasSubstr(",no,c\r\n"),
                                         HasSubstr("\r\n,c,"), HasSubstr(",yes,\r\n")));
  const auto json = nlohmann::json::parse(standings_json(page));
  EXPECT_EQ(json["standings"][1]["better_than"], "c");
  EXPECT_EQ(json["standings"][2]["staff"], true);
  EXPECT_EQ(json["standings"][2]["ranked"], false);
  EXPECT_EQ(json["standings"][3]["rank"], 3);
}

TEST(Standings, WithoutStaffBotsSayNothingOfThem) {
  const StandingsPage page = sample_pages::pairs();
  for (const std::string& text : {standings_text(page), standings_markdown(page), html::standings_part(page),
                                  standings_csv(page), standings_json(page)}) {
    EXPECT_EQ(text.find("staff"), std::string::npos);
    EXPECT_EQ(text.find("better"), std::string::npos);
  }
}

TEST(WithholdPlaces, ShowsALineBetweenPlacesThatAreShown) {
  StandingsPage page = sample_pages::with_staff();
  withhold_places(page, 2);
  EXPECT_EQ(page.rows.size(), 2U) << "below the line of c is nobody who is shown";
  page = sample_pages::with_staff();
  withhold_places(page, 3);
  ASSERT_EQ(page.rows.size(), 4U);
  EXPECT_TRUE(page.rows[2].staff);
}

TEST(StandingsText, ListsAllOfIt) {
  EXPECT_EQ(
      standings_text(sample_pages::round_robin()),
      "Spring cup (walls): final\n"
      "      name           points  DE  WIN    SB  games  games won  mean ms  worst ms              Elo  "
      "faults\n"
      "  1.  e (withdrawn)     2.5   -    2  3.25      6          4    1.500     1.500   186 (-40..412)      "
      " 0\n"
      "  2.  a                   2   -    2   1.5      6          4    1.500     1.500   88 (-110..286)      "
      " 0\n"
      "  3.  b                   1   -    1   0.5      6          2    1.500     1.500  -88 (-286..110)      "
      " 0\n"
      "  4.  c                 0.5   -    0  1.25      6          0    1.500     1.500  -186 (-412..40)      "
      " 0\n"
      "  5.  d (annulled)        0   -    0     0      0          0        -         -                -      "
      " 0\n"
      "Elo: a rating from all games, by maximum likelihood, with its 95% interval. The mean of all entrants "
      "is 0. The first seat is "
      "an advantage of 0 (-195..195) Elo.\n");
  const std::string tables = standings_text(sample_pages::tables());
  EXPECT_THAT(tables, HasSubstr("17 (late 12, illegal 3, malformed 1, disconnected 1)\n"));
  EXPECT_THAT(tables, HasSubstr("2 (no_show 1, forfeited 1)\n"));
  EXPECT_THAT(tables, StartsWith("Light Cycle, spring (lightcycle): round 3 of 5\n"));
}

TEST(StandingsText, SaysThatRatingsAreNotExact) {
  StandingsPage page = sample_pages::round_robin();
  EXPECT_THAT(standings_text(page), Not(HasSubstr("not exact")));
  page.ratings.converged = false;
  EXPECT_THAT(standings_text(page),
              HasSubstr("They are not exact: the search for the maximum has not converged."));
}

TEST(StandingsText, NamesTheKindsOfMachine) {
  EXPECT_EQ(standings_text(sample_pages::machines()),
            standings_text(sample_pages::pairs()) +
                "\nPlayed on 3 kinds of machine. Times on different kinds cannot be compared:\n"
                "  9 matches: AMD EPYC 7763, sandbox bwrap, calibration 19.804 ms to 20.117 ms\n"
                "  2 matches: Intel(R) Xeon(R) Gold, sandbox bwrap, calibration 26 ms\n"
                "  1 match: the referee's own machine, a CPU of unknown model\n");
  StandingsPage one = sample_pages::machines();
  one.machines.resize(1);
  EXPECT_THAT(standings_text(one), HasSubstr("\nPlayed on one kind of machine:\n"));
}

TEST(StandingsText, OfAFieldHasItsFigures) {
  // "ranked by mean score, with minimum, quartiles, maximum, standard error"
  EXPECT_EQ(
      standings_text(sample_pages::field()),
      "Spring cup (superball): round 3 of 4\n"
      "      name               mean  std err   min      Q1  median       Q3    max  games  best  mean ms"
      "  worst ms  faults\n"
      "  1.  a              17604.67  7157.25  9000   10500   12000    21907  31814      3     2    1.500"
      "     1.500       0\n"
      "  2.  b               3166.83  2916.58   250  250.25   250.5  4625.25   9000      3     0    1.500"
      "     1.500       0\n"
      "  3.  c (withdrawn)      5.67     5.67     0       0       0      8.5     17      2     0    1.500"
      "     1.500       0\n");
}

TEST(Standings, HoldNoHarmfulCharacters) {
  using test_support::harm_in;
  for (std::size_t shift = 0; shift < sample_pages::hostile_texts().size(); ++shift) {
    for (const StandingsPage& page : {sample_pages::hostile(shift), sample_pages::hostile_field(shift)}) {
      EXPECT_EQ(harm_in(standings_text(page)), "");
      EXPECT_EQ(harm_in(standings_json(page)), "");
      EXPECT_EQ(harm_in(standings_csv(page)), "");
      EXPECT_EQ(harm_in(standings_markdown(page)), "");
      EXPECT_EQ(harm_in(standings_html(page)), "");
    }
  }
}

TEST(StandingsJson, LosesNothingOfHarmfulText) {
  StandingsPage page = sample_pages::pairs();
  page.tournament = "a\x1b\u009b\u202e\u2066\u200b\U000e0041";
  EXPECT_EQ(nlohmann::json::parse(standings_json(page)).at("tournament"), page.tournament);
}

TEST(StandingsJson, HasItsKeysInAFixedOrder) {
  const auto page = nlohmann::ordered_json::parse(standings_json(sample_pages::tables()));
  std::vector<std::string> keys;
  for (const auto& [key, value] : page.items()) {
    keys.push_back(key);
  }
  EXPECT_THAT(keys,
              ElementsAre("tournament", "game", "updated", "finished", "round", "rounds", "tie_break_order",
                          "first_seat_advantage", "standings", "crosstable", "encounters", "notes"));
  keys.clear();
  for (const auto& [key, value] : page["standings"][0].items()) {
    keys.push_back(key);
  }
  EXPECT_THAT(
      keys, ElementsAre("rank", "name", "display", "points", "encounters", "games", "wins", "faults",
                        "faults_by_kind", "turns", "mean_ms", "worst_ms", "head_to_head", "sonneborn_berger",
                        "buchholz", "tie_breaks", "withdrawn", "annulled", "rating", "score"));
}

// "standings.json: tie_breaks per row, ordered as configured"
TEST(StandingsJson, HasTheTieBreaksInTheirOrder) {
  const auto page = nlohmann::ordered_json::parse(standings_json(sample_pages::pairs()));
  EXPECT_EQ(page["tie_break_order"].dump(), R"(["BH/C1","BH","SB","DE","WIN"])");
  EXPECT_EQ(page["standings"][2]["tie_breaks"].dump(), R"({"BH/C1":5,"BH":6,"SB":3.5,"DE":null,"WIN":1})");
  EXPECT_EQ(page["standings"][2]["buchholz"], 6);
  EXPECT_EQ(page["standings"][2]["sonneborn_berger"], 3.5);
  const auto field = Json::parse(standings_json(sample_pages::field()));
  EXPECT_EQ(field["tie_break_order"], Json::array());
  EXPECT_EQ(field["standings"][0]["tie_breaks"], Json::object());
}

TEST(StandingsJson, SaysWhatWasPlayed) {
  const auto page = Json::parse(standings_json(sample_pages::tables()));
  EXPECT_EQ(page["round"], 3);
  EXPECT_EQ(page["rounds"], 5);
  EXPECT_EQ(page["finished"], false);
  EXPECT_EQ(page["encounters"].size(), 9U);
  const Json& third = page["encounters"][2];
  EXPECT_EQ(third["entrants"], Json({"heidi", "ivan.v2", "judy"}));
  EXPECT_EQ(third["games"][1]["seats"], Json({nullptr, "heidi", "ivan.v2", "judy"}));
  EXPECT_EQ(third["games"][1]["game"], 2);
  EXPECT_EQ(page["encounters"][1]["games"][2]["struck"], true);
  EXPECT_EQ(page["encounters"][5]["games"][0]["no_show"], Json({false, true, false}));
  EXPECT_EQ(page["encounters"][8]["decided"], false);
  const auto duels = Json::parse(standings_json(sample_pages::pairs()));
  EXPECT_EQ(duels["encounters"][2]["kind"], "bye");
  EXPECT_EQ(duels["encounters"][7]["kind"], "forfeit");
  EXPECT_EQ(duels["encounters"][7]["points"], Json({0, 1}));
  EXPECT_EQ(duels["standings"][0]["points"], 2.5);
  const auto nothing = Json::parse(standings_json(sample_pages::empty()));
  EXPECT_EQ(nothing["standings"][0]["mean_ms"], nullptr);
  EXPECT_EQ(nothing["round"], 0);
}

TEST(StandingsJson, HasRatingsInWholeElo) {
  StandingsPage page = sample_pages::pairs();
  page.ratings.players[page.rows[0].entrant] = rating::Estimate{-12.4, -60.6, 35.8};
  page.ratings.first_seat = rating::Estimate{9.6, -20, 39.2};
  const auto known = Json::parse(standings_json(page));
  EXPECT_EQ(known["standings"][0]["rating"], Json({{"elo", -12}, {"low", -61}, {"high", 36}}));
  EXPECT_EQ(known["first_seat_advantage"], Json({{"elo", 10}, {"low", -20}, {"high", 39}}));
  const auto none = Json::parse(standings_json(sample_pages::empty()));
  EXPECT_EQ(none["standings"][0]["rating"], nullptr);
  EXPECT_EQ(none["first_seat_advantage"], nullptr);
  EXPECT_EQ(Json::parse(standings_json(sample_pages::field()))["standings"][0]["rating"], nullptr);
}

TEST(StandingsJson, KeepsTextsWhole) {
  StandingsPage page = sample_pages::empty();
  page.tournament = "two\nlines \"quoted\" \xff " + std::string(5000, 'x');
  EXPECT_EQ(Json::parse(standings_json(page))["tournament"],
            "two\nlines \"quoted\" \ufffd " + std::string(5000, 'x'));
}

// "cells that a spreadsheet would take for a formula have ' in front"
TEST(StandingsCsv, DisarmsFormulas) {
  StandingsPage page = sample_pages::pairs();
  page.rows.resize(5);
  page.rows[0].display = "=cmd|' /C calc'!A0";
  page.rows[1].display = "@SUM(\"A1\",2)";
  page.rows[2].display = "\t=1\r\n";
  page.rows[3].display = "a=b";
  page.rows[4].display = "\uff1d1";
  const std::string csv = standings_csv(page);
  EXPECT_THAT(csv, StartsWith("rank,name,display,points,encounters,games,wins,faults,late,illegal,malformed,"
                              "oversize,flood,disconnected,no_show,forfeited,referee_error,turns,mean_ms,"
                              "worst_ms,head_to_head,sonneborn_berger,buchholz,withdrawn,annulled,BH/"
                              "C1,BH,SB,DE,WIN,elo,elo_low,elo_high\r\n1,"));
  EXPECT_THAT(csv, HasSubstr(",'=cmd|' /C calc'!A0,"));
  EXPECT_THAT(csv, HasSubstr(",\"'@SUM(\"\"A1\"\",2)\","));
  EXPECT_THAT(csv, HasSubstr(",' =1??,"));
  EXPECT_THAT(csv, HasSubstr(",a=b,"));
  EXPECT_THAT(csv, HasSubstr(",'\uff1d1,"));
}

TEST(StandingsMarkdown, TellsTheWholeTournament) {
  const std::string page = standings_markdown(sample_pages::tables());
  EXPECT_THAT(
      page, StartsWith("# Light Cycle, spring\n\nlightcycle, round 3 of 5, updated 2026-11-20T08:00:00Z\n"));
  for (const char* part : {"## Standings", "## Crosstable", "## Round 1", "## Round 3", "## Notes",
                           "| frank&#95;2 |", "Alice Müller (alice)", "*withdrawn*", " cancelled",
                           "(grace was absent)", "| heidi - frank&#95;2 - carol | 4-1-2 | 3 | playing |",
                           "- 2026-11-20T07:31:02Z, round 1: r1t2g3 struck by the arbiter: wrong map",
                           "| Worst ms | BH/C1 | BH | SB | DE | WIN | Elo | Faults |",
                           "in this order: BH/C1 (Buchholz without the lowest opponent), BH (Buchholz), "}) {
    EXPECT_THAT(page, HasSubstr(part));
  }
  const std::string duels = standings_markdown(sample_pages::pairs());
  EXPECT_THAT(duels, HasSubstr("| e - d: forfeit | | 2 | 0 - 1 |"));
  EXPECT_THAT(duels, HasSubstr("| b: bye | | 3 | 1 |"));
}

TEST(StandingsMarkdown, EscapesWhatIsNotText) {
  StandingsPage page = sample_pages::empty();
  page.tournament = "a|b <i> `c` *d* _e_ [f](g) &amp; \\ \n# h";
  EXPECT_THAT(
      standings_markdown(page),
      StartsWith("# a&#124;b &#60;i&#62; &#96;c&#96; &#42;d&#42; &#95;e&#95; &#91;f&#93;(g) &#38;amp; "
                 "&#92; ?&#35; h\n"));
}

TEST(StandingsHtml, TellsTheWholeTournament) {
  const std::string page = standings_html(sample_pages::tables());
  for (const char* part :
       {"<title>Light Cycle, spring: standings</title>", "Light Cycle</bdi> &middot; round 3 of 5 &middot; ",
        "datetime=\"2026-11-20T08:00:00Z\"", "<caption>", "data-title=\"Points\"",
        "<th scope=\"row\" class=\"name\">",
        "title=\"late 12&#10;illegal 3&#10;malformed 1&#10;disconnected 1\">17</td>", "data-key=\"round-3\"",
        "<small class=\"mark\">withdrawn</small>", " (absent)", "(cancelled by the arbiter)",
        "r1t2g3 struck by the arbiter", "data-title=\"BH/C1\"",
        "(rounds won). If all are equal, the rank is shared.", "data-title=\"1. ",
        "<h2 id=\"clock-title\">Time and faults</h2>"}) {
    EXPECT_THAT(page, HasSubstr(part));
  }
  EXPECT_THAT(standings_html(sample_pages::pairs()), HasSubstr("Walls</bdi> &middot; final &middot; "));
}

TEST(StandingsHtml, GivesNoRankBeforeTheFirstResult) {
  StandingsPage page = sample_pages::pairs();
  EXPECT_THAT(standings_html(page), HasSubstr("<span class=\"number\">1</span>"));
  page.history.rounds.clear();
  page.rows = page.format->standings(page.history);
  const std::string html = standings_html(page);
  EXPECT_THAT(html, AllOf(Not(HasSubstr("<table")), HasSubstr("<h2 id=\"standings-title\">Entrants</h2>")))
      << "and there is no table of zeros";
  for (const StandingsRow& row : page.rows) {
    EXPECT_THAT(html, HasSubstr("<bdi>" + row.name + "</bdi>"));
  }
}

TEST(StandingsHtml, FoldsAwayWhatFewLookForOnANarrowScreen) {
  const std::string html = html::standings_part(sample_pages::swiss_final());
  EXPECT_THAT(html, HasSubstr("<label class=\"all-columns\"><input type=\"checkbox\"> All columns</label>"));
  for (const char* kept : {"Points", "Reached", "Faults"}) {
    EXPECT_THAT(html, Not(testing::ContainsRegex("class=\"[a-z]*extra\"><button[^>]*data-title=\"" +
                                                 std::string(kept) + "\"")));
  }
  EXPECT_THAT(html, testing::ContainsRegex("class=\"extra\"><button[^>]*data-title=\"BH/C1\""));
}

TEST(StandingsHtml, SaysHowFarEachRoundIs) {
  EXPECT_THAT(standings_html(sample_pages::tables()),
              HasSubstr("Round 3 <span class=\"round-state\">2 of 3 tables over"));
  EXPECT_THAT(standings_html(sample_pages::field()), HasSubstr("Round 1 <span class=\"round-state\">over"))
      << "an entrant that plays alone gets no points, and its table is over when it has played";
}

TEST(StandingsHtml, LeavesOutACrosstableThatNobodyReads) {
  StandingsPage page = sample_pages::empty();
  EXPECT_THAT(html::crosstable_part(sample_pages::pairs()), HasSubstr("<table class=\"cross\">"));
  page.history = histories::history(400, std::vector<History::Round>(100, {histories::win(0, 1)}));
  page.rows = page.format->standings(page.history);
  EXPECT_THAT(html::crosstable_part(page), AllOf(HasSubstr("400 entrants"), Not(HasSubstr("<table"))));
}

TEST(StandingsPage, ListOfAFieldIsALeaderboard) {
  EXPECT_THAT(standings_html(sample_pages::field()),
              HasSubstr("<h2 id=\"standings-title\">Leaderboard</h2>"));
  EXPECT_THAT(standings_markdown(sample_pages::field()), HasSubstr("\n## Leaderboard\n"));
  EXPECT_THAT(standings_html(sample_pages::pairs()), HasSubstr("<h2 id=\"standings-title\">Standings</h2>"));
}

TEST(StandingsHtml, EscapesWhatIsNotText) {
  StandingsPage page = sample_pages::empty();
  page.tournament = "<script>\"'&\n\xff";
  const std::string html = standings_html(page);
  EXPECT_THAT(html, HasSubstr("<h1 id=\"name\"><bdi>&lt;script&gt;&quot;&#39;&amp;?\ufffd</bdi></h1>"));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
}

TEST(StandingsHtml, ShowsRatings) {
  const std::string page = standings_html(sample_pages::round_robin());
  EXPECT_THAT(page, HasSubstr("<span>+186 (\u221240 to +412)</span></td>"));
  EXPECT_THAT(page, HasSubstr("The first seat is an advantage of 0 (-195..195) Elo.</span></caption>"));
  EXPECT_THAT(standings_html(sample_pages::empty()), Not(HasSubstr("Elo:")));
}

TEST(WriteStandings, WritesEveryFormat) {
  const test_support::TempFolder folder;
  const StandingsPage page = sample_pages::pairs();
  write_standings(folder.path(), page);
  EXPECT_EQ(test_support::read_file(folder / "standings.json"), standings_json(page));
  EXPECT_EQ(test_support::read_file(folder / "standings.csv"), standings_csv(page));
  EXPECT_EQ(test_support::read_file(folder / "standings.md"), standings_markdown(page));
  EXPECT_EQ(test_support::read_file(folder / "standings.html"), standings_html(page));
  EXPECT_THROW(write_standings(folder / "none", page), std::system_error);
}

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
  page.links = links_to_records("records/");
  page.format = test::swiss_format({.seats = 2, .best_of = 2, .apart = true}, 2);
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
  page.links = {};
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
  page.links = links_to_records("records/");
  const Crosstable table = crosstable_of(page);  // e a b c d: a has beaten b in round 1
  EXPECT_THAT(hrefs(table.rows[1].cells[2].records),
              ElementsAre("1 records/r1t1g1.jsonl", "2 records/r1t1g2.jsonl"));
  EXPECT_THAT(table.rows[1].cells[1].records, IsEmpty());
  const std::string html = standings_html(page);
  EXPECT_THAT(html, HasSubstr("<td class=\"win\"><a href=\"records/r1t1g1.jsonl\">1</a></td>"))
      << "one link, which leads to the other games: the table stays narrow";
  page.links = {};
  EXPECT_THAT(standings_html(page), Not(HasSubstr("href=\"records/")));
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
