#include "referee/tournament/config/alias_names.h"

#include <gtest/gtest.h>

#include <set>

#include "protocol/messages.h"
#include "referee/tournament/config/entrant_spec.h"

namespace referee {
namespace {

TEST(AliasNames, AreValidNamesAndEachIsDrawnOnce) {
  constexpr int kMoreThanPairsOfWords = 6000;
  AliasNames names;
  std::set<std::string> drawn;
  for (int i = 0; i < kMoreThanPairsOfWords; ++i) {
    const std::string name = names.draw();
    EXPECT_TRUE(protocol::is_valid_name(name)) << name;
    EXPECT_FALSE(is_house_name(name)) << name;
    EXPECT_TRUE(drawn.insert(name).second) << name;
  }
}

TEST(AliasNames, ANameThatWasGivenBeforeIsNotDrawn) {
  AliasNames first;
  AliasNames second;
  std::set<std::string> given;
  for (int i = 0; i < 3000; ++i) {
    given.insert(first.draw());
    second.keep(*given.rbegin());
  }
  for (const std::string& name : given) {
    second.keep(name);
  }
  for (int i = 0; i < 3000; ++i) {
    EXPECT_FALSE(given.contains(second.draw()));
  }
}

}  // namespace
}  // namespace referee
