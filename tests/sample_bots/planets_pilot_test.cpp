#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "engines/planets/builtin_maps.h"
#include "engines/random.h"
#include "sample_bots/cpp/planets/planner.h"
#include "tests/engines/planets_random_map.h"
#include "tests/engines/play.h"
#include "tests/sample_bots/planets_chart.h"

namespace {

using engines::Observer;

using planets::Chart;
using planets::chart_of;
using planets::Course;
using planets::Fate;
using planets::Json;
using planets::Limits;
using planets::Map;
using planets::Move;
using planets::Planner;
using planets::Routes;
using planets::World;

constexpr Limits kFewNodes = {.budget = {}, .nodes = 20'000};

Course greedy(const Chart& chart) {
  const Routes routes(chart.map);
  return planets::play(chart, [&](const World& world) { return greedy_move(chart.map, routes, world); });
}

Course plan(const Chart& chart, Limits limits = kFewNodes) {
  Planner planner(chart.map, limits);
  return planets::play(chart, [&](const World& world) { return planner.choose(world); });
}

// "Hold: whoever is slowed (ship; ...) and enters a cell of value k is held for the next k turns."
TEST(PlanetsGreedy, GoesRoundANebulaIfThatIsFaster) {
  EXPECT_EQ(greedy(chart_of({"#######",  //
                             "#S.3.$#",  //
                             "#.....#",  //
                             "#######"},
                            20))
                .moves.size(),
            6U);
  EXPECT_EQ(greedy(chart_of({"#######",  //
                             "#S.1.$#",  //
                             "#.....#",  //
                             "#######"},
                            20))
                .moves,
            "RR.RR");
}

// "Wrap-around: the ship may leave one edge and appear on the opposite one"
TEST(PlanetsGreedy, TakesTheWayOverTheEdge) {
  EXPECT_EQ(greedy(chart_of({".S.....$."}, 20)).moves, "LLL");
  EXPECT_EQ(greedy(chart_of({"S", "#", "$", "."}, 20)).moves, "UU");
}

TEST(PlanetsGreedy, TakesTheNearestScrapFirst) {
  // With holds counted, the upper one is nearer.
  const Course course = greedy(chart_of({"#######",  //
                                         "#S..$##",  //
                                         "#4#####",  //
                                         "#$#####",  //
                                         "#######"},
                                        30));
  EXPECT_EQ(course.moves.substr(0, 3), "RRR");
  EXPECT_EQ(course.fate, Fate::won);
}

TEST(PlanetsGreedy, LeavesUnreachableScrapsAlone) {
  const Course course = greedy(chart_of({"######",  //
                                         "#S$#$#",  //
                                         "######"},
                                        4));
  EXPECT_EQ(course.moves, "R...");
  EXPECT_EQ(course.fate, Fate::out_of_turns);
  EXPECT_EQ(course.score, 10);
}

TEST(PlanetsPlanner, AvoidsAPatrolThatGreedyRunsInto) {
  const Chart chart = chart_of({"#######",  //
                                "#S.G.$#",  //
                                "#.....#",  //
                                "#######"},
                               30, {{'G', "backandforth", 0, "L"}});
  EXPECT_EQ(greedy(chart).fate, Fate::caught);
  EXPECT_EQ(plan(chart).fate, Fate::won);
}

TEST(PlanetsPlanner, LuresAChasingGhostAway) {
  // The ghost waits at the entrance of the dead end; the direct way is death, and only a way round the block
  // is long enough.
  const Chart chart = chart_of({"#########",  //
                                "#S.....G$",  //
                                "#.###.###",  //
                                "#.....###",  //
                                "#########"},
                               60, {{'G', "towardplayer", 1}});
  EXPECT_EQ(greedy(chart).fate, Fate::caught);
  const Course course = plan(chart);
  EXPECT_EQ(course.fate, Fate::won) << course.moves;
}

// "Over: caught; ... Score = value picked up."
TEST(PlanetsPlanner, StaysAliveWhereItCannotWin) {
  const Chart chart = chart_of({"#########",  //
                                "#S..#..G#",  //
                                "#.$.#..$#",  //
                                "#########"},
                               25, {{'G', "towardplayer", 2}});
  const Course course = plan(chart);
  EXPECT_EQ(course.score, 10);
  EXPECT_EQ(course.fate, Fate::out_of_turns) << course.moves;
}

TEST(PlanetsPlanner, PicksUpWhatItCanWhereTimeIsShort) {
  EXPECT_EQ(plan(chart_of({"#########",  //
                           "#$..S.$$#",  //
                           "#########"},
                          4))
                .score,
            20);
}

TEST(PlanetsPlanner, MakesANewPlanWhenAnAnswerWasLost) {
  const Chart chart = chart_of({"#######",  //
                                "#S.G.$#",  //
                                "#.....#",  //
                                "#######"},
                               40, {{'G', "backandforth", 0, "L"}});
  Planner planner(chart.map, kFewNodes);
  World world = chart.world;
  Fate fate = world.step(chart.map, Move::stay);
  for (int turn = 0; fate == Fate::on; ++turn) {
    const Move move = planner.choose(world);
    fate = world.step(chart.map, turn == 1 ? Move::stay : move);
  }
  EXPECT_EQ(fate, Fate::won);
}

TEST(PlanetsPlanner, ALimitOnNodesMakesItRepeatable) {
  engines::Rng rng(5);
  for (int i = 0; i < 20; ++i) {
    const auto game =
        engines::start("planets", Json::object({{"map", engines::random_planets_map(rng)}}).dump());
    const Map map(game->setup());
    const Chart chart{map, World::read(map, game->view(Observer::everybody()))};
    const Limits limits{.budget = {}, .nodes = 300};
    EXPECT_EQ(plan(chart, limits).moves, plan(chart, limits).moves) << i;
  }
}

TEST(PlanetsPlanner, KeepsToItsNodes) {
  engines::Rng rng(6);
  const auto game =
      engines::start("planets", Json::object({{"map", engines::random_planets_map(rng)}}).dump());
  const Map map(game->setup());
  World world = World::read(map, game->view(Observer::everybody()));
  Planner planner(map, {.budget = {}, .nodes = 100});
  for (Fate fate = Fate::on; fate == Fate::on;) {
    fate = world.step(map, planner.choose(world));
    EXPECT_LE(planner.nodes(), 101U);
  }
}

/// The outcome of a game by the referee's rules.
template <class Choose>
Json outcome_of(const Json& chart, Choose choose) {
  const auto game = engines::start("planets", Json::object({{"map", chart}}).dump());
  const Map map(game->setup());
  while (!game->to_move().empty()) {
    engines::turn(
        *game,
        {{.move = Json(planets::word_of(choose(map, World::read(map, game->view(Observer::everybody())))))}});
  }
  return game->outcome();
}

TEST(PlanetsPlanner, WinsOurMaps) {
  int wins = 0;
  for (const auto& [name, text] : engines::planets_map_files()) {
    std::unique_ptr<Planner> planner;
    const Json outcome = outcome_of(Json(name), [&](const Map& map, const World& world) {
      if (!planner) {
        planner = std::make_unique<Planner>(map, kFewNodes);
      }
      return planner->choose(world);
    });
    wins += outcome["win"].get<bool>() ? 1 : 0;
    const bool can_be_won = name.find("unreachable") == std::string_view::npos;
    EXPECT_EQ(outcome["win"].get<bool>(), can_be_won) << name;
    EXPECT_FALSE(outcome["caught"].get<bool>()) << name;
    EXPECT_GT(outcome["score"].get<int>(), 0) << name;
  }
  EXPECT_EQ(wins, 14);
}

}  // namespace
