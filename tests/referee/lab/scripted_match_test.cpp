#include "referee/lab/scripted_match.h"

#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "tests/support/hidden_numbers.h"

namespace referee {
namespace {

using test_support::kHiddenNumbers;

ScriptedMatchSpec spec_for(engines::Seat seat) {
  ScriptedMatchSpec spec;
  spec.game = &kHiddenNumbers;
  spec.clock = ClockSpec::read(Json::parse(kHiddenNumbers.clock), "clock");
  spec.seat = seat;
  return spec;
}

TEST(ScriptedMatch, ABotIsShownWhatItsSeatMaySee) {
  for (const engines::Seat seat : {0U, 1U}) {
    ScriptedMatch match(spec_for(seat), 1, "bot");
    match.play(7, Microseconds{1});
    const Json view = Json::parse(match.turn_line(Microseconds{1})).at("view");
    EXPECT_EQ(view.at("numbers").at(seat), 7);
    EXPECT_EQ(view.at("numbers").at(1 - seat), nullptr) << "the other has chosen 0";
    match.play(5, Microseconds{1});
    const Json past = Json::parse(match.past_lines().at(1)).at("view");
    EXPECT_EQ(past, view) << "as it was asked";
  }
}

}  // namespace
}  // namespace referee
