#include "referee/report/prize_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/referee/report/sample_pages.h"
#include "tests/support/harm.h"

namespace referee {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<double> kExtra{20, 10, 5};

TEST(Prizes, GoToThePlaces) {
  EXPECT_THAT(prizes_of({1, 2, 3, 4}, kExtra, Sharing::best), ElementsAre(20, 10, 5, 0));
  EXPECT_THAT(prizes_of({1, 2, 3, 4}, kExtra, Sharing::average), ElementsAre(20, 10, 5, 0));
  EXPECT_THAT(prizes_of({3, 1, 2}, kExtra, Sharing::best), ElementsAre(5, 20, 10)) << "in any order";
  EXPECT_THAT(prizes_of({1}, kExtra, Sharing::average), ElementsAre(20));
  EXPECT_THAT(prizes_of({}, kExtra, Sharing::best), IsEmpty());
}

// "sharers get the better one"
TEST(Prizes, SharersGetTheBetterOne) {
  EXPECT_THAT(prizes_of({1, 1, 3}, kExtra, Sharing::best), ElementsAre(20, 20, 5));
  EXPECT_THAT(prizes_of({1, 2, 2, 4}, kExtra, Sharing::best), ElementsAre(20, 10, 10, 0));
  EXPECT_THAT(prizes_of({1, 2, 3, 3, 3}, kExtra, Sharing::best), ElementsAre(20, 10, 5, 5, 5));
  EXPECT_THAT(prizes_of({1, 1, 1, 1}, kExtra, Sharing::best), ElementsAre(20, 20, 20, 20));
}

// "`--split` averages"
TEST(Prizes, OrTheAverageOfTheirPlaces) {
  EXPECT_THAT(prizes_of({1, 1, 3}, kExtra, Sharing::average), ElementsAre(15, 15, 5));
  EXPECT_THAT(prizes_of({1, 2, 2, 4}, kExtra, Sharing::average), ElementsAre(20, 7.5, 7.5, 0));
  // Places after the last prize count as none.
  EXPECT_THAT(prizes_of({1, 2, 3, 3}, kExtra, Sharing::average), ElementsAre(20, 10, 2.5, 2.5));
  EXPECT_THAT(prizes_of({1, 1, 1, 1, 1, 1, 1}, kExtra, Sharing::average), testing::Each(5));
}

using Json = nlohmann::json;
using testing::HasSubstr;

// Tournaments 10.5
TEST(PrizeList, GivesAStaffBotNoPrizeAndTheNextOneItsPlace) {
  const PrizeList list = prize_list_of(sample_pages::with_staff(), kExtra, Sharing::best);
  ASSERT_EQ(list.rows[2].name, "c");
  EXPECT_FALSE(list.rows[2].place);
  EXPECT_EQ(list.rows[2].extra, 0);
  EXPECT_EQ(list.rows[3].place, 3);
  EXPECT_EQ(list.rows[3].extra, 5);
  EXPECT_THAT(prize_list_text(list), HasSubstr("c (staff)"));
  EXPECT_EQ(Json::parse(prize_list_json(list))["entrants"][2]["staff"], true);
  const Gradebook book = gradebook_of(list);
  EXPECT_EQ(book.students.size(), list.rows.size() - 1);
  EXPECT_EQ(book.students[0].feedback, "place 1, better than c");
  EXPECT_EQ(book.students[2].feedback, "place 3");
}

/// Ranks 1, 1, 3, 4, 5, 6: the second entrant is withdrawn, the fourth has not played.
StandingsPage page() {
  StandingsPage page;
  page.tournament = "Spring \x1b[2J";
  page.game = "walls";
  page.finished = true;
  for (const int rank : {1, 1, 3, 4, 5, 6}) {
    StandingsRow row;
    row.rank = rank;
    row.name = std::string(1, static_cast<char>('a' + page.rows.size()));
    row.display = "=" + row.name;
    row.games = 4;
    page.rows.push_back(row);
  }
  page.rows[1].withdrawn = true;
  page.rows[3].games = 0;
  return page;
}

TEST(PrizeList, WhoIsWithdrawnOrHasNotPlayedTakesNoPlace) {
  EXPECT_EQ(prize_list_text(prize_list_of(page(), {20, 10, 5.5}, Sharing::average)),
            "Spring ?[2J (walls): final\n"
            "  rank  name           place  extra\n"
            "  1.    a                  1     20\n"
            "  1.    b (withdrawn)      -      0\n"
            "  3.    c                  2     10\n"
            "  4.    d                  -      0\n"
            "  5.    e                  3    5.5\n"
            "  6.    f                  4      0\n");
}

TEST(PrizeList, WithoutAGameNobodyIsFirst) {
  const PrizeList list = prize_list_of(sample_pages::empty(), {20}, Sharing::best);
  ASSERT_FALSE(list.rows.empty());
  for (const PrizeList::Row& row : list.rows) {
    EXPECT_EQ(row.extra, 0);
    EXPECT_EQ(row.place, std::nullopt);
  }
}

TEST(PrizeList, SaysThatPlacesMayChange) {
  const PrizeList list = prize_list_of(sample_pages::tables(), {20, 10, 5}, Sharing::best);
  EXPECT_THAT(prize_list_text(list),
              HasSubstr("): round 3 of 5. The tournament is not over: places may still change.\n"));
  EXPECT_FALSE(Json::parse(prize_list_json(list)).at("finished").get<bool>());
  EXPECT_THAT(gradebook_of(list).students.front().feedback, HasSubstr("(round 3 of 5)"));
}

TEST(PrizeList, IsJsonToo) {
  const Json list = Json::parse(prize_list_json(prize_list_of(page(), {20, 10, 5.5}, Sharing::best)));
  EXPECT_EQ(list.at("extra"), Json({20, 10, 5.5}));
  EXPECT_EQ(list.at("sharing"), "best");
  EXPECT_EQ(list.at("entrants").at(1), Json({{"rank", 1},
                                             {"place", nullptr},
                                             {"name", "b"},
                                             {"display", "=b"},
                                             {"withdrawn", true},
                                             {"extra", 0}}));
}

TEST(PrizeList, HoldsNoHarmfulCharacters) {
  using test_support::harm_in;
  for (std::size_t shift = 0; shift < sample_pages::hostile_texts().size(); ++shift) {
    const PrizeList list = prize_list_of(sample_pages::hostile(shift), {20}, Sharing::best);
    EXPECT_EQ(harm_in(prize_list_text(list)), "");
    EXPECT_EQ(harm_in(prize_list_json(list)), "");
    for (const Gradebook::Kind kind : {Gradebook::Kind::canvas, Gradebook::Kind::moodle}) {
      EXPECT_EQ(harm_in(gradebook_csv(gradebook_of(list), kind)), "");
    }
  }
}

TEST(PrizeList, IsAGradebookOfExtraPoints) {
  const Gradebook book = gradebook_of(prize_list_of(page(), {20}, Sharing::best));
  EXPECT_THAT(gradebook_csv(book, Gradebook::Kind::canvas),
              HasSubstr("Points Possible,,,,,0\r\n'=a,,,a,,20\r\n'=b,,,b,,0\r\n"));
  EXPECT_THAT(gradebook_csv(book, Gradebook::Kind::moodle),
              HasSubstr("(feedback)\"\r\na,,,20,place 1\r\nb,,,0,no place\r\n"));
}

}  // namespace

}  // namespace referee
