#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "referee/games/lightcycle/parts.h"
#include "tests/support/sample_record.h"

namespace referee::score {
namespace {

using test_support::lines_of;
using test_support::sample_record;

const nlohmann::json kSmall =
    nlohmann::json::parse(R"({"size":12,"starts":[[[0,0],[0,4]],[[11,11],[11,7]],[[5,0]]]})");

constexpr unsigned kSilentAtTheStart = 2;

// Bots of sample records do not answer every fifth turn: if that is the first turn, all cycles of the team
// die needlessly.
TEST(NeedlessDeaths, AreCountedFromTheTextOfARecord) {
  const std::string record = sample_record("lightcycle", kSmall, kSilentAtTheStart);
  const auto lines = lines_of(record);
  const auto answers = nlohmann::json::parse(lines.at(1)).at("answers");
  double silent = 0;
  for (std::size_t seat = 0; seat < 3; ++seat) {
    const double dead =
        answers[seat]["verdict"] == "ok" ? 0 : static_cast<double>(kSmall["starts"][seat].size());
    EXPECT_EQ(needless_deaths(lines.at(0) + "\n" + lines.at(1) + "\n", seat), dead) << "seat " << seat;
    EXPECT_GE(needless_deaths(record, seat), dead) << "seat " << seat;
    silent += dead;
  }
  EXPECT_GT(silent, 0) << "another seed is needed";
}

TEST(NeedlessDeaths, AMatchWithoutTurnsHasNone) {
  const auto lines = lines_of(sample_record("lightcycle", kSmall, kSilentAtTheStart));
  EXPECT_EQ(needless_deaths(lines.front() + "\n" + lines.back() + "\n", 0), 0);
}

TEST(NeedlessDeaths, WhatIsNoRecordIsRefused) {
  EXPECT_THROW(needless_deaths("no record", 0), std::exception);
  EXPECT_THROW(needless_deaths("", 0), std::exception);
}

}  // namespace
}  // namespace referee::score
