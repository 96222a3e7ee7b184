#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "referee/screen/canvas.h"
#include "referee/show/frames.h"
#include "referee/show/moving_picture.h"
#include "referee/show/window.h"
#include "tests/support/drawn_game.h"
#include "tests/support/sample_record.h"

// `referee show` of a game that has no parts of its own.

namespace referee::show {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string record_of(bool draws) {
  return test_support::sample_record(test_support::drawn_game().name, {{"draws", draws}}, 4);
}

/// The frames as the command writes them where there is no terminal.
std::string text_of(Frames& frames) {
  std::ostringstream out;
  write_frames(frames, std::nullopt, {}, false, out);
  return out.str();
}

TEST(DrawnFrames, AreThePicturesOfTheRules) {
  const std::string record = record_of(true);
  Frames frames(record);
  ASSERT_EQ(frames.count(), 10U);
  EXPECT_EQ(screen::plain_text(frames.frame(0).picture.board, false), ". . .\n. . .\n. . .\n");
  EXPECT_THAT(screen::plain_text(frames.frame(9).picture.board, false), StartsWith("X "));
  EXPECT_THAT(text_of(frames), HasSubstr("\nturn 9\n"));
  EXPECT_THAT(frames.legend(), testing::ElementsAre("O of B", "X of A"));
}

TEST(DrawnFrames, AreDrawnIntoFiles) {
  const std::string record = record_of(true);
  Frames frames(record);
  const MovingPicture moving = gif_of(frames, 0, 9);
  EXPECT_THAT(moving.gif, StartsWith("GIF89a"));
  EXPECT_EQ(moving.shown, 10U);
}

TEST(DrawnFrames, WithoutAPictureAreTheViewAsText) {
  const std::string record = record_of(false);
  Frames frames(record);
  EXPECT_THAT(text_of(frames), HasSubstr("\n{\"board\":\".........\"}\n"));
  EXPECT_THAT(frames.legend(), IsEmpty());
  EXPECT_THAT(gif_of(frames, 0, 9).gif, StartsWith("GIF89a"));
  const Window window = window_of(frames.frame(0), {24, 80}, {}, "status");
  EXPECT_THAT(screen::plain_text(window.canvas, false), HasSubstr("\n{\"board\":\".........\"}\n"));
}

}  // namespace
}  // namespace referee::show
