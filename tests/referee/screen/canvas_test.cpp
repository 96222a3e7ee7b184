#include "referee/screen/canvas.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee::screen {
namespace {

using testing::ElementsAre;

std::vector<std::string> wrapped(std::string_view line, std::size_t width) {
  std::vector<std::string> lines;
  wrap(line, width, lines);
  return lines;
}

TEST(Wrap, AShortLineStaysAsItIs) {
  EXPECT_THAT(wrapped("to move", 7), ElementsAre("to move"));
  EXPECT_THAT(wrapped("", 7), ElementsAre(""));
}

TEST(Wrap, BreaksAtBlanksAndIndentsTheRest) {
  EXPECT_THAT(wrapped("A: person, B: walls_search", 14), ElementsAre("A: person, B:", "  walls_search"));
}

TEST(Wrap, BreaksWordsThatAreTooLong) {
  EXPECT_THAT(wrapped("out/records/walls", 8), ElementsAre("out/reco", "  rds/wa", "  lls"));
}

TEST(Wrap, CountsColumnsAndNotBytes) {
  EXPECT_THAT(wrapped("\u00e9\u00e9\u00e9 \u00e9\u00e9\u00e9", 7),
              ElementsAre("\u00e9\u00e9\u00e9 \u00e9\u00e9\u00e9"));
  EXPECT_THAT(wrapped("\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9", 5),
              ElementsAre("\u00e9\u00e9\u00e9\u00e9\u00e9", "  \u00e9"));
  EXPECT_THAT(wrapped("e\u0301e\u0301e\u0301e\u0301e\u0301", 5),
              ElementsAre("e\u0301e\u0301e\u0301e\u0301e\u0301"));
}

}  // namespace

}  // namespace referee::screen
