#include "protocol/nearest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace protocol {
namespace {

const std::vector<std::string> kWords{"verify", "check", "check-bot", "standings", "serve", "store"};

TEST(EditDistance, CountsLettersThatAreMissingAddedWrongOrSwapped) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("walls", "walls"), 0u);
  EXPECT_EQ(edit_distance("wals", "walls"), 1u);
  EXPECT_EQ(edit_distance("waalls", "walls"), 1u);
  EXPECT_EQ(edit_distance("balls", "walls"), 1u);
  EXPECT_EQ(edit_distance("awlls", "walls"), 1u) << "neighbours are swapped";
  EXPECT_EQ(edit_distance("ca", "abc"), 3u) << "no letter is touched twice";
}

TEST(NearestWord, IsTheOneThatWasMeant) {
  EXPECT_EQ(nearest_word("verfiy", kWords), "verify");
  EXPECT_EQ(nearest_word("checkbot", kWords), "check-bot");
  EXPECT_EQ(nearest_word("chekc", kWords), "check");
  EXPECT_EQ(nearest_word("stand", kWords), "standings") << "the only one that begins so";
}

TEST(NearestWord, IsNoneWhereNothingIsNear) {
  EXPECT_EQ(nearest_word("tournament", kWords), "");
  EXPECT_EQ(nearest_word("s", kWords), "") << "three begin with it";
  EXPECT_EQ(nearest_word("", kWords), "");
  EXPECT_EQ(nearest_word("x", {}), "");
  EXPECT_EQ(nearest_word(std::string(100'000, 'v'), kWords), "") << "in no time";
}

TEST(DidYouMean, IsTheEndOfAMessage) {
  EXPECT_EQ(did_you_mean("verfiy", kWords), ": did you mean 'verify'?");
  EXPECT_EQ(did_you_mean("tournament", kWords), "");
}

}  // namespace
}  // namespace protocol
