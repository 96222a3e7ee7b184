#include "referee/base/system_users.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <future>

namespace referee {
namespace {

TEST(SystemUsers, RootIsOneAndANumberThatNobodyHasIsNone) {
  EXPECT_TRUE(is_system_user(0));
  EXPECT_FALSE(is_system_user(2'000'000'011));
}

TEST(SystemUsers, ThreadsThatListThemAtTheSameTimeEachGetAll) {
  const auto all = home_folders();
  EXPECT_THAT(all, testing::Contains("/root"));
  std::array<std::future<std::vector<std::filesystem::path>>, 4> lists;
  for (auto& list : lists) {
    list = std::async(std::launch::async, home_folders);
  }
  for (auto& list : lists) {
    EXPECT_EQ(list.get(), all);
  }
}

}  // namespace
}  // namespace referee
