#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "referee/games/game_pictures.h"
#include "referee/screen/canvas.h"

// The picture of a game that has no parts of its own.

namespace referee::screen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Json = nlohmann::json;

std::unique_ptr<Painter> painter() { return picture_of("a game of somebody").painter({}); }

Picture picture_told(const char* picture) { return painter()->next({{"picture", Json::parse(picture)}}); }

std::string board_of(const char* picture) { return plain_text(picture_told(picture).board, true); }

TEST(AnyPainter, DrawsAGridWithTheColoursOfItsLegend) {
  const Picture picture = picture_told(R"({"grid": ["X.", " O"], "caption": "O to move",
    "legend": {"X": {"seat": 0, "shape": "cross"}, "O": {"seat": 1}}})");
  EXPECT_EQ(plain_text(picture.board, true), "X \u00b7\n  O\n");
  EXPECT_EQ(picture.columns_per_cell, 2);
  EXPECT_EQ(picture.board.at(0, 0), (Mark{U'X', Ink::seat0, Rank::actor}));
  EXPECT_EQ(picture.board.at(1, 2), (Mark{U'O', Ink::seat1, Rank::actor}));
  EXPECT_THAT(picture.notes, ElementsAre("O to move"));
}

TEST(AnyPainter, HasTheNamesOfRowsAndColumns) {
  const Picture picture =
      picture_told(R"({"grid": ["X.", ".."], "rows": ["1", "Α"], "columns": ["9", "10"]})");
  EXPECT_EQ(plain_text(laid_out(picture, 9, 9).board, false), "    1\n  9 0\n1 X .\n? . .\n");
}

TEST(AnyPainter, WritesShortTextsIntoCellsOfOneWidth) {
  EXPECT_EQ(board_of(R"({"grid": [["2", "1024"], ["", "."]]})"), "2    1024\n     \u00b7\n");
  EXPECT_EQ(board_of(R"({"grid": ["a"], "legend": {"a": {"text": "abc"}}})"), "abc\n");
}

TEST(AnyPainter, WhatATerminalCannotShowIsTheCellsLetterOrThatOfItsSeatOrShape) {
  EXPECT_EQ(board_of(R"({"grid": ["K♔"], "legend": {"K": {"text": "♔"}, "♔": {"seat": 1}}})"), "K B\n");
  EXPECT_EQ(board_of(R"({"grid": ["♟●▲█"], "legend": {"♟": {"name": "pawn"}, "●": {"shape": "circle"},
                         "▲": {"shape": "triangle"}, "█": {"shape": "fill"}}})"),
            "p o \u25b2 \u2588\n");
}

TEST(AnyPainter, LegendsTellNamesAndSeats) {
  const auto one = painter();
  one->see({{"picture", Json::parse(R"({"grid": ["X"], "legend": {"X": {"seat": 0, "name": "cross"},
    "O": {"seat": 1}, "#": {"name": "wall"}, "?": {"color": "red"}}})")}});
  EXPECT_THAT(one->legend(), ElementsAre("# wall", "O of B", "X cross, of A"));
}

TEST(AnyPainter, MarksAreDrawnIntoEmptyCellsAndShowTakenOnesInReverse) {
  const Picture picture = picture_told(R"({"grid": ["X...", "...."], "marks": [
    {"line": [[0.5, 0.5], [3.5, 0.5]]}, {"circle": [0.5, 1.5], "seat": 1, "fill": true},
    {"circle": [1.5, 1.5], "seat": 1}, {"text": "hi", "at": [3, 1.5]}]})");
  EXPECT_EQ(plain_text(picture.board, true), "X - - -\nB b \u00b7hi\n");
  EXPECT_TRUE(picture.board.at(0, 0).reversed);
  EXPECT_EQ(picture.board.at(1, 0).ink, Ink::seat1);
}

TEST(AnyPainter, ABoardOfMarksAloneIsLargeEnoughForThem) {
  const std::string board = board_of(R"({"size": [4, 2], "marks": [{"box": [0, 0, 4, 2]},
    {"circle": [2, 1], "r": 0.5, "seat": 0, "fill": true}, {"line": [[-9, -9], [-8, -8]]}]})");
  EXPECT_THAT(board, HasSubstr("| "));
  EXPECT_THAT(board, HasSubstr("- -"));
  EXPECT_THAT(board, HasSubstr("A A"));
  EXPECT_EQ(std::ranges::count(board, '\n'), 16);
}

TEST(AnyPainter, DrawsMarksThatReachFarBeyondTheBoardInBoundedTime) {
  Json points = Json::array();
  for (int i = 0; i < 1000; ++i) {
    points.push_back({i % 2 == 0 ? -1000 : 1000, 1000 - i});
  }
  const Json mark = {{"line", points}};
  const Json view = {{"picture", {{"size", {5, 5}}, {"marks", Json(2000, mark)}}}};
  EXPECT_EQ(painter()->next(view).board.rows(), 40);
}

TEST(AnyPainter, AViewWithoutAPictureIsTextThatIsCut) {
  const Picture picture = painter()->next(Json::parse(R"({"hand": [1, 2], "name": "x"})"));
  EXPECT_EQ(picture.board.rows(), 0);
  EXPECT_THAT(picture.notes, ElementsAre(R"({"hand":[1,2],"name":"x"})"));
  Json large;
  for (int i = 0; i < 1000; ++i) {
    large["list"].push_back({{"a", std::string(50, 'x')}, {"b", std::string(90, 'y')}});
  }
  const std::vector<std::string> notes = painter()->next(large).notes;
  EXPECT_EQ(notes.size(), 40U);
  EXPECT_EQ(notes.front(), "{");
  EXPECT_EQ(notes.at(1), "  list: [");
  EXPECT_EQ(notes.back(), "...");
  EXPECT_THAT(painter()->next(7).notes, ElementsAre("7"));
}

TEST(AnyPainter, OfAWrongPictureItTellsTheMistakeAndTheView) {
  const Picture picture = picture_told(R"({"grid": ["..", "."]})");
  EXPECT_EQ(picture.board.rows(), 0);
  ASSERT_GE(picture.notes.size(), 2U);
  EXPECT_THAT(picture.notes.at(0), HasSubstr("view.picture.grid[1]"));
  EXPECT_THAT(picture.notes.at(1), HasSubstr("grid"));
  EXPECT_THAT(painter()->legend(), IsEmpty());
}

}  // namespace
}  // namespace referee::screen
