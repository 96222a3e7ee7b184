#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engines/planets/builtin_maps.h"
#include "engines/registry.h"
#include "tests/engines/planets_board.h"
#include "tests/engines/planets_search.h"
#include "tests/engines/play.h"

// Our own maps: configs/maps/planets/*.json. Tests name paragraphs of engines/planets/RULES.md.
namespace engines {
namespace {

struct Size {
  std::size_t rows;
  std::size_t cols;
};

/// Planets 8.4: the handout's names and sizes.
const std::map<std::string, Size> kSizes = {{"one_scrap", {15, 11}},        {"two_scrap", {15, 11}},
                                            {"two_scrap_block", {15, 11}},  {"two_scrap_nebula", {6, 11}},
                                            {"with_unreachable", {15, 11}}, {"three_blocks", {15, 20}},
                                            {"corners", {35, 35}},          {"spiral", {25, 35}}};

Json load(const std::string& name) { return start_planets(name)->options().at("map"); }

/// The value of all scraps of the map.
std::optional<int> fewest_turns(const Json& map, bool wrap = true) {
  return PlanetsSearch(map, map.at("scraps"), wrap).fewest_turns();
}

// Planets 8.4: each name also with ghosts.
TEST(PlanetsBuiltinMaps, AreTheSixteenOfTheHandout) {
  std::set<std::string> expected;
  for (const auto& [name, size] : kSizes) {
    expected.insert({name, name + "_ghosts"});
  }
  std::set<std::string> names;
  for (const EmbeddedFile& file : planets_map_files()) {
    names.insert(std::string(file.name));
  }
  EXPECT_EQ(names, expected);
  EXPECT_EQ(names.size(), 16U);
}

// Planets 8.4: sizes are rows x columns; NAME_ghosts has the same grid.
TEST(PlanetsBuiltinMaps, HaveTheirNamesAndSizes) {
  for (const auto& [name, size] : kSizes) {
    const Json map = load(name);
    const Json with_ghosts = load(name + "_ghosts");
    EXPECT_EQ(map["name"], name);
    EXPECT_EQ(with_ghosts["name"], name + "_ghosts");
    EXPECT_EQ(map["grid"].size(), size.rows) << name;
    EXPECT_EQ(map["grid"][0].size(), size.cols) << name;
    EXPECT_EQ(with_ghosts["grid"], map["grid"]) << name;
    EXPECT_TRUE(map["ghosts"].empty()) << name;
    EXPECT_FALSE(with_ghosts["ghosts"].empty()) << name;
  }
}

TEST(PlanetsBuiltinMaps, HaveGhostsOfEveryKindOverTheSet) {
  std::set<std::string> kinds;
  for (const auto& [name, size] : kSizes) {
    const Json map = load(name + "_ghosts");
    for (const Json& ghost : map["ghosts"]) {
      kinds.insert(ghost["type"].get<std::string>() + ghost["transparency"].dump());
    }
  }
  EXPECT_EQ(kinds.size(), 6U);
}

TEST(PlanetsBuiltinMaps, WithoutGhostsCanBeWonInTimeBySearch) {
  for (const auto& [name, size] : kSizes) {
    const Json map = load(name);
    const auto turns = fewest_turns(map);
    if (name == "with_unreachable") {
      EXPECT_FALSE(turns) << *turns;
      continue;
    }
    ASSERT_TRUE(turns) << name;
    EXPECT_LE(*turns, map["turns"].get<int>()) << name;
  }
}

// Planets 8.5: both are of type 1.
TEST(PlanetsBuiltinMaps, TheOpenOnesNeedNoWrapping) {
  for (const char* name : {"one_scrap", "two_scrap"}) {
    const Json map = load(name);
    for (const Json& cells : map["grid"]) {
      EXPECT_EQ(cells, Json(std::vector<int>(11, 0))) << name;
    }
    const auto turns = fewest_turns(map, false);
    ASSERT_TRUE(turns) << name;
    EXPECT_LE(*turns, map["turns"].get<int>()) << name;
  }
}

TEST(PlanetsBuiltinMaps, TheCoursesNameOfAMapIsASecondName) {
  ASSERT_NE(planets::builtin_map("two_scraps"), nullptr);
  EXPECT_EQ(planets::map_json(*planets::builtin_map("two_scraps")),
            planets::map_json(*planets::builtin_map("two_scrap")));
}

TEST(PlanetsBuiltinMaps, WithUnreachableHasOneScrapOfEachKind) {
  for (const char* name : {"with_unreachable", "with_unreachable_ghosts"}) {
    const Json map = load(name);
    ASSERT_EQ(map["scraps"].size(), 2U);
    EXPECT_FALSE(PlanetsSearch(map, Json::array({map["scraps"][0]}), true).fewest_turns()) << name;
    EXPECT_LE(PlanetsSearch(map, Json::array({map["scraps"][1]}), true).fewest_turns().value_or(1000),
              map["turns"].get<int>())
        << name;
  }
}

// Every map but those with an unreachable scrap can be won: planets_wins.txt has moves that do.
TEST(PlanetsBuiltinMaps, AreWonByTheseMoves) {
  std::ifstream file(PLANETS_WINS);
  std::set<std::string> won;
  for (std::string name, moves; file >> name >> moves;) {
    const auto game = start_planets(name);
    fly(*game, moves);
    EXPECT_TRUE(game->to_move().empty()) << name;
    EXPECT_EQ(game->outcome()["win"], true) << name;
    won.insert(name);
  }
  EXPECT_EQ(won.size(), 14U);
}

// Planets 8.1: the default map, whole.
TEST(PlanetsBuiltinMaps, OneScrapIsTheDefault) {
  EXPECT_EQ(start("planets")->options(), start_planets("one_scrap")->options());
}

}  // namespace
}  // namespace engines
