#include "referee/web/body_cache.h"

#include <gtest/gtest.h>

#include <string>

namespace referee::web {
namespace {

class BodyCacheTest : public testing::Test {
 protected:
  std::string get(const std::string& key, std::size_t bytes) {
    return *cache_
                .get(key,
                     [&] {
                       ++made_;
                       return std::string(bytes, key.front());
                     })
                ->bytes();
  }

  BodyCache cache_{100};
  int made_ = 0;
};

TEST_F(BodyCacheTest, MakesABodyOnce) {
  EXPECT_EQ(get("a", 3), "aaa");
  EXPECT_EQ(get("a", 3), "aaa");
  EXPECT_EQ(made_, 1);
}

TEST_F(BodyCacheTest, ForgetsWhatWasNotUsedForLongest) {
  get("a", 40);
  get("b", 40);
  get("a", 40);
  get("c", 40);
  EXPECT_EQ(cache_.bytes(), 80U);
  get("a", 40);
  EXPECT_EQ(made_, 3);
  get("b", 40);
  EXPECT_EQ(made_, 4) << "b had made room for c";
}

TEST_F(BodyCacheTest, WhatIsTooLargeIsNotKeptAndPushesNothingOut) {
  get("a", 40);
  EXPECT_EQ(get("huge", 101).size(), 101U);
  get("a", 40);
  EXPECT_EQ(made_, 2);
  EXPECT_EQ(cache_.bytes(), 40U);
}

}  // namespace
}  // namespace referee::web
