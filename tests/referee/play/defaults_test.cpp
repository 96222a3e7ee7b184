#include "referee/play/defaults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "engines/registry.h"

namespace referee::play {
namespace {

using Json = nlohmann::json;

Json completed(std::string_view game, Json options) {
  complete_options(parts_of(game), options);
  return options;
}

TEST(Defaults, AreOptionsOfTheirGames) {
  for (const engines::Entry& entry : engines::games()) {
    EXPECT_NO_THROW(entry.make(completed(entry.name, Json::object()), {})) << entry.name;
  }
}

TEST(Defaults, TheArenaIsTheHandoutsButSmaller) {
  const auto game = engines::find_game("lightcycle")->make(completed("lightcycle", Json::object()), {});
  EXPECT_EQ(game->seats(), 4U);
  EXPECT_EQ(game->setup().at("size"), 40);
}

TEST(Defaults, GiveWayToWhatIsAskedFor) {
  EXPECT_EQ(completed("planets", {{"map", "spiral"}}), Json({{"map", "spiral"}}));
  EXPECT_EQ(completed("snake", {{"maze", "c1_field"}, {"max_turns", 5}}),
            Json({{"maze", "c1_field"}, {"max_turns", 5}}));
  EXPECT_EQ(completed("lightcycle", {{"size", 200}}), Json({{"size", 200}}));
  EXPECT_EQ(completed("lightcycle", {{"starts", Json::array()}}), Json({{"starts", Json::array()}}));
}

TEST(Defaults, AWholePathAtOnceIsRefused) {
  Json options = {{"whole_path", true}};
  EXPECT_THROW(complete_options(parts_of("snake"), options), std::invalid_argument);
  EXPECT_NO_THROW(completed("snake", {{"whole_path", false}}));
}

TEST(Defaults, TheClockPressesNobody) {
  const ClockSpec clock = patient_clock();
  EXPECT_EQ(clock.kind, ClockKind::per_move);
  EXPECT_EQ(clock.measure, Measure::wall);
  EXPECT_GE(clock.ms, 24 * 60 * 60 * 1000);
  EXPECT_GE(clock.silence_ms, 24 * 60 * 60 * 1000);
  EXPECT_EQ(clock.for_rules(Microseconds{5}), Microseconds{0}) << "thinking loses no contested cell";
}

}  // namespace
}  // namespace referee::play
