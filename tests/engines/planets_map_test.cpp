#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engines/registry.h"
#include "protocol/limits.h"
#include "tests/engines/planets_board.h"
#include "tests/engines/play.h"

// The messages about mistakes in maps, and the limits. Tests name paragraphs of engines/planets/RULES.md.
namespace engines {
namespace {

/// A good map with `value` at the JSON pointer `where`; without a value, the key there is removed.
Json changed(std::string_view where, std::string_view value) {
  Json map = planets_map({"S.#", ".2a", "..b"}, {backandforth(0, 1, "D", 1), towardplayer(2, 0, 2)}, 9);
  const Json::json_pointer pointer{std::string(where)};
  if (value.empty()) {
    map[pointer.parent_pointer()].erase(pointer.back());
  } else {
    map[pointer] = Json::parse(value);
  }
  return map;
}

std::string error_of_map(const Json& map) { return options_error("planets", Json::object({{"map", map}})); }

// Planets 8.1, 8.4: the option is a map or one of sixteen names.
TEST(PlanetsMap, AnUnknownNameIsAnsweredWithTheKnownOnes) {
  EXPECT_EQ(
      error_of_map("spirale"),
      R"(options.map: got "spirale", expected a map object or one of the names corners, corners_ghosts, )"
      "one_scrap, one_scrap_ghosts, spiral, spiral_ghosts, three_blocks, three_blocks_ghosts, two_scrap, "
      "two_scrap_block, two_scrap_block_ghosts, two_scrap_ghosts, two_scrap_nebula, two_scrap_nebula_ghosts, "
      "with_unreachable, with_unreachable_ghosts");
  EXPECT_EQ(error_of_map(7).rfind("options.map: got 7, expected a map object or one of the names ", 0), 0U);
}

struct Mistake {
  const char* where;
  const char* value;  // empty: the key is missing
  const char* text;
};

// Planets 1.1, 1.2, 1.3, 1.4, 8.2, 8.3: cells, values, places, keys and ranges.
TEST(PlanetsMap, AMistakeIsNamedWithItsKeyPathItsValueAndWhatWasExpected) {
  const Mistake mistakes[] = {
      {"/name", "", "options.map.name: missing, expected a string of at most 64 bytes"},
      {"/name", "3", "options.map.name: got 3, expected a string of at most 64 bytes"},
      {"/grid", "", "options.map.grid: missing, expected a value"},
      {"/grid", "[]", "options.map.grid: got [], expected a list of 1 to 200 rows"},
      {"/grid/1", "7", "options.map.grid[1]: got 7, expected a list of 1 to 200 cells"},
      {"/grid/2", "[0,0]", "options.map.grid[2]: got [0,0], expected 3 cells, as in the rows before"},
      {"/grid/1/2", "-1",
       "options.map.grid[1][2]: got -1, expected null for an asteroid, 0 for empty space or a nebula's value "
       "from 1 to 100000"},
      {"/grid/0/1", "1.5",
       "options.map.grid[0][1]: got 1.5, expected null for an asteroid, 0 for empty space or a nebula's "
       "value "
       "from 1 to 100000"},
      {"/turns", "0", "options.map.turns: got 0, expected an integer from 1 to 100000"},
      {"/turns", "", "options.map.turns: missing, expected an integer from 1 to 100000"},
      {"/ship", "", "options.map.ship: missing, expected a value"},
      {"/ship", "[3,0]", "options.map.ship: got [3,0], expected a cell [row,column] from [0,0] to [2,2]"},
      {"/ship", "[0,-1]", "options.map.ship: got [0,-1], expected a cell [row,column] from [0,0] to [2,2]"},
      {"/ship", "[0]", "options.map.ship: got [0], expected a cell [row,column] from [0,0] to [2,2]"},
      {"/ship", "[0,2]", "options.map.ship: got [0,2], expected a passable cell: there is an asteroid"},
      {"/scraps", "[]", "options.map.scraps: got [], expected a list of 1 to 1000 scraps"},
      {"/scraps/0", "[1,2]", "options.map.scraps[0]: got [1,2], expected an object"},
      {"/scraps/1/value", "0",
       "options.map.scraps[1].value: got 0, expected an integer from 1 to 1000000000"},
      {"/scraps/1/value", "2.0",
       "options.map.scraps[1].value: got 2.0, expected an integer from 1 to 1000000000: 3, not 3.0"},
      {"/scraps/1/location", "", "options.map.scraps[1].location: missing, expected a value"},
      {"/scraps/1/location", "[0,0]",
       "options.map.scraps[1].location: got [0,0], expected a cell where nothing else starts: ship does"},
      {"/scraps/1/location", "[1,2]",
       "options.map.scraps[1].location: got [1,2], expected a cell where nothing else starts: scraps[0] "
       "does"},
      {"/scraps/0/worth", "3",
       "options.map.scraps[0].worth: got 3, expected one of the keys location, value"},
      {"/ghosts", "", "options.map.ghosts: missing, expected a value"},
      {"/ghosts", "{}", "options.map.ghosts: got {}, expected a list of at most 250 ghosts"},
      {"/ghosts/0", "null", "options.map.ghosts[0]: got null, expected an object"},
      {"/ghosts/0/location", "[2,0]",
       "options.map.ghosts[1].location: got [2,0], expected a cell where nothing else starts: ghosts[0] "
       "does"},
      {"/ghosts/1/location", "[0,2]",
       "options.map.ghosts[1].location: got [0,2], expected a passable cell: there is an asteroid"},
      {"/ghosts/0/type", "\"sleeper\"",
       "options.map.ghosts[0].type: got \"sleeper\", expected one of \"backandforth\", \"towardplayer\""},
      {"/ghosts/0/type", "", "options.map.ghosts[0].type: missing, expected a value"},
      {"/ghosts/0/heading", "\"N\"",
       "options.map.ghosts[0].heading: got \"N\", expected one of \"U\", \"D\", \"L\", \"R\""},
      {"/ghosts/0/heading", "", "options.map.ghosts[0].heading: missing, expected a value"},
      {"/ghosts/1/heading", "\"U\"",
       "options.map.ghosts[1].heading: got \"U\", expected one of the keys location, type, transparency"},
      {"/ghosts/1/transparency", "3",
       "options.map.ghosts[1].transparency: got 3, expected an integer from 0 to 2"},
      {"/ghosts/1/transparency", "",
       "options.map.ghosts[1].transparency: missing, expected an integer from 0 to 2"},
      {"/remaining_turns", "9",
       "options.map.remaining_turns: got 9, expected one of the keys name, grid, turns, ship, scraps, "
       "ghosts"},
  };
  for (const Mistake& mistake : mistakes) {
    EXPECT_EQ(error_of_map(changed(mistake.where, mistake.value)), mistake.text);
  }
}

TEST(PlanetsMap, NestedOrHugeValuesAreMistakesLikeOthers) {
  for (const char* value :
       {"[[[[[[[[]]]]]]]]", "1e300", "18446744073709551615", "null", "true", "{\"a\":{}}"}) {
    for (const char* where : {"/grid", "/ship", "/scraps", "/ghosts", "/turns", "/grid/0", "/scraps/0/value",
                              "/scraps/0/location", "/ghosts/0/location", "/ghosts/0/heading"}) {
      const std::string text = error_of_map(changed(where, value));
      EXPECT_EQ(text.rfind("options.map.", 0), 0U) << text;
      EXPECT_LT(text.size(), 300U);
    }
  }
}

// Planets 8.3: a grid of 200 x 200 and the other limits: all that is sent of it fits in a line.
TEST(PlanetsMap, TheLargestMapIsAcceptedAndFitsInALine) {
  Json map = planets_map(std::vector<std::string>(200, std::string(200, '.')), {}, 100'000);
  map["name"] = std::string(64, 'x');
  map["ship"] = Json::array({199, 199});
  for (auto& cells : map["grid"]) {
    for (auto& value : cells) {
      value = 100'000;
    }
  }
  for (int i = 0; i < 1000; ++i) {
    map["scraps"].push_back(
        Json::object({{"location", Json::array({100 + i / 100, 100 + i % 100})}, {"value", 1'000'000'000}}));
  }
  for (int i = 0; i < 250; ++i) {
    map["ghosts"].push_back(backandforth(120 + i / 50, 100 + i % 50, "U", 1));
  }
  const auto game = start_planets(map);
  fly(*game, ".");
  EXPECT_EQ(game->outcome()["scraps_total_value"], 1'000'000'000'000);
  EXPECT_LT(game->setup().dump().size(), protocol::kMaxLineToBot / 2);
  EXPECT_LT(game->view(Observer::everybody()).dump().size(), protocol::kMaxLineToBot / 2);
  map["scraps"].push_back(map["scraps"][0]);
  EXPECT_EQ(error_of_map(map).rfind("options.map.scraps: got ", 0), 0U);
}

// Planets 8.3: one more than each limit.
TEST(PlanetsMap, MoreThanALimitIsRefused) {
  const auto begins = [](const Json& map, const std::string& text) {
    const std::string error = error_of_map(map);
    EXPECT_EQ(error.rfind(text, 0), 0U) << error;
  };
  const auto nulls = [](std::size_t number) { return Json(number, Json()).dump(); };
  begins(changed("/name", Json(std::string(65, 'x')).dump()), "options.map.name: got ");
  begins(changed("/grid/0/0", "100001"), "options.map.grid[0][0]: got 100001, ");
  begins(changed("/turns", "100001"), "options.map.turns: got 100001, ");
  begins(changed("/scraps/0/value", "1000000001"), "options.map.scraps[0].value: got 1000000001, ");
  begins(changed("/scraps", nulls(1001)), "options.map.scraps: got ");
  begins(changed("/ghosts", nulls(251)), "options.map.ghosts: got ");
  begins(changed("/grid", nulls(201)), "options.map.grid: got ");
  begins(changed("/grid/0", nulls(201)), "options.map.grid[0]: got ");
}

// Planets 1.3, 8.3: a ship, one scrap and no ghost are enough; a map without a scrap is refused.
TEST(PlanetsMap, TheSmallestMapHasTwoCells) {
  const auto game = start_planets(planets_map({"Sa"}));
  fly(*game, "R");
  EXPECT_EQ(game->outcome()["win"], true);
  EXPECT_EQ(error_of_map(planets_map({"S"})), "options.map.scraps: missing, expected a value");
}

}  // namespace
}  // namespace engines
