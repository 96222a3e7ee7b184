#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "engines/registry.h"
#include "tests/engines/planets_board.h"
#include "tests/engines/planets_search.h"

// The attainable points in the rubrics of Planets, configs/rubrics/planets_*.json: stored moves reach them,
// and a search finds that no moves reach more, even without ghosts.
namespace engines {
namespace {

const std::filesystem::path kRubrics = RUBRICS;

Json read_json(const std::filesystem::path& file) {
  std::ifstream in(file);
  return Json::parse(in);
}

/// The map of an instance, complete.
Json map_of(const Json& instance) {
  const std::string name = instance.at("map");
  const Json map = name.ends_with(".json") ? read_json(kRubrics / name) : Json(name);
  return start_planets(map)->options().at("map");
}

/// By map: moves that reach all attainable points.
std::map<std::string, std::string> best_moves() {
  std::map<std::string, std::string> moves;
  for (const char* file : {PLANETS_WINS, PLANETS_ATTAINED}) {
    std::ifstream in(file);
    for (std::string name, letters; in >> name >> letters;) {
      moves[name] = letters;
    }
  }
  return moves;
}

/// The items of both rubrics.
std::vector<Json> items() {
  std::vector<Json> all;
  for (const char* name : {"planets_beta.json", "planets_final.json"}) {
    const Json rubric = read_json(kRubrics / name);
    all.insert(all.end(), rubric.at("items").begin(), rubric.at("items").end());
  }
  return all;
}

TEST(PlanetsRubrics, WhatIsAttainableIsTheMostThatCanBe) {
  const auto moves = best_moves();
  for (const Json& item : items()) {
    for (const Json& instance : item.at("instances")) {
      const Json map = map_of(instance);
      const std::string name = map.at("name");
      const int most = PlanetsSearch(map, map.at("scraps")).best_value(map.at("turns").get<int>());
      EXPECT_EQ(instance.at("attainable"), most) << name;
      if (map.at("ghosts").empty()) {
        continue;  // without ghosts the search is exact
      }
      ASSERT_TRUE(moves.contains(name)) << name;
      const auto game = start_planets(map);
      fly(*game, moves.at(name));
      EXPECT_EQ(game->outcome().at("score"), most) << name;
    }
  }
}

// Planets 8.5: the maps of each item are of its type; those of type 3 all have ghosts.
TEST(PlanetsRubrics, TheFinalHasThreeMapsAtLeastOfEachType) {
  const Json final_items = read_json(kRubrics / "planets_final.json").at("items");
  ASSERT_EQ(final_items.size(), 3U);
  for (std::size_t type = 1; type <= 3; ++type) {
    const Json& instances = final_items[type - 1].at("instances");
    EXPECT_EQ(final_items[type - 1].at("name").get<std::string>().substr(0, 6),
              "Type " + std::to_string(type));
    EXPECT_GE(instances.size(), 3U);
    for (const Json& instance : instances) {
      const Json map = map_of(instance);
      EXPECT_EQ(map.at("ghosts").empty(), type < 3) << map.at("name");
      if (type == 1) {
        for (const Json& row : map.at("grid")) {
          EXPECT_EQ(row, Json(std::vector<int>(row.size(), 0))) << map.at("name");
        }
        EXPECT_LE(PlanetsSearch(map, map.at("scraps"), false).fewest_turns().value(),
                  map.at("turns").get<int>())
            << map.at("name");
      }
    }
  }
}

}  // namespace
}  // namespace engines
