#include "referee/games/adapters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/registry.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

using test_support::complaint;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

TEST(Adapters, EachIsForAGameThatThereIs) {
  for (const Adapter* const adapter : adapters()) {
    EXPECT_NE(engines::find_game(adapter->game), nullptr) << adapter->name;
    EXPECT_EQ(adapter_named(adapter->name), adapter);
    EXPECT_EQ(adapter->interpreter.empty(), adapter->package.empty()) << adapter->name;
    EXPECT_EQ(adapter->interpreter.empty(), adapter->interpreted == nullptr) << adapter->name;
    EXPECT_EQ(adapter->interpreter.empty(), adapter->new_game != nullptr) << adapter->name;
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

/// What the interpreter of a folder with these files is told of the player's.
InterpreterStart octave(const std::vector<std::string>& files) {
  return kPlanetsOctave.interpreted({"/handed/in", "/place", files});
}

TEST(PlanetsOctave, TakesThePlayersFileOrTheOnlyOneThatMayBeIt) {
  EXPECT_EQ(octave({"other.m", "e7planets_player.m", "e7planets_player-2.m"}).copy.name,
            "e7planets_player.m");
  EXPECT_EQ(octave({"other.m"}).copy.name, "");
  EXPECT_THAT(octave({"other.m"}).environment,
              Contains(Pair("E7PLANETS_MISSING", "there is no e7planets_player.m")));
  const InterpreterStart renamed = octave({"ada_E7planets_Player (1).m", "notes.txt"});
  EXPECT_EQ(renamed.copy.name, "ada_E7planets_Player (1).m");
  EXPECT_EQ(renamed.copy.path, "player/e7planets_player.m");
  EXPECT_EQ(renamed.note, "'ada_E7planets_Player (1).m' is taken for e7planets_player.m");
  EXPECT_THAT(octave({"b_e7planets_player.m", "a_e7planets_player.m"}).environment,
              Contains(Pair("E7PLANETS_MISSING", HasSubstr("'a_e7planets_player.m' and 'b_"))));
}

TEST(LightcycleRacket, GivesTheDriverTheFile) {
  const InterpreterStart start = kLightcycleRacket.interpreted({"/handed/in.rkt", "/place"});
  EXPECT_THAT(start.arguments, ElementsAre("-U", "/place/driver/lightcycle.rkt", "/handed/in.rkt"));
  EXPECT_FALSE(start.works_there);
  EXPECT_THAT(start.files, Contains(testing::Field(&InterpreterStart::File::path, "driver/lightcycle.rkt")));
}

}  // namespace
}  // namespace referee
