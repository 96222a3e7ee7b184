#include "referee/show/viewer.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace referee::show {
namespace {

using screen::Key;
using screen::KeyPress;
using std::chrono::milliseconds;
using Playback = Viewer::Playback;

constexpr std::size_t kFrames = 10;

void type(Viewer& viewer, const std::string& letters) {
  for (const char letter : letters) {
    viewer.press({Key::letter, letter});
  }
}

/// The frame after one key, from frame 5.
std::size_t after(Key key) {
  Viewer viewer(kFrames, 5);
  viewer.press({key});
  return viewer.frame();
}

// Table 1 of the Planets handout.
TEST(Viewer, KeysGoToTheNextPreviousFirstAndLastFrame) {
  EXPECT_EQ(after(Key::right), 6U);
  EXPECT_EQ(after(Key::down), 6U);
  EXPECT_EQ(after(Key::left), 4U);
  EXPECT_EQ(after(Key::up), 4U);
  EXPECT_EQ(after(Key::home), 0U);
  EXPECT_EQ(after(Key::page_up), 0U);
  EXPECT_EQ(after(Key::end), 9U);
  EXPECT_EQ(after(Key::page_down), 9U);
  EXPECT_EQ(after(Key::other), 5U);
}

TEST(Viewer, ThereIsNothingBeforeTheFirstAndBehindTheLastFrame) {
  Viewer viewer(2, 0);
  viewer.press({Key::left});
  EXPECT_EQ(viewer.frame(), 0U);
  viewer.press({Key::right});
  viewer.press({Key::right});
  EXPECT_EQ(viewer.frame(), 1U);
  Viewer alone(1, 0);
  alone.press({Key::enter});
  alone.tick();
  EXPECT_EQ(alone.frame(), 0U);
}

TEST(Viewer, PlaysForwardAndBackwardByItselfUntilThereIsNoMore) {
  Viewer viewer(kFrames, 7);
  EXPECT_FALSE(viewer.delay());
  viewer.press({Key::enter});
  EXPECT_EQ(viewer.playback(), Playback::forward);
  EXPECT_EQ(viewer.delay(), milliseconds(250));
  viewer.tick();
  EXPECT_EQ(viewer.frame(), 8U);
  viewer.tick();
  EXPECT_EQ(viewer.frame(), 9U);
  EXPECT_EQ(viewer.playback(), Playback::paused);
  viewer.press({Key::backspace});
  for (int i = 0; i < 20; ++i) {
    viewer.tick();
  }
  EXPECT_EQ(viewer.frame(), 0U);
  EXPECT_EQ(viewer.playback(), Playback::paused);
}

TEST(Viewer, SpacePausesAndGoesOnTheSameWay) {
  Viewer viewer(kFrames, 5);
  type(viewer, " ");
  EXPECT_EQ(viewer.playback(), Playback::forward);
  viewer.press({Key::backspace});
  type(viewer, " ");
  EXPECT_EQ(viewer.playback(), Playback::paused);
  type(viewer, " ");
  EXPECT_EQ(viewer.playback(), Playback::backward);
  viewer.press({Key::right});
  EXPECT_EQ(viewer.playback(), Playback::paused) << "who looks for a frame wants to see it";
}

TEST(Viewer, FasterAndSlowerHaveBoundsAndWhatIsTooFastToDrawIsSkipped) {
  Viewer viewer(5000, 0);
  viewer.press({Key::enter});
  type(viewer, "f");
  EXPECT_EQ(viewer.delay(), milliseconds(125));
  type(viewer, "ss");
  EXPECT_EQ(viewer.delay(), milliseconds(500));
  type(viewer, "ssssss");
  EXPECT_EQ(viewer.delay(), milliseconds(2000));
  EXPECT_EQ(viewer.course_text(), "playing forward, speed 1/2/s");
  type(viewer, "ffffffffffffffffffffffff");
  EXPECT_EQ(viewer.course_text(), "playing forward, speed 1024/s");
  EXPECT_EQ(viewer.delay(), milliseconds(31));
  viewer.tick();
  EXPECT_EQ(viewer.frame(), 32U);
  viewer.press({Key::backspace});
  viewer.tick();
  viewer.tick();
  EXPECT_EQ(viewer.frame(), 0U);
}

TEST(Viewer, HelpClosesWithAnyKeyThatThenDoesNothingElse) {
  Viewer viewer(kFrames, 5);
  type(viewer, "h");
  EXPECT_TRUE(viewer.help_open());
  viewer.press({Key::resized});
  EXPECT_TRUE(viewer.help_open());
  viewer.press({Key::right});
  EXPECT_FALSE(viewer.help_open());
  EXPECT_EQ(viewer.frame(), 5U);
  type(viewer, "h");
  viewer.press({Key::escape});
  EXPECT_FALSE(viewer.help_open());
  EXPECT_FALSE(viewer.has_left());
  type(viewer, "hq");
  EXPECT_FALSE(viewer.help_open());
  EXPECT_FALSE(viewer.has_left());
  type(viewer, "q");
  EXPECT_TRUE(viewer.has_left());
}

TEST(Viewer, IsLeftByATerminalThatIsGoneWhileTheHelpIsOpen) {
  Viewer viewer(kFrames, 5);
  type(viewer, "h");
  viewer.press({Key::gone});
  EXPECT_TRUE(viewer.has_left());
}

TEST(Viewer, IsLeftByQEscapeAndATerminalThatIsGone) {
  for (const KeyPress key : {KeyPress{Key::letter, 'q'}, KeyPress{Key::escape}, KeyPress{Key::gone}}) {
    Viewer viewer(kFrames, 0);
    type(viewer, "xyz!");
    EXPECT_FALSE(viewer.has_left());
    viewer.press(key);
    EXPECT_TRUE(viewer.has_left());
  }
}

TEST(Viewer, InFullSizeArrowsScrollWithinBoundsAndLettersStep) {
  Viewer viewer(kFrames, 5);
  type(viewer, "z");
  EXPECT_TRUE(viewer.full_size());
  viewer.press({Key::down});
  viewer.press({Key::right});
  EXPECT_EQ(viewer.frame(), 5U);
  EXPECT_GT(viewer.top(), 0);
  EXPECT_GT(viewer.left(), 0);
  viewer.limit_scroll(3, 2);
  EXPECT_EQ(viewer.top(), 3);
  EXPECT_EQ(viewer.left(), 2);
  viewer.press({Key::up});
  viewer.press({Key::left});
  EXPECT_EQ(viewer.top(), 0);
  EXPECT_EQ(viewer.left(), 0);
  type(viewer, "nn");
  EXPECT_EQ(viewer.frame(), 7U);
  type(viewer, "ppp");
  EXPECT_EQ(viewer.frame(), 4U);
  viewer.press({Key::end});
  EXPECT_EQ(viewer.frame(), 9U);
  type(viewer, "z");
  EXPECT_FALSE(viewer.full_size());
}

TEST(Viewer, TellsAllKeys) {
  std::string all;
  for (const std::string& line : Viewer::keys()) {
    EXPECT_LE(line.size(), 80U) << "a terminal may have no more columns";
    all += line + "\n";
  }
  for (const char* const key : {"right", "down", "left", "up", "home", "page up", "end", "page down", "enter",
                                "backspace", "space", "f ", "s ", "h ", "z ", "q,", "escape", "n ", "p "}) {
    EXPECT_NE(all.find(key), std::string::npos) << key;
  }
}

}  // namespace
}  // namespace referee::show
