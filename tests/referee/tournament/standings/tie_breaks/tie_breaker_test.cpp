#include "referee/tournament/standings/tie_breaks/tie_breaker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/referee/tournament/histories.h"
#include "tests/referee/tournament/standings/tie_breaks/lists.h"
#include "tests/referee/tournament/standings/tie_breaks/random_history.h"
#include "tests/support/random_cases.h"

namespace referee {
namespace {

using histories::draw;
using histories::forfeit;
using histories::history;
using histories::played;
using histories::win;
using testing::ElementsAre;

using Parts = std::vector<std::vector<Entrant>>;

Opposition swiss(std::size_t entrants, const std::vector<PlayedEncounter>& encounters,
                 std::size_t seats = 2) {
  std::vector<History::Round> rounds;
  for (const PlayedEncounter& encounter : encounters) {
    rounds.push_back({encounter});
  }
  return tie_breaker_of(tie_break_lists::swiss({}, 99, {seats, 2}), history(entrants, rounds)).opposition();
}

std::vector<std::string> scores(const DirectEncounter& encounter) {
  std::vector<std::string> texts;
  for (const TieBreakValue& score : encounter.scores) {
    texts.push_back(score.exact_text());
  }
  return texts;
}

// 6.2: "if all tied participants have met each other, the separate standings rank them"
TEST(DirectEncounter, OfAllWhoHaveMetRanksByTheirScores) {
  const auto encounter = direct_encounter(swiss(4, {win(0, 1), draw(1, 2), win(0, 2), win(3, 0)}), {0, 1, 2});
  EXPECT_TRUE(encounter.all_met);
  EXPECT_THAT(scores(encounter), ElementsAre("2", "0.5", "0.5")) << "not the loss against d";
  EXPECT_EQ(encounter.parts, (Parts{{0}, {1, 2}}));
}

// 6.1.2: of those who met more than once "the average score of those games"
TEST(DirectEncounter, OfThoseWhoMetAgainTakesTheMean) {
  const auto encounter =
      direct_encounter(swiss(3, {win(0, 1), draw(1, 0), draw(0, 1), win(1, 2), win(2, 0)}), {0, 1, 2});
  EXPECT_THAT(scores(encounter), ElementsAre("2/3", "1 1/3", "1"));
  EXPECT_EQ(encounter.parts, (Parts{{1}, {2}, {0}}));
}

// 6.2: "reapplying ... until nothing more resolves"
TEST(DirectEncounter, StartsAgainInASmallerGroup) {
  // Among four a has 2.5, c and d 1.5, b 0.5; c has beaten d.
  const auto opposition = swiss(4, {win(0, 1), win(0, 2), draw(0, 3), draw(1, 2), win(3, 1), win(2, 3)});
  EXPECT_EQ(direct_encounter(opposition, {0, 1, 2, 3}).parts, (Parts{{0}, {2, 3}, {1}}));
  EXPECT_EQ(split_by_direct_encounter(opposition, {0, 1, 2, 3}), (Parts{{0}, {2}, {3}, {1}}));
}

// 6.3: "alone at the top of the separate standings whatever the outcome of the missing games"
TEST(DirectEncounter, WhoeverIsAloneOnTopWhateverIsMissingComesFirst) {
  const auto opposition = swiss(3, {win(0, 1), win(0, 2)});
  const auto encounter = direct_encounter(opposition, {2, 1, 0});
  EXPECT_FALSE(encounter.all_met);
  EXPECT_THAT(encounter.missing, ElementsAre(1, 1, 0));
  EXPECT_EQ(encounter.parts, (Parts{{0}, {2, 1}})) << "of the others either may be ahead";
  // If a drew twice, the winner of the missing encounter of b and c has more points than a.
  EXPECT_EQ(direct_encounter(swiss(3, {draw(0, 1), draw(0, 2)}), {0, 1, 2}).parts, (Parts{{0, 1, 2}}));
}

// 6.3: "the same applies to the second rank when the first is assigned this way; and so on"
TEST(DirectEncounter, TheSameThenGoesForTheNextPlace) {
  const auto opposition = swiss(4, {win(0, 1), win(0, 2), win(0, 3), win(1, 2), win(1, 3)});
  EXPECT_EQ(direct_encounter(opposition, {0, 1, 2, 3}).parts, (Parts{{0}, {1}, {2, 3}}));
}

TEST(DirectEncounter, IsAppliedAgainToWhoIsLeft) {
  // d has not met a; by a win it could reach b, so only a's place is certain. b, c and d have all met.
  const auto opposition = swiss(4, {win(0, 1), win(0, 2), win(1, 3), draw(2, 3), draw(1, 2)});
  EXPECT_EQ(direct_encounter(opposition, {0, 1, 2, 3}).parts, (Parts{{0}, {1, 2, 3}}));
  EXPECT_EQ(split_by_direct_encounter(opposition, {0, 1, 2, 3}), (Parts{{0}, {1}, {2}, {3}}));
}

// 6.1.1: forfeits "are excluded"; 15.2: but in a round robin they are regular games
TEST(DirectEncounter, KnowsForfeitsInARoundRobinOnly) {
  const History all = history(2, {{forfeit(0, 1, 1)}});
  const auto in_swiss = tie_breaker_of(tie_break_lists::swiss(tie_break_lists::list({"DE"}), 1), all);
  EXPECT_EQ(in_swiss.split(0, {0, 1}), (Parts{{0, 1}}));
  const auto in_round_robin =
      tie_breaker_of(tie_break_lists::round_robin(tie_break_lists::list({"DE"}), 1), all);
  EXPECT_EQ(in_round_robin.split(0, {0, 1}), (Parts{{1}, {0}}));
}

TEST(DirectEncounter, OfATableOfFourIsWhoIsAheadOfWhom) {
  const auto opposition = swiss(
      4, {played({0, 1, 2, 3}, {{4, 3, 2, 1}, {4, 3, 2, 1}}), played({3, 2, 1}, {{4, 3, 2}, {4, 3, 2}})}, 4);
  const auto encounter = direct_encounter(opposition, {1, 2, 3});
  EXPECT_THAT(scores(encounter), ElementsAre("1", "1", "1")) << "each 1/2 of both";
  EXPECT_EQ(direct_encounter(opposition, {0, 3}).parts, (Parts{{0}, {3}}));
}

/// Whether `first` is alone in front of `others` for every outcome of the missing encounters, by trying them
/// all.
bool in_front_of_all(const std::vector<std::vector<std::optional<double>>>& results, std::size_t first,
                     const std::vector<std::size_t>& others) {
  std::vector<std::pair<std::size_t, std::size_t>> missing;
  for (std::size_t a = 0; a < results.size(); ++a) {
    for (std::size_t b = a + 1; b < results.size(); ++b) {
      if (!results[a][b]) {
        missing.emplace_back(a, b);
      }
    }
  }
  std::vector<int> outcome(missing.size());
  for (;;) {
    std::vector<double> score(results.size());
    for (std::size_t a = 0; a < results.size(); ++a) {
      for (std::size_t b = 0; b < results.size(); ++b) {
        score[a] += a == b ? 0 : results[a][b].value_or(0);
      }
    }
    for (std::size_t i = 0; i < missing.size(); ++i) {
      score[missing[i].first] += outcome[i] / 2.0;
      score[missing[i].second] += 1 - outcome[i] / 2.0;
    }
    for (const std::size_t other : others) {
      if (other != first && score[other] >= score[first]) {
        return false;
      }
    }
    std::size_t at = 0;
    while (at < outcome.size() && ++outcome[at] == 3) {
      outcome[at++] = 0;
    }
    if (at == outcome.size()) {
      return true;
    }
  }
}

TEST(DirectEncounter, AgreesWithTryingEveryOutcome) {
  random_history::Dice dice(1);
  int sure = 0;
  const int cases = test_support::random_cases(200);
  for (int trial = 0; trial < cases; ++trial) {
    const std::size_t size = 2 + static_cast<std::size_t>(dice.roll(3));
    std::vector<PlayedEncounter> encounters;
    std::vector<std::vector<std::optional<double>>> results(size, std::vector<std::optional<double>>(size));
    for (Entrant a = 0; a < size; ++a) {
      for (Entrant b = a + 1; b < size; ++b) {
        const int outcome = dice.roll(6);
        if (outcome < 5) {
          encounters.push_back(outcome < 2 ? win(a, b) : outcome < 4 ? win(b, a) : draw(a, b));
          results[a][b] = outcome < 2 ? 1 : outcome < 4 ? 0 : 0.5;
          results[b][a] = 1 - *results[a][b];
        }
      }
    }
    std::vector<Entrant> group(size);
    for (Entrant e = 0; e < size; ++e) {
      group[e] = e;
    }
    const auto encounter = direct_encounter(swiss(size, encounters), group);
    if (encounter.all_met) {
      continue;
    }
    std::vector<std::size_t> left = group;
    for (const std::vector<Entrant>& part : encounter.parts) {
      for (const Entrant e : left) {
        EXPECT_EQ(in_front_of_all(results, e, left), part.size() == 1 && part[0] == e) << trial;
      }
      std::erase_if(left, [&](Entrant e) { return std::ranges::find(part, e) != part.end(); });
      sure += part.size() == 1 ? 1 : 0;
    }
  }
  EXPECT_GT(sure, cases / 50);
}

}  // namespace

}  // namespace referee
