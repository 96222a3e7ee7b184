#include "referee/show/window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/screen/canvas.h"
#include "tests/support/sample_record.h"

namespace referee::show {
namespace {

using screen::Canvas;
using screen::Mark;
using screen::Picture;
using screen::Size;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// A board of letters: each cell has the letter number row + column.
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
  EXPECT_THAT(lines_of(window.canvas), ElementsAre("title", "a b c d", "b c d e", "score 5", "A alice  ok",
                                                   "B bob", "", "", "paused, scale 1:1"));
  EXPECT_TRUE(window.canvas.at(8, 49).reversed);
  EXPECT_FALSE(window.canvas.at(7, 0).reversed);
}

TEST(Window, HasTheTextBesideABoardThatIsLargerForIt) {
  const Window window = window_of(frame_of(20, 20), Size{22, 80}, {}, "paused");
  const auto lines = lines_of(window.canvas);
  EXPECT_THAT(lines.at(1), StartsWith("a b c d e f g h i j k l m n o p q r s t   score 5"));
  EXPECT_THAT(lines.at(20), "t u v w x y z a b c d e f g h i j k l m");
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
  EXPECT_EQ(lines_of(window.canvas).at(10), "j k l m n o p q r s");
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

using Json = nlohmann::json;

std::string written(const std::string& record, std::optional<std::size_t> only, const Part& part, bool utf8) {
  Frames frames(record);
  std::ostringstream out;
  write_frames(frames, only, part, utf8, out);
  return out.str();
}

/// A match whose frames are in the repository.
struct Shown {
  std::string name;
  std::string game;
  Json options;
  unsigned seed = 0;
  bool utf8 = true;
};

void PrintTo(const Shown& shown, std::ostream* out) { *out << shown.name; }

class Snapshot : public testing::TestWithParam<Shown> {};

// REFEREE_WRITE_FRAMES=1 in the environment writes the files anew; review the differences before you commit.
TEST_P(Snapshot, IsAsCommitted) {
  const Shown& shown = GetParam();
  const std::string path = std::string(FRAMES) + "/" + shown.name + ".txt";
  const std::string text = written(test_support::sample_record(shown.game, shown.options, shown.seed),
                                   std::nullopt, {}, shown.utf8);
  if (std::getenv("REFEREE_WRITE_FRAMES") != nullptr) {
    std::ofstream(path) << text;
  }
  std::ifstream file(path);
  EXPECT_EQ(text, std::string(std::istreambuf_iterator<char>(file), {})) << path;
}

const Json kMap = Json::parse(R"({"map":{"name":"small",
  "grid":[[0,0,0,0,0],[0,null,2,0,0],[0,0,0,0,11]],"ship":[0,0],
  "scraps":[{"location":[2,0],"value":5},{"location":[1,2],"value":10}],
  "ghosts":[{"location":[1,3],"type":"backandforth","heading":"D","transparency":0},
            {"location":[2,3],"type":"towardplayer","transparency":2}],
  "turns":12}})");

INSTANTIATE_TEST_SUITE_P(
    Frames, Snapshot,
    testing::Values(
        Shown{"planets", "planets", kMap, 4}, Shown{"planets_ascii", "planets", kMap, 4, false},
        Shown{"lightcycle", "lightcycle",
              Json::parse(R"({"size":12,"starts":[[[0,0],[0,4]],[[11,11],[11,7]],[[5,0],[5,11]]]})"), 1},
        Shown{"superball", "superball", {{"rows", 6}, {"cols", 5}, {"min_score_size", 3}}, 8}),
    [](const auto& test) { return test.param.name; });

TEST(PlainFrames, AreOneIfOneIsAskedFor) {
  const std::string& record = test_support::walls_record();
  const std::string all = written(record, std::nullopt, {}, true);
  const std::string one = written(record, 3, {}, true);
  EXPECT_NE(all.find("\n\n" + one), std::string::npos);
  EXPECT_EQ(one.find("sample: walls, turn 3 of "), 0U);
}

TEST(PlainFrames, AreScaledOnlyToBoundsThatWereAskedFor) {
  const std::string record = test_support::sample_record("walls", {{"n", 41}}, 2);
  EXPECT_EQ(written(record, 0, {}, true).find("scale"), std::string::npos);
  EXPECT_NE(written(record, 0, {.max_columns = 30}, true).find("\nscale 1:3\n"), std::string::npos);
}

TEST(PlainFrames, AreAllAsciiWhereUtf8IsNotSpoken) {
  for (const char* const game : {"planets", "lightcycle", "snake", "walls", "superball", "battleship"}) {
    for (const char c : written(test_support::sample_record(game, Json::object(), 1), 0, {}, false)) {
      ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << game;
    }
  }
}

TEST(PlainFrames, StopWhenNobodyReadsThem) {
  const std::string& record = test_support::walls_record();
  Frames frames(record);
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  write_frames(frames, std::nullopt, {}, true, out);
  EXPECT_EQ(out.str(), "");
}

}  // namespace

}  // namespace referee::show
