#include "referee/tournament/config/plan.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "referee/adapt/adapter.h"
#include "referee/tournament/config/config_frame.h"
#include "tests/referee/tournament/config/sample_classes.h"

namespace referee {
namespace {

using test_support::class_of_laptops;
using test_support::class_of_launched;

constexpr double kWallsTurns = 9 * (5 * 5 + 2);  // Walls 6.7: at most 9 (n^2 + 2) moves
constexpr double kBurial = 2;                    // s, for bots that do not end by themselves

TournamentConfig config_of(const Json& json) { return TournamentConfig::read(json, "spring.json"); }
Plan plan(const Json& json) {
  const TournamentConfig config = config_of(json);
  return plan_of(config, config.entrants.size());
}

TEST(Plan, CountsARoundRobin) {
  for (const auto& [entrants, rounds, encounters] : {std::tuple(4U, 3, 6U), {5U, 5, 10U}, {2U, 1, 1U}}) {
    const Plan counted = plan(class_of_launched(entrants));
    EXPECT_EQ(counted.rounds, rounds);
    EXPECT_EQ(counted.encounters, encounters);
    EXPECT_EQ(counted.matches, 2 * encounters);
  }
}

TEST(Plan, WhatBotsWereMeasuredToTakeIsBetterThanTheUsualShareOfTheClock) {
  const TournamentConfig config = config_of(class_of_launched(4));
  const MeasuredAnswers measured{LongTime(0.002), 4};
  const Plan plan = plan_of(config, 4, measured);
  EXPECT_NEAR(plan.typical.time.count(), 0.3 + plan.typical.turns * 0.002, 1e-9);
  EXPECT_LT(plan.typical_total, plan_of(config, 4).typical_total);
  EXPECT_EQ(plan.total, plan_of(config, 4).total) << "the upper bound is the clock's";
}

Json superball(const Json& format) {
  Json json = class_of_launched(3);
  json["game"] = "superball";
  json["format"] = format;
  json["clock"] = {{"kind", "per_move"}, {"ms", 1000}};
  json["instances"] = {{{"seeds", "1-4"}}};
  return json;
}

// Tournaments 9.3: each entrant plays each instance.
TEST(Plan, CountsAField) {
  const Plan counted = plan(superball({{"kind", "field"}}));
  EXPECT_EQ(counted.rounds, 4);
  EXPECT_EQ(counted.encounters, 12U);
  EXPECT_EQ(counted.matches, 12U);
}

// Tournaments 2.6: two matches a game.
TEST(Plan, ADuelHasTwoMatchesAGame) {
  Json json = superball({{"kind", "round_robin"}, {"best_of", 2}});
  json["parallel"] = 2;
  const Plan side_by_side = plan(json);
  EXPECT_EQ(side_by_side.encounters, 3U);
  EXPECT_EQ(side_by_side.matches, 12U);
  EXPECT_EQ(side_by_side.total, 3 * 2 * side_by_side.longest.time);
  json["parallel"] = 1;
  EXPECT_EQ(plan(json).total, 2 * side_by_side.total);
}

TEST(Plan, CountsSwissTables) {
  Json json = class_of_launched(9);
  json["format"] = {{"kind", "swiss"}, {"rounds", 3}, {"best_of", 3}};
  EXPECT_EQ(plan(json).encounters, 12U) << "tables of two: one of nine has a bye";
  EXPECT_EQ(plan(json).matches, 36U);
  json["game"] = "lightcycle";
  json["house_bot"] = {"/bin/true"};
  EXPECT_EQ(plan(json).encounters, 9U) << "tables of four: three for nine entrants";
}

TEST(Plan, NobodyAloneHasRounds) {
  EXPECT_EQ(plan_of(config_of(class_of_launched(2)), 1).matches, 0U);
  EXPECT_EQ(plan_of(config_of(class_of_launched(2)), 1).total, LongTime{0});
}

TEST(Plan, AGameLastsItsTurnsAndWhatIsRoundThem) {
  EXPECT_EQ(plan(class_of_launched(2)).longest.turns, kWallsTurns);
  EXPECT_EQ(plan(class_of_launched(2)).longest.time, LongTime(kWallsTurns * 1 + 5 + kBurial)) << "init_ms";
  Adapter slow{};
  slow.start = Milliseconds(7000);
  TournamentConfig adapted = config_of(class_of_launched(2));
  adapted.entrants.back().bot->adapter = &slow;
  EXPECT_EQ(plan_of(adapted, 2).longest.time, LongTime(kWallsTurns * 1 + 5 + 7 + kBurial))
      << "an interpreter";
  EXPECT_EQ(plan(class_of_laptops(2)).longest.time, LongTime(kWallsTurns * 1 + 60)) << "no_show_ms";
  Json json = class_of_laptops(2);
  json["entrants"][0] = class_of_launched(1)["entrants"][0];
  EXPECT_EQ(plan(json).longest.time, LongTime(kWallsTurns * 1 + 60 + 5 + kBurial)) << "both";
}

TEST(Plan, TheClocksTotalsBoundAGame) {
  const auto turns = [](const char* clock) {
    Json json = class_of_laptops(2);
    json["clock"] = Json::parse(clock);
    return plan(json).longest.time.count() - 60;
  };
  EXPECT_DOUBLE_EQ(turns(R"({"kind":"per_move","ms":100,"margin_ms":10,"lag_credit_ms":20})"),
                   kWallsTurns * 0.13);
  EXPECT_DOUBLE_EQ(turns(R"({"kind":"per_move","ms":90000,"silence_ms":2000})"), kWallsTurns * 2)
      << "silence";
  EXPECT_DOUBLE_EQ(turns(R"({"kind":"per_move","ms":100,"late":"wait","silence_ms":2000})"), kWallsTurns * 2);
  EXPECT_DOUBLE_EQ(turns(R"({"kind":"mean","ms":50,"burst_ms":3000})"), 2 * (kWallsTurns * 0.05 + 3))
      << "of both seats: they may be slow at different turns";
  EXPECT_DOUBLE_EQ(turns(R"({"kind":"bank","ms":60000,"increment_ms":100})"), 2 * (60 + kWallsTurns * 0.1));
  EXPECT_DOUBLE_EQ(turns(R"({"kind":"score_rate","ms_per_1000":1,"floor_ms":5,"silence_ms":300})"),
                   kWallsTurns * 0.3);
}

TEST(Plan, UnderCpuOnlyTheWallCapEndsATurn) {
  Json json = class_of_launched(2);
  json["clock"] = Json::parse(R"({"kind":"per_move","ms":100,"init_ms":5000})");
  EXPECT_EQ(plan(json).longest.time, LongTime(kWallsTurns * 2 + 5 + kBurial)) << "wall_ms is 20 x ms";
  json["clock"]["wall_ms"] = 500;
  EXPECT_EQ(plan(json).longest.time, LongTime(kWallsTurns * 0.5 + 5 + kBurial));
}

TEST(Plan, TheLongestInstanceCounts) {
  Json json = class_of_launched(2);
  json["instances"] = Json::parse(R"([{"n":3},{"n":9},{"seeds":"1-5"}])");
  EXPECT_EQ(plan(json).longest.turns, 9.0 * (81 + 2));
}

TEST(Plan, GamesOfAnEncounterFollowEachOtherAndEncountersRunSideBySide) {
  const LongTime encounter = 2 * plan(class_of_launched(2)).longest.time;
  EXPECT_EQ(plan(class_of_launched(2)).total, encounter);
  EXPECT_EQ(plan(class_of_launched(4)).total, 3 * 2 * encounter)
      << "one at a time: parallel seats one encounter";
  Json json = class_of_launched(4);
  json["parallel"] = 4;
  EXPECT_EQ(plan(json).total, 3 * encounter) << "both at once";
  json = class_of_launched(8);
  json["parallel"] = 5;
  EXPECT_EQ(plan(json).total, 7 * 2.5 * encounter) << "four, two at once: the last may begin after 3/2";
}

TEST(Plan, MatchesOfBotsThatDialInAreNotBoundedByParallel) {
  // `parallel` counts launched bots only.
  Json json = class_of_laptops(8);
  json["parallel"] = 1;
  EXPECT_EQ(plan(json).total, 7 * 2 * plan(json).longest.time);
  json["game"] = "lightcycle";
  json["format"] = {{"kind", "swiss"}, {"rounds", 3}};
  json["house_bot"] = {"/bin/true"};
  EXPECT_EQ(plan(json).total, 3 * plan(json).longest.time) << "all tables are full";
  const TournamentConfig config = config_of(json);
  EXPECT_EQ(plan_of(config, 10).total, 3 * 2 * plan(json).longest.time)
      << "two house bots, one table at a time";
}

TEST(DurationText, IsRoundedUp) {
  const auto text = [](double seconds) { return duration_text(LongTime(seconds)); };
  EXPECT_EQ(text(0), "0 s");
  EXPECT_EQ(text(0.2), "1 s");
  EXPECT_EQ(text(119), "119 s");
  EXPECT_EQ(text(119.5), "2 min");
  EXPECT_EQ(text(3601), "61 min");
  EXPECT_EQ(text(2 * 3600), "2 h");
  EXPECT_EQ(text(3 * 3600 + 19 * 60 + 1), "3 h 20 min");
  EXPECT_EQ(text(48 * 3600), "2 d");
  EXPECT_EQ(text(49 * 3600 + 1), "2 d 2 h");
  EXPECT_EQ(text(1e300), "more than 10 years");
}

TEST(Plan, ATypicalGameIsShorterThanTheLongest) {
  for (const char* clock : {R"({"kind":"per_move","ms":1000})", R"({"kind":"mean","ms":1000})",
                            R"({"kind":"bank","ms":60000,"increment_ms":1000})"}) {
    Json json = class_of_launched(4);
    json["clock"] = Json::parse(clock);
    const Plan typical = plan(json);
    EXPECT_GE(typical.typical.turns, 1) << clock;
    EXPECT_LT(typical.typical.turns, typical.longest.turns) << clock;
    EXPECT_LT(10 * typical.typical.time, typical.longest.time) << clock;
    EXPECT_GT(typical.typical.time, LongTime{0}) << clock;
    EXPECT_DOUBLE_EQ(typical.typical_total.count(), 3 * 2 * 2 * typical.typical.time.count()) << clock;
  }
}

TEST(Plan, ATypicalGameGrowsWithTheTimeThatTheClockGrants) {
  const auto typical = [](const char* clock) {
    Json json = class_of_laptops(2);
    json["clock"] = Json::parse(clock);
    return plan(json).typical;
  };
  const GameLength one = typical(R"({"kind":"per_move","ms":1000})");
  EXPECT_NEAR(typical(R"({"kind":"per_move","ms":2000})").time.count() - one.time.count(), one.turns * 0.25,
              0.001)
      << "Walls: a quarter of the time";
  EXPECT_NEAR(typical(R"({"kind":"bank","ms":120000})").time.count() -
                  typical(R"({"kind":"bank","ms":60000})").time.count(),
              2 * 60 * 0.25, 0.001)
      << "each of the two seats has a bank";
}

// `referee collect` adds bots that are launched.
TEST(Plan, BotsThatAreToComeAreLaunched) {
  Json json = class_of_launched(8);
  const LongTime of_eight = plan(json).total;
  json.erase("entrants");
  const TournamentConfig frame = read_tournament_frame(json, "spring.json");
  EXPECT_TRUE(awaits_collect(frame));
  EXPECT_EQ(plan_of(frame, 8).total, of_eight);
  EXPECT_FALSE(awaits_collect(config_of(class_of_launched(2))));
}

}  // namespace
}  // namespace referee
