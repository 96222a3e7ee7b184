#include "referee/net/own_address.h"

#include <gtest/gtest.h>

namespace referee {
namespace {

TEST(HostForOthers, IsNothingOnlyForThisMachineAlone) {
  for (const char* const own : {"127.0.0.1", "127.3.2.1", "localhost", "::1", "[::1]"}) {
    EXPECT_EQ(host_for_others(own), "") << own;
  }
  EXPECT_EQ(host_for_others("10.0.0.7"), "10.0.0.7");
  EXPECT_EQ(host_for_others("class.example.org"), "class.example.org");
  EXPECT_FALSE(host_for_others("0.0.0.0").starts_with("127."));
  EXPECT_NE(host_for_others("0.0.0.0"), "");
}

}  // namespace
}  // namespace referee
