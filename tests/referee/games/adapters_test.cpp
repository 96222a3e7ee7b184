#include "referee/games/adapters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/registry.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

using test_support::complaint;
using testing::ElementsAre;

TEST(Adapters, EachIsForAGameThatThereIs) {
  for (const Adapter* const adapter : adapters()) {
    EXPECT_NE(engines::find_game(adapter->game), nullptr) << adapter->name;
    EXPECT_EQ(adapter_named(adapter->name), adapter);
    EXPECT_EQ(adapter->interpreter.empty(), adapter->package.empty()) << adapter->name;
  }
}

TEST(Adapters, HaveNames) {
  EXPECT_THAT(adapter_names(), ElementsAre("json", "lightcycle-racket", "planets-octave", "snake",
                                           "snake-final", "superball"));
  EXPECT_THAT(adapter_names("superball"), ElementsAre("json", "superball"));
  EXPECT_THAT(adapter_names("walls"), ElementsAre("json"));
  EXPECT_EQ(adapter_named("json"), nullptr);
  EXPECT_EQ(complaint([] { adapter_named("matlab"); }),
            "no adapter 'matlab': expected one of json, lightcycle-racket, planets-octave, snake, "
            "snake-final, superball");
}

}  // namespace
}  // namespace referee
