#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "engines/registry.h"
#include "engines/snake/builtin_mazes.h"
#include "engines/text_lines.h"
#include "tests/engines/play.h"

// Options, above all mazes: which ones the game accepts, and the messages about mistakes; and our own mazes.
// Tests name paragraphs of engines/snake/RULES.md.
namespace engines {
namespace {

MazeRows read(const Json& maze) {
  return find_game("snake")->make({{"maze", maze}}, Seed{})->options()["maze"].get<MazeRows>();
}

std::string error_of_maze(const Json& maze) { return options_error("snake", {{"maze", maze}}); }

// Snake 8.3, 8.4, 8.5, 8.6: values outside the ranges are refused.
TEST(SnakeOptions, NameTheKeyAndWhatWasExpected) {
  EXPECT_EQ(options_error("snake", {{"max_steps", 0}}),
            "options.max_steps: got 0, expected an integer from 1 to 100000");
  EXPECT_EQ(options_error("snake", {{"max_steps", 100'001}}),
            "options.max_steps: got 100001, expected an integer from 1 to 100000");
  EXPECT_EQ(options_error("snake", {{"max_turns", 0}}),
            "options.max_turns: got 0, expected an integer from 1 to 100000");
  EXPECT_EQ(options_error("snake", {{"body", 1}}), "options.body: got 1, expected true or false");
  EXPECT_EQ(options_error("snake", {{"whole_path", "yes"}}),
            R"(options.whole_path: got "yes", expected true or false)");
}

// Snake 8.3, 8.4, 8.5, 8.6: the defaults.
TEST(SnakeOptions, HaveDefaults) {
  Json options = start("snake")->options();
  options.erase("maze");
  EXPECT_EQ(options, Json::parse(R"({"whole_path":false,"body":true,"max_steps":1000,"max_turns":1000})"));
}

// Snake 8.5, 8.6: the smallest and the largest values.
TEST(SnakeOptions, AcceptTheWholeRange) {
  for (const char* options :
       {R"({"max_steps":1})", R"({"max_steps":100000})", R"({"max_turns":1})", R"({"max_turns":100000})"}) {
    EXPECT_NO_THROW(start("snake", options)) << options;
  }
}

// Snake 1.5: short rows end with empty cells, and rows may begin with them.
TEST(SnakeMaze, PadsRows) {
  EXPECT_EQ(read({"", "  o", "# ", "_", "####"}), (MazeRows{"    ", "  o ", "#   ", "_   ", "####"}));
  EXPECT_EQ(read({"o_"}), MazeRows{"o_"});
}

// Snake 1.7: columns and rows stand before the rows, on one line or on two.
TEST(SnakeMaze, MayBeginWithItsSize) {
  EXPECT_EQ(read({"5", "3", "#####", "o $ _", "#####"}), (MazeRows{"#####", "o $ _", "#####"}));
  EXPECT_EQ(read({" 5 3 ", "#####", "o $ _", "#####"}), (MazeRows{"#####", "o $ _", "#####"}));
  EXPECT_EQ(read({"4", "2", "o_", "##     "}), (MazeRows{"o_  ", "##  "}));
  EXPECT_EQ(read({"100", "1", "o_"}).front().size(), 100U);
  Json list = Json::array({"2", "100"});
  list.insert(list.end(), 100, "o_");
  EXPECT_EQ(error_of_maze(list).substr(0, 15), "options.maze[3]") << "there are 100 rows, but one start";
}

// Snake 1.7: what the numbers say must be so.
TEST(SnakeMaze, IsAsLargeAsItSays) {
  const std::vector<std::pair<Json, std::string>> wrong = {
      {{"5", "4", "#####", "o $ _", "#####"},
       R"(options.maze[1]: got "4", expected 3 as the number of rows, as many as follow (columns stand before rows))"},
      {{"3 5", "#####", "o $ _", "#####"},
       R"(options.maze[1]: got "#####", expected a string of at most 3 characters, the number of columns that )"
       "stands before the rows"},
      {{"5", "#####", "o $ _", "#####"},
       R"(options.maze[1]: got "#####", expected two numbers before the rows: of columns, then of rows)"},
      {{"5 3 7", "o_"},
       R"(options.maze[0]: got "5 3 7", expected two numbers before the rows: of columns, then of rows)"},
      {{"2", "1 1", "o_"},
       R"(options.maze[1]: got "1 1", expected two numbers before the rows: of columns, then of rows)"},
      {{"0", "1", "o_"}, R"(options.maze[0]: got "0", expected a number of columns or rows from 1 to 100)"},
      {{"2", "101", "o_"},
       R"(options.maze[1]: got "101", expected a number of columns or rows from 1 to 100)"},
      {{"99999999999999999999", "1", "o_"},
       R"(options.maze[0]: got "99999999999999999999", expected a number of columns or rows from 1 to 100)"},
      {Json::array({"5"}),
       R"(options.maze[0]: got "5", expected two numbers before the rows: of columns, then of rows)"},
      {{"2", "1"}, R"(options.maze: got ["2","1"], expected a list of 1 to 100 rows)"},
      {{"2", "2", "o ", "x_"},
       R"(options.maze[3]: got "x_", expected only the characters "# o_$!T": "x" at column 0 is none of them)"},
  };
  for (const auto& [maze, message] : wrong) {
    EXPECT_EQ(error_of_maze(maze), message);
  }
}

// Snake 8.1, 8.2: the options of a game have the rows of a maze that was given by its name.
TEST(SnakeMaze, OfANameIsInlined) {
  EXPECT_EQ(read("c1_handout_corridor"), (MazeRows{"#####", "o $ _", "#####"}));
  EXPECT_EQ(read("c2_outer_wall").at(8), "#                  ");
}

// Snake 8.1: other names, and what is neither name nor list, are refused.
TEST(SnakeMaze, UnknownNamesAreToldTheKnownOnes) {
  const std::string text = error_of_maze("spiral");
  EXPECT_EQ(
      text.rfind(R"(options.maze: got "spiral", expected a list of rows or the name of a maze: c1_corners, )",
                 0),
      0U)
      << text;
  EXPECT_NE(text.find(", final_warren"), std::string::npos) << text;
  EXPECT_EQ(error_of_maze(7).rfind("options.maze: got 7, expected a list of rows or the name of a maze: ", 0),
            0U);
}

// Snake 1.1: 1 to 100 rows of at most 100 cells.
TEST(SnakeMaze, NeedsRows) {
  EXPECT_EQ(error_of_maze(Json::array()), "options.maze: got [], expected a list of 1 to 100 rows");
  EXPECT_TRUE(
      error_of_maze(std::vector<std::string>(101, "o_")).ends_with(", expected a list of 1 to 100 rows"));
  EXPECT_EQ(error_of_maze({"o_", 5}), "options.maze[1]: got 5, expected a string of at most 100 characters");
  EXPECT_TRUE(error_of_maze({"o_", std::string(101, ' ')})
                  .ends_with(", expected a string of at most 100 characters"));
  std::vector<std::string> largest(100, std::string(100, '_'));
  largest[50][50] = 'o';
  EXPECT_EQ(read(largest), largest);
}

// Snake 1.1, 1.2: no other characters; rows and columns count from 0.
TEST(SnakeMaze, NamesRowColumnAndCharacterOfWhatIsNoCell) {
  EXPECT_EQ(
      error_of_maze({"####", "o  _", "#x##"}),
      R"(options.maze[2]: got "#x##", expected only the characters "# o_$!T": "x" at column 1 is none of them)");
  EXPECT_EQ(
      error_of_maze({"o\t_"}),
      R"(options.maze[0]: got "o\t_", expected only the characters "# o_$!T": "\t" at column 1 is none of them)");
  EXPECT_EQ(
      error_of_maze({"o _€"}),
      R"(options.maze[0]: got "o _€", expected only the characters "# o_$!T": "€" at column 3 is none of them)");
  EXPECT_NE(error_of_maze({"o_\xff"}).find("at column 2"), std::string::npos);
}

// Snake 1.2: all seven characters.
TEST(SnakeMaze, HasSevenKindsOfCells) {
  const MazeRows rows = {"# o_$!T", "#     _"};
  EXPECT_EQ(read(rows), rows);
}

// Snake 1.6: a wall without a drill may stand before the only exit.
TEST(SnakeMaze, NeedsNoPathToAnExit) { EXPECT_EQ(read({"o#_", "###"}), (MazeRows{"o#_", "###"})); }

// Snake 1.3: exactly one start.
TEST(SnakeMaze, NeedsOneStart) {
  EXPECT_EQ(error_of_maze({"# #", "# _"}),
            R"(options.maze: got ["# #","# _"], expected one start 'o' in one of the rows)");
  EXPECT_EQ(
      error_of_maze({"#o#", "# _", "##o"}),
      "options.maze[2]: got \"##o\", expected only one start 'o' in all rows: another is at column 2, the "
      "first at row 0, column 1");
  EXPECT_EQ(
      error_of_maze({"oo_"}),
      "options.maze[0]: got \"oo_\", expected only one start 'o' in all rows: another is at column 1, the "
      "first at row 0, column 0");
}

// Snake 1.4: at least one exit.
TEST(SnakeMaze, NeedsAnExit) {
  EXPECT_EQ(error_of_maze({"# #", "#o "}),
            R"(options.maze: got ["# #","#o "], expected an exit '_' in at least one of the rows)");
}

TEST(SnakeMaze, TextIsSplitIntoRows) {
  EXPECT_EQ(lines_of("o \n _\n"), (MazeRows{"o ", " _"}));
  EXPECT_EQ(lines_of("o \n _"), (MazeRows{"o ", " _"}));
  EXPECT_EQ(lines_of("o \r\n\r\n _\r\n"), (MazeRows{"o ", "", " _"}));
  EXPECT_EQ(lines_of(""), MazeRows{});
}

struct Place {
  std::size_t row;
  std::size_t col;
};

/// Whether a way leads from the start to an exit that needs no drill.
bool leads_out(const MazeRows& rows) {
  MazeRows left = rows;  // visited cells become walls
  std::vector<Place> open;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::size_t col = rows[row].find('o');
    if (col != std::string::npos) {
      open.push_back({row, col});
    }
  }
  while (!open.empty()) {
    const auto [row, col] = open.back();
    open.pop_back();
    if (row >= left.size() || col >= left[row].size() || left[row][col] == '#') {
      continue;
    }
    if (left[row][col] == '_') {
      return true;
    }
    left[row][col] = '#';
    open.insert(open.end(), {{row + 1, col}, {row - 1, col}, {row, col + 1}, {row, col - 1}});
  }
  return false;
}

TEST(SnakeMaze, ALockedExitLeadsNowhere) {
  EXPECT_FALSE(leads_out({"oT#_"}));
  EXPECT_TRUE(leads_out({"o #", "#$_"}));
}

TEST(OurSnakeMazes, CoverAllChallenges) {
  EXPECT_GE(snake_mazes().size(), 24U);
  for (const std::string_view level : {"c1_", "c2_", "c3_", "final_"}) {
    EXPECT_GE(
        std::ranges::count_if(snake_mazes(), [&](const auto& maze) { return maze.name.starts_with(level); }),
        6)
        << level;
  }
  EXPECT_TRUE(std::ranges::is_sorted(snake_mazes(), {}, &EmbeddedFile::name));
}

// Snake 8.7: each of our mazes is legal, and has a path to an exit.
TEST(OurSnakeMazes, AreReadAndLeadOut) {
  for (const auto& maze : snake_mazes()) {
    EXPECT_TRUE(leads_out(read(Json(maze.name)))) << maze.name;
    EXPECT_TRUE(maze.text.ends_with('\n')) << maze.name;
  }
}

// Snake 8.8: `scanf` would skip a space at the beginning of a row.
TEST(OurSnakeMazes, HaveNoRowThatBeginsWithASpaceOrIsEmpty) {
  for (const auto& maze : snake_mazes()) {
    for (const std::string& row : lines_of(maze.text)) {
      EXPECT_TRUE(!row.empty() && row.front() != ' ') << maze.name;
    }
  }
}

// Each level contains the objects that its name promises.
TEST(OurSnakeMazes, HaveTheObjectsOfTheirLevel) {
  for (const auto& maze : snake_mazes()) {
    if (maze.name.starts_with("c1_")) {
      EXPECT_EQ(maze.text.find_first_of("!T"), std::string_view::npos) << maze.name;
    } else if (maze.name.starts_with("c2_")) {
      EXPECT_NE(maze.text.find_first_of("!T"), std::string_view::npos) << maze.name;
    } else if (maze.name.starts_with("c3_")) {
      EXPECT_GE(std::ranges::count(maze.text, '$'), 2) << maze.name;  // one segment never bites
    } else {
      EXPECT_NE(maze.text.find('!'), std::string_view::npos) << maze.name;
      EXPECT_NE(maze.text.find('T'), std::string_view::npos) << maze.name;
    }
  }
}

}  // namespace
}  // namespace engines
