#include "referee/show/window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "referee/screen/plain.h"

namespace referee::show {
namespace {

using screen::Canvas;
using screen::Mark;
using screen::Picture;
using screen::Size;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// A board of letters: (row + column) of the alphabet.
Frame frame_of(int rows, int columns) {
  Frame frame{"title", Picture{Canvas(rows, columns)}, {"A alice  ok", "B bob"}, ""};
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      frame.picture.board.at(row, column) = Mark{U'a' + static_cast<char32_t>((row + column) % 26)};
    }
  }
  frame.picture.notes = {"score 5"};
  return frame;
}

std::vector<std::string> lines_of(const Canvas& canvas) {
  std::istringstream text(screen::plain_text(canvas, false));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    lines.push_back(line);
  }
  return lines;
}

TEST(Window, HasTitleBoardTextAndStatusFromTopToBottom) {
  const Window window = window_of(frame_of(2, 4), Size{9, 50}, {}, "paused");
  EXPECT_THAT(lines_of(window.canvas), ElementsAre("title", "abcd", "bcde", "score 5", "A alice  ok", "B bob",
                                                   "", "", "paused, scale 1:1"));
  EXPECT_TRUE(window.canvas.at(8, 49).reversed);
  EXPECT_FALSE(window.canvas.at(7, 0).reversed);
}

TEST(Window, HasTheTextBesideABoardThatIsLargerForIt) {
  const Window window = window_of(frame_of(20, 20), Size{22, 80}, {}, "paused");
  const auto lines = lines_of(window.canvas);
  EXPECT_THAT(lines.at(1), StartsWith("abcdefghijklmnopqrst  score 5"));
  EXPECT_THAT(lines.at(20), "tuvwxyzabcdefghijklm");
  EXPECT_EQ(lines.at(21), "paused, scale 1:1");
  const auto narrow = lines_of(window_of(frame_of(20, 20), Size{22, 50}, {}, "paused").canvas);
  EXPECT_THAT(narrow.at(21), "paused, scale 1:2 down, 1:1 across") << "there is no room beside it";
}

TEST(Window, WrapsTextBesideABoardAndTheEnd) {
  Frame frame = frame_of(20, 20);
  frame.seats = {"alice  ok, 0.812 ms: a move that takes more room than there is"};
  const auto beside = lines_of(window_of(frame, Size{22, 56}, {}, "").canvas);
  EXPECT_EQ(beside.at(2).substr(22), "alice  ok, 0.812 ms: a move that");
  EXPECT_EQ(beside.at(3).substr(22), "  takes more room than there is");
  frame = frame_of(1, 4);
  frame.end = "the record ends here, and this is a long story";
  const auto below = lines_of(window_of(frame, Size{12, 30}, {}, "").canvas);
  EXPECT_EQ(below.at(5), "the record ends here, and this");
  EXPECT_EQ(below.at(6), "  is a long story");
}

TEST(Window, LeavesHalfOfItToTheBoardHoweverMuchTextThereIs) {
  Frame frame = frame_of(10, 10);
  frame.seats.assign(64, "a team");
  const Window window = window_of(frame, Size{22, 40}, {}, "");
  EXPECT_EQ(lines_of(window.canvas).at(10), "jklmnopqrs");
}

TEST(Window, ShowsPartOfABoardInFullSizeAndHowFarItScrolls) {
  const Frame frame = frame_of(40, 200);
  const Window corner = window_of(frame, Size{12, 80}, {.full_size = true}, "paused");
  EXPECT_EQ(corner.max_top, 34) << "of 12 rows, title, status, 3 lines of text and the end's take 6";
  EXPECT_EQ(corner.max_left, 120);
  const auto lines =
      lines_of(window_of(frame, Size{12, 80}, {.full_size = true, .top = 3, .left = 26}, "paused").canvas);
  EXPECT_THAT(lines.at(1), StartsWith("defg"));
  EXPECT_EQ(lines.at(11), "paused, full size, rows 3-8 of 40, columns 26-105 of 200");
  const auto beyond =
      lines_of(window_of(frame, Size{12, 80}, {.full_size = true, .top = 999, .left = 999}, "").canvas);
  EXPECT_THAT(beyond.at(11), HasSubstr("rows 34-39 of 40, columns 120-199 of 200"));
}

TEST(Window, KeepsToTheBoundsThatWereAskedFor) {
  const auto lines =
      lines_of(window_of(frame_of(40, 40), Size{60, 80}, {.max_rows = 10, .max_columns = 10}, "x").canvas);
  EXPECT_EQ(lines.at(59), "x, scale 1:4");
}

TEST(Window, MayBeOfAnySize) {
  Frame frame = frame_of(33, 44);
  frame.end = "over";
  for (int rows = 1; rows < 40; ++rows) {
    for (int columns = 1; columns < 100; ++columns) {
      for (const bool full_size : {false, true}) {
        const Window window = window_of(frame, Size{rows, columns},
                                        {.full_size = full_size, .top = 50, .left = 50}, "h keys, paused");
        ASSERT_EQ(window.canvas.rows(), rows);
        ASSERT_EQ(window.canvas.columns(), columns);
      }
      ASSERT_EQ(text_window({"a", "b", "c"}, Size{rows, columns}, "back").rows(), rows);
    }
  }
}

}  // namespace
}  // namespace referee::show
