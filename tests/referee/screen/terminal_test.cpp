#include "referee/screen/terminal.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace referee::screen {
namespace {

TEST(Palette, SeatsHaveDifferentColoursOnEveryTerminal) {
  std::set<short> of_256;
  std::set<short> of_8;
  for (std::size_t seat = 0; seat < 5; ++seat) {
    of_256.insert(colour_of(seat_ink(seat)).of_256);
    of_8.insert(colour_of(seat_ink(seat)).of_8);
  }
  EXPECT_EQ(of_256.size(), 5U);
  EXPECT_EQ(of_8.size(), 5U);
  EXPECT_EQ(seat_ink(5), Ink::seat0);
}

TEST(Palette, AsksTheEnvironmentWhetherColoursAreWanted) {
  // no-color.org: "when present and not an empty string (regardless of its value)"
  ::unsetenv("NO_COLOR");
  EXPECT_TRUE(colours_wanted());
  ::setenv("NO_COLOR", "", 1);
  EXPECT_TRUE(colours_wanted());
  ::setenv("NO_COLOR", "0", 1);
  EXPECT_FALSE(colours_wanted());
  ::unsetenv("NO_COLOR");
}

}  // namespace

}  // namespace referee::screen
