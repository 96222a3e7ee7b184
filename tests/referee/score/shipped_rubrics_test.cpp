#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/games/game_parts.h"
#include "referee/score/rubric.h"

// The handouts' rubrics at the limits of their criteria. Quotes are from the issue that asked for them.
namespace referee::score {
namespace {

Rubric load(const std::string& name) {
  return Rubric::load(std::filesystem::path(RUBRICS) / (name + ".json"));
}

/// Points of an item for these measured values; a value not given is 0.
double points_of(const RubricItem& item, const std::vector<std::pair<Measured, double>>& measured) {
  double share = 1;
  for (const Criterion& criterion : item.criteria) {
    const auto value = std::ranges::find(measured, criterion.measured, &std::pair<Measured, double>::first);
    share = std::min(share, criterion.share_of(value == measured.end() ? 0 : value->second));
  }
  return share * item.points;
}

const Measured kNeedlessDeaths(parts_of("lightcycle").measures[0]);

class LightCyclePhases : public testing::TestWithParam<const char*> {
 protected:
  const Rubric rubric_ = load(GetParam());
  const RubricItem& only_dies_when_it_must_ = rubric_.items.at(0);
  const RubricItem& pairwise_ = rubric_.items.at(1);
  const RubricItem& first_ = rubric_.items.at(2);
};

INSTANTIATE_TEST_SUITE_P(Both, LightCyclePhases, testing::Values("lightcycle_phase1", "lightcycle_phase2"));

TEST_P(LightCyclePhases, AreLevels) {
  EXPECT_EQ(rubric_.total, Rubric::Total::best);
  EXPECT_EQ(rubric_.max_points(), 30);
  EXPECT_EQ(rubric_.items.size(), 3U);
}

// "opponents are deterministic from the seed (depth or node limits, not time)": so is who gets a contested
// cell
TEST_P(LightCyclePhases, HideTheTimeFromTheRules) {
  for (const RubricItem& item : rubric_.items) {
    EXPECT_EQ(item.clock.kind, ClockKind::mean);
    EXPECT_EQ(item.clock.ms, 50);
    EXPECT_EQ(item.clock.rules_time, RulesTime::none);
  }
}

// "21: legal, and only dies when it must, proven from the record"
TEST_P(LightCyclePhases, Give21ToWhoIsLegalAndOnlyDiesWhenItMust) {
  const RubricItem& item = only_dies_when_it_must_;
  EXPECT_EQ(points_of(item, {{Measured::faults, 0}, {kNeedlessDeaths, 0}}), 21);
  EXPECT_EQ(points_of(item, {{Measured::faults, 1}, {kNeedlessDeaths, 0}}), 0);
  EXPECT_EQ(points_of(item, {{Measured::faults, 0}, {kNeedlessDeaths, 1}}), 0);
  EXPECT_EQ(item.games.size(), 4U) << "a game from each seat";
}

// "25: mean pairwise result at least 0.40 over 24 games against three dumb robots, seats rotated"
TEST_P(LightCyclePhases, Give25ForAMeanPairwiseResultOf40Percent) {
  EXPECT_EQ(pairwise_.games.size(), 24U);
  EXPECT_EQ(pairwise_.line_ups.at(0).size(), 3U);
  EXPECT_EQ(pairwise_.games.size() % 4, 0U) << "each seat as often";
  EXPECT_EQ(points_of(pairwise_, {{Measured::pairwise, 0.39}}), 0);
  EXPECT_EQ(points_of(pairwise_, {{Measured::pairwise, 28.5 / 72}}), 0);  // 0.396, the last below
  EXPECT_EQ(points_of(pairwise_, {{Measured::pairwise, 0.4}}), 25);
  EXPECT_EQ(points_of(pairwise_, {{Measured::pairwise, 29.0 / 72}}), 25);  // 0.403, the first above
}

// "30: first in 2 of 3 against them"
TEST_P(LightCyclePhases, Give30ForTwoFirstPlacesOfThree) {
  EXPECT_EQ(first_.games.size(), 3U);
  EXPECT_EQ(points_of(first_, {{Measured::wins, 1}}), 0);
  EXPECT_EQ(points_of(first_, {{Measured::wins, 2}}), 30);
  EXPECT_EQ(first_.line_ups, pairwise_.line_ups);
}

TEST(ShippedRubrics, EachGameOfAnItemHasASeedOfItsOwn) {
  for (const char* name : {"lightcycle_phase1", "lightcycle_phase2", "walls"}) {
    for (const RubricItem& item : load(name).items) {
      std::set<std::uint64_t> seeds;
      for (const RubricGame& game : item.games) {
        seeds.insert(game.seed);
      }
      EXPECT_EQ(seeds.size(), item.games.size()) << name << ", " << item.name;
    }
  }
}

// "Planets beta test (3 maps x 5)"
TEST(ShippedRubrics, PlanetsBetaIsThreeMapsOfFivePoints) {
  const Rubric rubric = load("planets_beta");
  EXPECT_EQ(rubric.max_points(), 15);
  ASSERT_EQ(rubric.items.size(), 3U);
  for (const RubricItem& item : rubric.items) {
    EXPECT_EQ(item.games.size(), 1U);
    EXPECT_EQ(points_of(item, {{Measured::attained, 0.99}}), 0);
    EXPECT_EQ(points_of(item, {{Measured::attained, 1}}), 5);
  }
}

// "the handout's beta test (one scrap, no asteroids, nebulae or ghosts)"
TEST(ShippedRubrics, PlanetsBetaHasOneScrapInOpenSpace) {
  for (const RubricItem& item : load("planets_beta").items) {
    const nlohmann::json& map = item.games.front().options.at("map");
    EXPECT_EQ(map.at("scraps").size(), 1U);
    EXPECT_TRUE(map.at("ghosts").empty());
    for (const nlohmann::json& row : map.at("grid")) {
      EXPECT_EQ(row, nlohmann::json(std::vector<int>(row.size(), 0))) << item.name;
    }
  }
}

// "final (type 1: 20, type 2: 30, type 3: 20, partial credit by score against what can be attained)"
TEST(ShippedRubrics, PlanetsFinalGivesPartialCredit) {
  const Rubric rubric = load("planets_final");
  ASSERT_EQ(rubric.items.size(), 3U);
  const double most[] = {20, 30, 20};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(points_of(rubric.items[i], {{Measured::attained, 0}}), 0);
    EXPECT_DOUBLE_EQ(points_of(rubric.items[i], {{Measured::attained, 0.5}}), most[i] / 2);
    EXPECT_DOUBLE_EQ(points_of(rubric.items[i], {{Measured::attained, 1}}), most[i]);
  }
}

// "Snake challenges 1-3 and final (... score against best known)"
TEST(ShippedRubrics, SnakeSharesGoUpToTheBestKnown) {
  for (const char* name : {"snake_challenge_1", "snake_challenge_2", "snake_challenge_3", "snake_final"}) {
    const Rubric rubric = load(name);
    const double most = rubric.max_points();
    const auto points = [&](double attained) {
      double sum = 0;
      for (const RubricItem& item : rubric.items) {
        sum += points_of(item, {{Measured::attained, attained}});
      }
      return sum;
    };
    EXPECT_EQ(most, std::string(name) == "snake_final" ? 30 : 10);
    EXPECT_DOUBLE_EQ(points(0), 0);
    EXPECT_DOUBLE_EQ(points(0.45), 0.2 * most);
    EXPECT_DOUBLE_EQ(points(0.9), 0.4 * most);
    EXPECT_DOUBLE_EQ(points(0.95), 0.7 * most);
    EXPECT_DOUBLE_EQ(points(1), most);
  }
}

// "`gcc -O2 -std=c99 --pedantic *.c -o iap` in folder `iap`, authors line"
TEST(ShippedRubrics, SnakeIsBuiltAsTheHandoutSays) {
  for (const char* name : {"snake_challenge_1", "snake_challenge_2", "snake_challenge_3", "snake_final"}) {
    const prepare::Build build = load(name).build.value();
    EXPECT_TRUE(build.archive) << name;
    EXPECT_EQ(build.folder, "iap");
    EXPECT_EQ(build.require, std::vector<std::string>{"*.c"});
    EXPECT_TRUE(build.command.ends_with("; gcc -O2 -std=c99 --pedantic *.c -o iap")) << build.command;
  }
}

// "Superball (average over 100 on 100 games)"
TEST(ShippedRubrics, SuperballAsksForMoreThan100OnAverage) {
  const RubricItem item = load("superball").items.at(0);
  EXPECT_EQ(item.games.size(), 100U);
  EXPECT_EQ(item.games.front().seed, 1U);
  EXPECT_EQ(item.games.back().seed, 100U);
  EXPECT_EQ(item.games.front().options.at("deal"), "handout");
  EXPECT_EQ(points_of(item, {{Measured::score, 100}}), 0);
  EXPECT_EQ(points_of(item, {{Measured::score, 100.01}}), item.points);
}

TEST(ShippedRubrics, WallsAsksForLegalMovesAndMore) {
  const Rubric rubric = load("walls");
  EXPECT_EQ(rubric.max_points(), 100);
  EXPECT_EQ(points_of(rubric.items.at(0), {{Measured::faults, 1}}), 0);
  EXPECT_EQ(points_of(rubric.items.at(0), {{Measured::faults, 0}}), 20);
  EXPECT_EQ(points_of(rubric.items.at(1), {{Measured::wins, 5}}), 0);
  EXPECT_EQ(points_of(rubric.items.at(1), {{Measured::wins, 6}}), 40);
  EXPECT_EQ(points_of(rubric.items.at(2), {{Measured::pairwise, 0.25}}), 20);
  EXPECT_EQ(points_of(rubric.items.at(2), {{Measured::pairwise, 0.5}}), 40);
  EXPECT_EQ(points_of(rubric.items.at(2), {{Measured::pairwise, 1}}), 40);
}

}  // namespace
}  // namespace referee::score
