#include "referee/games/any/board_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include <nlohmann/json.hpp>

namespace referee {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Json = nlohmann::json;

BoardPicture read(const Json& json) { return std::get<BoardPicture>(BoardPicture::read(json, "picture")); }

/// The text of the first mistake; "": there is none.
std::string mistake_in(const Json& json) {
  const auto read = BoardPicture::read(json, "picture");
  const auto* error = std::get_if<fields::Error>(&read);
  return error == nullptr ? "" : error->text();
}

/// A picture of one cell with more keys.
Json with(const char* keys) {
  Json json = {{"grid", {"."}}};
  json.update(Json::parse(keys));
  return json;
}

TEST(BoardPicture, HasTheCellsOfTextsAndOfListsOfTexts) {
  const BoardPicture texts = read({{"grid", {"X♔.", ".  "}}});
  EXPECT_EQ(texts.grid, (std::vector<std::vector<std::string>>{{"X", "♔", "."}, {".", " ", " "}}));
  EXPECT_EQ(texts.width, 3);
  EXPECT_EQ(texts.height, 2);
  EXPECT_EQ(read(Json::parse(R"({"grid": [["1024", ""]]})")).grid,
            (std::vector<std::vector<std::string>>{{"1024", ""}}));
}

TEST(BoardPicture, HasLegendMarksSizeAndCaption) {
  const BoardPicture picture = read(Json::parse(R"({"size": [8, 4.5], "caption": "A to move",
    "legend": {"X": {"seat": 1, "shape": "cross", "text": "x", "name": "knight"}, ".": {"color": "gray"}},
    "marks": [{"line": [[0, 0], [1, 2.5]], "seat": 3}, {"circle": [1, 1], "r": 0.5, "color": "red", "fill": true},
              {"box": [0, 0, 2, 1]}, {"text": "A", "at": [-1, 3]}]})"));
  EXPECT_EQ(picture.width, 8);
  EXPECT_EQ(picture.height, 4.5);
  EXPECT_EQ(picture.caption, "A to move");
  const BoardPicture::Look& look = picture.legend.at("X");
  EXPECT_EQ(look.paint.seat, 1U);
  EXPECT_EQ(look.shape, BoardPicture::Shape::cross);
  EXPECT_EQ(look.text, "x");
  EXPECT_EQ(look.name, "knight");
  EXPECT_FALSE(picture.is_empty(".")) << "the legend has it";
  EXPECT_TRUE(picture.is_empty(" "));
  ASSERT_EQ(picture.marks.size(), 4U);
  EXPECT_EQ(std::get<BoardPicture::Line>(picture.marks[0].form).points.at(1), (BoardPicture::Point{1, 2.5}));
  EXPECT_EQ(std::get<BoardPicture::Circle>(picture.marks[1].form).radius, 0.5);
  EXPECT_TRUE(picture.marks[1].fill);
  EXPECT_EQ(std::get<BoardPicture::Box>(picture.marks[2].form).width, 2);
  EXPECT_EQ(std::get<BoardPicture::Text>(picture.marks[3].form).middle.x, -1);
}

TEST(BoardPicture, RowsAndColumnsOfAGridMayHaveNames) {
  const BoardPicture picture = read({{"grid", {"..", ".."}}, {"rows", {"2", "1"}}, {"columns", {"a", "b"}}});
  EXPECT_EQ(picture.row_names, (std::vector<std::string>{"2", "1"}));
  EXPECT_EQ(picture.column_names, (std::vector<std::string>{"a", "b"}));
  EXPECT_THAT(mistake_in(with(R"({"rows": ["1", "2"]})")), StartsWith("picture.rows: "));
  EXPECT_THAT(mistake_in(with(R"({"columns": ["123456789"]})")), StartsWith("picture.columns: "));
  EXPECT_THAT(mistake_in(with(R"({"columns": "a"})")), StartsWith("picture.columns: "));
  EXPECT_THAT(mistake_in({{"size", {1, 1}}, {"rows", {"1"}}}), StartsWith("picture.rows: "));
}

TEST(BoardPicture, EachMistakeIsNamedByItsPath) {
  EXPECT_THAT(mistake_in("X"), StartsWith("picture: got \"X\""));
  EXPECT_THAT(mistake_in(Json::object()), StartsWith("picture.grid"));
  EXPECT_THAT(mistake_in({{"grid", Json::array()}}), StartsWith("picture.grid: "));
  EXPECT_THAT(mistake_in({{"grid", {"..", "."}}}),
              StartsWith("picture.grid[1]: got \".\", expected 2 cells"));
  EXPECT_THAT(mistake_in({{"grid", {{"123456789"}}}}), StartsWith("picture.grid[0]: "));
  EXPECT_THAT(mistake_in({{"grid", {{1}}}}), StartsWith("picture.grid[0]: "));
  EXPECT_THAT(mistake_in(with(R"({"size": [1, 1]})")), StartsWith("picture.size: "));
  EXPECT_THAT(mistake_in({{"size", {0, 1}}}), StartsWith("picture.size: "));
  EXPECT_THAT(mistake_in({{"size", {1, 201}}}), StartsWith("picture.size: "));
  EXPECT_THAT(mistake_in(with(R"({"colour": 1})")), StartsWith("picture.colour: "));
  EXPECT_THAT(mistake_in(with(R"({"caption": 1})")), StartsWith("picture.caption: "));
  EXPECT_THAT(mistake_in(with(R"({"legend": []})")), StartsWith("picture.legend: "));
  EXPECT_THAT(mistake_in(with(R"({"legend": {"X": {"color": "pink"}}})")),
              StartsWith("picture.legend.X.color: "));
  EXPECT_THAT(mistake_in(with(R"({"legend": {"X": {"seat": 64}}})")), StartsWith("picture.legend.X.seat: "));
  EXPECT_THAT(mistake_in(with(R"({"legend": {"X": {"seat": 0, "color": "red"}}})")),
              StartsWith("picture.legend.X.color: "));
  EXPECT_THAT(mistake_in(with(R"({"legend": {"X": {"shape": "star"}}})")),
              StartsWith("picture.legend.X.shape: "));
  EXPECT_THAT(mistake_in(with(R"({"marks": [{"line": [[0, 0]]}]})")), StartsWith("picture.marks[0].line: "));
  EXPECT_THAT(mistake_in(with(R"({"marks": [{"line": [[0, 0], [1]]}]})")),
              StartsWith("picture.marks[0].line[1]: "));
  EXPECT_THAT(mistake_in(with(R"({"marks": [{"circle": [0, 1e9]}]})")),
              StartsWith("picture.marks[0].circle: "));
  EXPECT_THAT(mistake_in(with(R"({"marks": [{"circle": [0, 0], "r": -1}]})")),
              StartsWith("picture.marks[0].r: "));
  EXPECT_THAT(mistake_in(with(R"({"marks": [{"box": [0, 0, -1, 1]}]})")),
              StartsWith("picture.marks[0].box: "));
  EXPECT_THAT(mistake_in(with(R"({"marks": [{"text": "A"}]})")), StartsWith("picture.marks[0].at"));
  EXPECT_THAT(mistake_in(with(R"({"marks": [{"fill": true}]})")), HasSubstr("line, circle, box or text"));
}

TEST(BoardPicture, IsBounded) {
  const Json row(std::string(BoardPicture::kMostCells, '.'));
  EXPECT_EQ(mistake_in({{"grid", Json(BoardPicture::kMostCells, row)}}), "");
  EXPECT_THAT(mistake_in({{"grid", Json(BoardPicture::kMostCells + 1, row)}}), StartsWith("picture.grid: "));
  EXPECT_THAT(mistake_in({{"grid", {row.get<std::string>() + "."}}}), StartsWith("picture.grid[0]: "));
  const Json mark = {{"circle", {0, 0}}};
  EXPECT_EQ(mistake_in({{"size", {1, 1}}, {"marks", Json(BoardPicture::kMostMarks, mark)}}), "");
  EXPECT_THAT(mistake_in({{"size", {1, 1}}, {"marks", Json(BoardPicture::kMostMarks + 1, mark)}}),
              StartsWith("picture.marks: "));
}

}  // namespace
}  // namespace referee
