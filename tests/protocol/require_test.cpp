#include "protocol/require.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace protocol {
namespace {

TEST(Require, SaysPlaceAndConditionAndNothingOfTheMachineThatHasBuiltIt) {
  const int seats = 3;
  const int line = __LINE__ + 2;
  try {
    REQUIRE(seats == 2);
    FAIL() << "it is asked in every build";
  } catch (const FailedRequirement& failed) {
    EXPECT_EQ(std::string(failed.what()), "a fault of the referee: tests/protocol/require_test.cpp:" +
                                              std::to_string(line) + ": seats == 2 does not hold");
  }
  EXPECT_NO_THROW(REQUIRE(seats == 3));
}

}  // namespace
}  // namespace protocol
