#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "referee/show/frames.h"
#include "tests/support/sample_record.h"

// `referee show --seat` of a game of hidden information.

namespace referee::show {
namespace {

using engines::Observer;
using testing::HasSubstr;
using testing::Not;

/// With this seed both seats place their ships themselves.
const std::string& record() {
  static const std::string text =
      test_support::sample_record("battleship", {{"size", 6}, {"ships", {3, 2}}}, 5);
  return text;
}

TEST(HiddenFrames, ASeatSeesItsOwnBoardAndItsOwnMoves) {
  Frames all(record());
  Frames own(record(), Observer::seat(0));
  Frames other(record(), Observer::seat(1));
  ASSERT_EQ(own.count(), all.count());
  const Frame placed = own.frame(1);
  EXPECT_NE(placed.picture.board, all.frame(1).picture.board);
  EXPECT_NE(placed.picture.board, other.frame(1).picture.board);
  EXPECT_THAT(all.frame(1).seats.at(1), HasSubstr("ships")) << "another seed is needed";
  EXPECT_THAT(placed.seats.at(0), HasSubstr("ships")) << "another seed is needed";
  EXPECT_THAT(placed.seats.at(1), Not(HasSubstr("ships")));
}

}  // namespace
}  // namespace referee::show
