#include "referee/report/explanation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "tests/referee/report/sample_pages.h"
#include "tests/referee/tournament/formats.h"
#include "tests/referee/tournament/histories.h"
#include "tests/referee/tournament/standings/tie_breaks/lists.h"
#include "tests/referee/tournament/standings/tie_breaks/random_history.h"
#include "tests/support/complaint.h"
#include "tests/support/harm.h"

namespace referee {
namespace {

// Tournaments 10.5
TEST(Explanation, CountsPlacesWithoutStaffBots) {
  const StandingsPage page = sample_pages::with_staff();
  EXPECT_THAT(explanation_text(page, page.rows[2].entrant),
              testing::HasSubstr("c is a staff bot, and has no place"));
  EXPECT_THAT(explanation_text(page, page.rows[3].entrant), testing::HasSubstr("b is number 3 of 4"));
}

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// The standings page of a Swiss.
StandingsPage page_of(const StandingsRules& rules, History history) {
  StandingsPage page;
  page.tournament = "Spring cup";
  page.rounds = rules.rounds;
  page.format = test::swiss_format(rules.encounters, rules.rounds, rules.tie_breaks);
  page.rows = page.format->standings(history);
  page.history = std::move(history);
  return page;
}

TEST(Explanation, TellsHowEachNumberCameAbout) {
  StandingsPage page = sample_pages::pairs();
  page.format = test::swiss_format(
      {2, 2}, 3, tie_break_lists::list({"BH/C1", "SB", "DE", "WIN", "PS/C1", "AOB", "KS", "FB"}));
  page.rows = page.format->standings(page.history);
  EXPECT_EQ(explanation_text(page, 4),
            R"(Spring cup, final: e is number 5 of 5

PTS, points: 1
  round 1: bye: 1
  round 2: lost to a: 0
  round 3: lost to d by forfeit: 0
  Tied with b

BH/C1, Buchholz without the lowest opponent: 3.5
  round 1: bye, dummy 1 (own 1, at most 1.5 of 3 draws): 1
  round 2: a 2.5: 2.5
  round 3: dummy 1 for a forfeit (own 1, at most d 2.5): 1, left out: it chose not to play this round
  The others in the tie: b 4.5
  This breaks the tie.

SB, Sonneborn-Berger: 1
  round 1: bye, 1 x dummy 1 (own 1, at most 1.5 of 3 draws): 1
  round 2: 0 x a 2.5: 0
  round 3: 0 x dummy 1 for a forfeit (own 1, at most d 2.5): 0

DE, direct encounter: not needed

WIN, rounds won: 1
  round 1: bye: 1

PS/C1, progressive score without round 1: 2
  round 1: points so far: 1, left out
  round 2: points so far: 1
  round 3: points so far: 1

AOB, mean Buchholz of the opponents: 4
  round 2: the Buchholz of a: 4
  The mean of 1 value.

KS, Koya: points against those with half of all points: 0
  round 2: 0 x 1 against a, who has at least half of the possible points: 0
  round 3: 0 x 1 against d, who has at least half of the possible points: 0

FB, fore Buchholz: 6
  Calculated as if every match of round 3 were a draw.
  round 1: bye, dummy 1.5 (own 1.5, at most 1.5 of 3 draws): 1.5
  round 2: a 2.5: 2.5
  round 3: d 2: 2

Rank 5
)");
}

TEST(Explanation, TellsOfDirectEncounterWhoHasMetWhom) {
  using histories::win;
  // a, b and c have 2 points. a has beaten b and c, who have not met.
  const History history =
      histories::history(5, {{win(0, 1), win(2, 3)}, {win(0, 2), win(1, 3)}, {win(1, 3), win(2, 4)}});
  const StandingsPage page = page_of(tie_break_lists::swiss(tie_break_lists::list({"DE"}), 3), history);
  EXPECT_THAT(explanation_text(page, 2), EndsWith(R"(
  Tied with a, b

DE, direct encounter:
  a: 2
  b: 0, has not met 1 of them
  c: 0, has not met 1 of them
  Not all have met. Ahead whatever the missing results are: a
  Again, among those who are still tied:
  b: 0, has not met 1 of them
  c: 0, has not met 1 of them
  Not all have met, so nobody is ahead for certain.
  Still tied with b

Rank 2, shared with b
)"));
  EXPECT_THAT(explanation_text(page, 0), EndsWith("\n  This breaks the tie.\n\nRank 1\n"));
}

TEST(Explanation, TellsWhyAnOpponentIsWorthMoreThanItsPoints) {
  const auto at_table = [](std::vector<Entrant> entrants) {
    return histories::played(std::move(entrants), {{3, 2, 1}});
  };
  const History history = histories::history(6, {{at_table({0, 1, 2})}, {at_table({0, 3, 4})}});
  const StandingsPage page =
      page_of(tie_break_lists::swiss(tie_break_lists::list({"BH", "SB"}), 2, {3, 1}), history);
  const std::string text = explanation_text(page, 0);
  EXPECT_THAT(text, HasSubstr("\n  round 1: beat b, beat c: 1\n"));
  EXPECT_THAT(text, HasSubstr("\n  round 1: mean of b 1 (0.5, and the bye of round 2 as a draw), "
                              "c 0.5 (0, and the bye of round 2 as a draw): 0.75\n"));
  EXPECT_THAT(explanation_text(page, 1), HasSubstr("\n  round 1: mean of 0 x a 2, 1 x c 0.5 ("));
  EXPECT_THAT(explanation_text(page, 5), HasSubstr("\n  round 1: zero-point bye: 0\n"));
}

/// The value of "1 2/3", "2/3" or "1.5".
double number(const std::string& text) {
  const auto space = text.find(' ');
  const auto slash = text.find('/');
  if (slash == std::string::npos) {
    return std::stod(text);
  }
  const double whole = space == std::string::npos ? 0 : std::stod(text.substr(0, space));
  const std::string fraction = space == std::string::npos ? text : text.substr(space + 1);
  return whole + std::stod(fraction) / std::stod(fraction.substr(fraction.find('/') + 1));
}

/// The exact value of "8.67 (8 2/3)" or "8.5".
double headline_number(const std::string& text) {
  if (text.starts_with("none")) {
    return 0;  // a mean of no values
  }
  const auto open = text.find('(');
  return number(open == std::string::npos ? text : text.substr(open + 1, text.size() - open - 2));
}

/// Checks that the lines of each part add up to the value in its headline. Returns the number of parts.
int add_up(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  int parts = 0;
  double expected = 0;
  double sum = 0;
  int count = 0;
  bool mean = false;
  const auto finish = [&] { EXPECT_NEAR(mean && count > 0 ? sum / count : sum, expected, 1e-9) << text; };
  std::getline(lines, line);  // the entrant's line
  while (std::getline(lines, line)) {
    const auto last = line.rfind(": ");
    const bool headline = !line.starts_with(" ") && last != std::string::npos && line.find(", ") < last;
    if (headline && !line.starts_with("DE,")) {
      finish();
      ++parts;
      expected = headline_number(line.substr(last + 2));
      mean = line.starts_with("AOB");
      sum = count = 0;
    } else if (line.starts_with("  round ") && line.find(", left out") == std::string::npos) {
      sum += number(line.substr(last + 2));
      ++count;
    }
  }
  finish();
  return parts;
}

// "--explain NAME shows how each number came about"
TEST(Explanation, AddsUpToTheValues) {
  random_history::Dice dice(5);
  for (int trial = 0; trial < 60; ++trial) {
    const bool tables = trial % 3 == 0;
    const std::size_t seats = tables ? 4 : 2;
    const std::size_t rounds = 1 + static_cast<std::size_t>(dice.roll(6));
    TieBreaks list = tie_break_lists::list(
        {"BH/C1", "BH/M1", "DE", "BH", "SB/C1", "SB", "FB", "AOB", "KS", "WIN", "WON", "PS", "PS/C1"});
    if (!tables) {
      list.push_back(tie_break_lists::one("BPG"));
    }
    const StandingsPage page =
        page_of(tie_break_lists::swiss(list, static_cast<int>(rounds), {seats, 1}),
                random_history::swiss(dice, 4 + static_cast<std::size_t>(dice.roll(8)), rounds, seats));
    for (Entrant e = 0; e < page.history.entrants.size(); ++e) {
      const std::string text = explanation_text(page, e);
      EXPECT_EQ(add_up(text), static_cast<int>(list.size())) << text;
      const auto row = std::ranges::find(page.rows, e, &StandingsRow::entrant);
      EXPECT_THAT(text, HasSubstr("\nBH, Buchholz: " + row->buchholz->text()));
      EXPECT_THAT(text, HasSubstr(is_ranked(*row) ? "\nRank " + rank_text(*row) : "\nNo rank"));
    }
  }
}

// Tournaments 9.6: where the mean score ranks, it is explained before the points.
TEST(Explanation, TellsTheMeanScoreWhereThatRanks) {
  StandingsPage page = sample_pages::by_score();
  const std::string text = explanation_text(page, entrant_named(page, "b"));
  EXPECT_THAT(text, HasSubstr("Mean score: 3.75"));
  EXPECT_THAT(text, HasSubstr("\n  round 3: 9, 2\n"));
  EXPECT_LT(text.find("Mean score"), text.find("PTS, points: 0"));
  EXPECT_THAT(text, EndsWith("Rank 1\n"));
}

// Tournaments 10.2: where points a match rank, it says so.
TEST(Explanation, TellsPointsAMatchWhereTheyRank) {
  StandingsPage page;
  page.rounds = 7;
  page.format = test::round_robin_format({2, 2})->with_entered({3, 4});
  page.history =
      histories::history(4, {{histories::win(0, 1)}, {histories::win(0, 2)}, {histories::win(3, 0)}});
  page.rows = page.format->standings(page.history);
  const std::string text = explanation_text(page, 0);
  EXPECT_THAT(text, HasSubstr("\n  Points a match: 0.67. They rank"));
  EXPECT_THAT(text, EndsWith("Rank 2\n"));
}

TEST(Explanation, OfAnAnnulledEntrantSaysSo) {
  const StandingsPage page = sample_pages::round_robin();
  EXPECT_THAT(explanation_text(page, entrant_named(page, "d")),
              StartsWith("Spring cup, final: d is number 5 of 5\nAnnulled: "));
}

TEST(Explanation, FindsEntrantsByName) {
  const StandingsPage page = sample_pages::tables();
  EXPECT_EQ(entrant_named(page, "alice"), 1U);
  EXPECT_EQ(entrant_named(page, "ALICE"), 1U) << "names are unique after case folding";
  EXPECT_THAT(test_support::complaint([&] { entrant_named(page, "alic"); }),
              AllOf(StartsWith("no entrant is called \"alic\". The nearest names are: alice, "),
                    Not(HasSubstr("bob-the-bot"))));
  EXPECT_THROW(entrant_named(page, std::string(100'000, 'x')), std::invalid_argument);
}

TEST(Explanation, HoldsNoHarmfulCharacters) {
  for (std::size_t shift = 0; shift < sample_pages::hostile_texts().size(); ++shift) {
    EXPECT_EQ(test_support::harm_in(explanation_text(sample_pages::hostile(shift), 0)), "");
  }
}

TEST(Explanation, OfAFieldTellsTheScoresThatMakeItsMean) {
  StandingsPage page = sample_pages::field();
  EXPECT_EQ(explanation_text(page, 1),
            "Spring cup, round 3 of 4: b is number 2 of 3\n"
            "\n"
            "mean score: 3166.83, from 3 scores\n"
            "  instance 1: 250. The best of the others: 31814\n"
            "  instance 2: 250.5. The best of the others: 12000\n"
            "  instance 3: 9000, equal to the best of the others\n"
            "\n"
            "Next before it: a, 17604.67\n"
            "Next behind it: c, 5.67\n"
            "Rank 2\n");
  EXPECT_THAT(explanation_text(page, 0),
              HasSubstr("  instance 1: 31814, the best of all. The best of the others: 250\n"));
  EXPECT_THAT(explanation_text(page, 2), HasSubstr("  instance 3: 0, because it had withdrawn before\n"));
  page.rows[1].rank = 1;
  EXPECT_THAT(explanation_text(page, 0), EndsWith("Rank 1, shared with b: the means are equal\n"));
}

}  // namespace
}  // namespace referee
