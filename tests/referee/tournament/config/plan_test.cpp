#include "referee/tournament/config/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "referee/adapt/adapter.h"

namespace referee {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double kWallsTurns = 9 * (5 * 5 + 2);  // Walls 6.7: at most 9 (n^2 + 2) moves
constexpr double kBurial = 2;                    // s, for bots that do not end by themselves

/// Walls on the wall clock, with launched bots only.
Json launched(std::size_t entrants) {
  Json json = Json::parse(R"({"name":"Spring","game":"walls","format":{"kind":"round_robin"},"parallel":2,
    "clock":{"kind":"per_move","ms":1000,"measure":"wall","init_ms":5000},"entrants":[]})");
  for (std::size_t i = 0; i < entrants; ++i) {
    json["entrants"].push_back({{"name", "bot" + std::to_string(i)}, {"command", {"/bin/true"}}});
  }
  return json;
}

Json dialled(std::size_t entrants) {
  Json json = launched(entrants);
  for (std::size_t i = 0; i < entrants; ++i) {
    Json& entrant = json["entrants"][i];
    entrant.erase("command");
    entrant["token_sha256"] = std::string(63, '0') + "0123456789abcdef"[i];
  }
  return json;
}

TournamentConfig config_of(const Json& json) { return TournamentConfig::read(json, "spring.json"); }
Plan plan(const Json& json) {
  const TournamentConfig config = config_of(json);
  return plan_of(config, config.entrants.size());
}

TEST(Plan, CountsARoundRobin) {
  for (const auto& [entrants, rounds, encounters] : {std::tuple(4U, 3, 6U), {5U, 5, 10U}, {2U, 1, 1U}}) {
    const Plan counted = plan(launched(entrants));
    EXPECT_EQ(counted.rounds, rounds);
    EXPECT_EQ(counted.encounters, encounters);
    EXPECT_EQ(counted.matches, 2 * encounters);
  }
}

Json superball(const Json& format) {
  Json json = launched(3);
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
  EXPECT_EQ(side_by_side.total, 3 * 2 * side_by_side.game);
  json["parallel"] = 1;
  EXPECT_EQ(plan(json).total, 2 * side_by_side.total);
}

TEST(Plan, CountsSwissTables) {
  Json json = launched(9);
  json["format"] = {{"kind", "swiss"}, {"rounds", 3}, {"best_of", 3}};
  EXPECT_EQ(plan(json).encounters, 12U) << "tables of two: one of nine has a bye";
  EXPECT_EQ(plan(json).matches, 36U);
  json["game"] = "lightcycle";
  json["house_bot"] = {"/bin/true"};
  EXPECT_EQ(plan(json).encounters, 9U) << "tables of four: three for nine entrants";
}

TEST(Plan, NobodyAloneHasRounds) {
  EXPECT_EQ(plan_of(config_of(launched(2)), 1).matches, 0U);
  EXPECT_EQ(plan_of(config_of(launched(2)), 1).total, LongTime{0});
}

TEST(Plan, AGameLastsItsTurnsAndWhatIsRoundThem) {
  EXPECT_EQ(plan(launched(2)).turns, kWallsTurns);
  EXPECT_EQ(plan(launched(2)).game, LongTime(kWallsTurns * 1 + 5 + kBurial)) << "init_ms";
  Adapter slow{};
  slow.start = Milliseconds(7000);
  TournamentConfig adapted = config_of(launched(2));
  adapted.entrants.back().bot->adapter = &slow;
  EXPECT_EQ(plan_of(adapted, 2).game, LongTime(kWallsTurns * 1 + 5 + 7 + kBurial)) << "an interpreter";
  EXPECT_EQ(plan(dialled(2)).game, LongTime(kWallsTurns * 1 + 60)) << "no_show_ms";
  Json json = dialled(2);
  json["entrants"][0] = launched(1)["entrants"][0];
  EXPECT_EQ(plan(json).game, LongTime(kWallsTurns * 1 + 60 + 5 + kBurial)) << "both";
}

TEST(Plan, TheClocksTotalsBoundAGame) {
  const auto turns = [](const char* clock) {
    Json json = dialled(2);
    json["clock"] = Json::parse(clock);
    return plan(json).game.count() - 60;
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
  Json json = launched(2);
  json["clock"] = Json::parse(R"({"kind":"per_move","ms":100,"init_ms":5000})");
  EXPECT_EQ(plan(json).game, LongTime(kWallsTurns * 2 + 5 + kBurial)) << "wall_ms is 20 x ms";
  json["clock"]["wall_ms"] = 500;
  EXPECT_EQ(plan(json).game, LongTime(kWallsTurns * 0.5 + 5 + kBurial));
}

TEST(Plan, TheLongestInstanceCounts) {
  Json json = launched(2);
  json["instances"] = Json::parse(R"([{"n":3},{"n":9},{"seeds":"1-5"}])");
  EXPECT_EQ(plan(json).turns, 9U * (81 + 2));
}

TEST(Plan, GamesOfAnEncounterFollowEachOtherAndEncountersRunSideBySide) {
  const LongTime encounter = 2 * plan(launched(2)).game;
  EXPECT_EQ(plan(launched(2)).total, encounter);
  EXPECT_EQ(plan(launched(4)).total, 3 * 2 * encounter) << "one at a time: parallel seats one encounter";
  Json json = launched(4);
  json["parallel"] = 4;
  EXPECT_EQ(plan(json).total, 3 * encounter) << "both at once";
  json = launched(8);
  json["parallel"] = 5;
  EXPECT_EQ(plan(json).total, 7 * 2.5 * encounter) << "four, two at once: the last may begin after 3/2";
}

TEST(Plan, MatchesOfBotsThatDialInAreNotBoundedByParallel) {
  // `parallel` counts launched bots only.
  Json json = dialled(8);
  json["parallel"] = 1;
  EXPECT_EQ(plan(json).total, 7 * 2 * plan(json).game);
  json["game"] = "lightcycle";
  json["format"] = {{"kind", "swiss"}, {"rounds", 3}};
  json["house_bot"] = {"/bin/true"};
  EXPECT_EQ(plan(json).total, 3 * plan(json).game) << "all tables are full";
  const TournamentConfig config = config_of(json);
  EXPECT_EQ(plan_of(config, 10).total, 3 * 2 * plan(json).game) << "two house bots, one table at a time";
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

TEST(PlanText, SaysWhatATournamentAmountsTo) {
  EXPECT_EQ(plan_text(config_of(launched(4)), 4),
            "Spring\n"
            "  game        walls, 2 seats\n"
            "  format      round_robin, cycles 1, best of 2\n"
            "  tie-breaks  DE, WIN, SB\n"
            "  clock       per_move, ms 1000, measure wall\n"
            "  entrants    4 (4 launched, 0 dial in)\n"
            "  sandbox     basic at least, for launched entrants\n"
            "  a game      at most 243 turns, 5 min\n"
            "  rounds      3\n"
            "  matches     at most 12, in 6 encounters\n"
            "  worst case  at most 50 min if every bot uses all its time\n");
  Json unseen = launched(4);
  unseen["clock"]["rules_time"] = "none";
  EXPECT_THAT(plan_text(config_of(unseen), 4),
              HasSubstr("  clock       per_move, ms 1000, measure wall, rules_time none\n"));
}

TEST(PlanText, SupposesNumbersWhileRegistrationIsOpen) {
  Json json = dialled(3);
  json["registration"] = "open";
  const std::string text = plan_text(config_of(json), 12);
  EXPECT_THAT(text, HasSubstr("12 so far (0 launched, 12 dial in), registration is open\n"));
  EXPECT_THAT(text, HasSubstr("  at most, if every bot uses all its time, for\n"
                              "  entrants       rounds  encounters  matches  worst case\n"
                              "  the 12 so far      11          66      132"));
  EXPECT_THAT(text, HasSubstr("\n  20 "));
  EXPECT_THAT(text, HasSubstr("\n  40 "));
  EXPECT_THAT(text, Not(HasSubstr("\n  10 "))) << "they are more already";
  EXPECT_THAT(plan_text(config_of(json), 0), Not(HasSubstr("the 0 so far"))) << "it would not begin";
}

TEST(SeedWarning, ComesWhereInstancesAreSecretAndTheSeedIsWritten) {
  constexpr const char* kWarning = "\n  seed        warning: the seed is written";
  for (const char* format :
       {R"({"kind":"field"})", R"({"kind":"ladder","blocks":{"first_closes":"2030-01-01T00:00:00Z"}})"}) {
    Json json = superball(Json::parse(format));
    json.erase("instances");
    EXPECT_THAT(plan_text(config_of(json), 3), Not(HasSubstr(kWarning))) << format;
    json["seed"] = 42;
    EXPECT_THAT(plan_text(config_of(json), 3), HasSubstr(kWarning)) << format;
  }
  Json duels = launched(4);
  duels["seed"] = 42;
  EXPECT_THAT(plan_text(config_of(duels), 4), Not(HasSubstr(kWarning)));
  Json practice = dialled(1);
  practice["format"] = {{"kind", "practice"}};
  practice["house_bot"] = {"/bin/true"};
  practice["seed"] = 42;
  EXPECT_THAT(plan_text(config_of(practice), 1), Not(HasSubstr(kWarning))) << "it hides no seed";
}

TEST(MemoryWarning, ComesIfAllBotsAtOnceMayTakeMoreThanTheMachineHas) {
  // Walls asks one seat at a time: two matches side by side, with four bots.
  Json json = launched(6);
  json["memory_mib"] = 500;
  EXPECT_EQ(memory_warning(config_of(json), 2000), "");
  EXPECT_THAT(memory_warning(config_of(json), 1999), HasSubstr("4 bots at once may take 500 MiB each"));
  EXPECT_EQ(memory_warning(config_of(dialled(6)), 1), "");
  json["parallel"] = 100;
  EXPECT_THAT(memory_warning(config_of(json), 1999), HasSubstr("6 bots at once")) << "there are no more";
  json["memory_mib"] = 1024 * 1024;
  EXPECT_THAT(plan_text(config_of(json), 6), HasSubstr("\n  memory      warning: 6 bots at once"));
}

TEST(PlanText, WarnsOfEmptySeats) {
  // Tournaments 2.4: house bots play on empty seats.
  const char* const warning = "there is no house_bot";
  Json json = launched(4);
  json["game"] = "lightcycle";
  json["format"] = {{"kind", "swiss"}, {"rounds", 3}};
  EXPECT_THAT(plan_text(config_of(json), 4), Not(HasSubstr(warning)));
  EXPECT_THAT(plan_text(config_of(json), 5), HasSubstr(warning));
  json["house_bot"] = {"/bin/true"};
  EXPECT_THAT(plan_text(config_of(json), 5), Not(HasSubstr(warning)));
}

// Tournaments 8.6: four entrants have three rounds without a repetition, five have five: one of them has the
// bye in each.
TEST(PlanText, WarnsOfMoreSwissRoundsThanThereAreOpponents) {
  const auto text_of = [](std::size_t entrants, int rounds) {
    Json json = launched(entrants);
    json["format"] = {{"kind", "swiss"}, {"rounds", rounds}};
    return plan_text(config_of(json), entrants);
  };
  const char* const warning = "everybody has met everybody: pairings are repeated";
  EXPECT_THAT(text_of(4, 4), HasSubstr(std::string("after round 3 ") + warning));
  EXPECT_THAT(text_of(4, 3), Not(HasSubstr(warning)));
  EXPECT_THAT(text_of(5, 6), HasSubstr(std::string("after round 5 ") + warning));
  EXPECT_THAT(text_of(5, 5), Not(HasSubstr(warning)));
}

// Tournaments 9.1: the plan names the construction, or says how evenly the search lets entrants meet.
TEST(PlanText, SaysHowARoundRobinOfTablesIsMade) {
  Json json = launched(4);
  json["game"] = "lightcycle";
  json["format"] = {{"kind", "round_robin"}};
  EXPECT_THAT(
      plan_text(config_of(json), 13),
      HasSubstr("  rounds      13\n"
                "  schedule    every two meet 3 times: near-resolvable design, difference family over Z13\n"
                "  matches     at most 39, in 39 encounters\n"));
  EXPECT_THAT(plan_text(config_of(json), 13), HasSubstr("round_robin, cycles 1, tables of 4, best of 1\n"));
  EXPECT_THAT(plan_text(config_of(json), 13), Not(HasSubstr("there is no house_bot")))
      << "all tables are full";
  EXPECT_THAT(plan_text(config_of(json), 15), HasSubstr("there is no house_bot"));
  EXPECT_THAT(plan_text(config_of(json), 65), HasSubstr("best found: every two meet 0 to "));
}

TEST(PlanText, SaysWhatARepeatWeighs) {
  Json json = launched(4);
  json["game"] = "lightcycle";
  json["format"] = {{"kind", "swiss"}, {"rounds", 3}, {"repeat_weight", 0.5}};
  EXPECT_THAT(plan_text(config_of(json), 4), HasSubstr("tables of 4, best of 1, repeat_weight 0.5\n"));
}

TEST(PlanText, AClockThatGrowsWithTheScoreBoundsNothing) {
  Json json = superball({{"kind", "field"}});
  json.erase("clock");
  const std::string text = plan_text(config_of(json), 3);
  EXPECT_THAT(text,
              HasSubstr("  game        superball, 1 seat\n"
                        "  format      field: every entrant plays every instance, ranked by mean score\n"));
  EXPECT_THAT(text, HasSubstr("  worst case  no bound: the clock grows with the score\n"));
}

TEST(PlanText, PracticeHasNoEnd) {
  Json json = dialled(1);
  json["format"] = {{"kind", "practice"}};
  json["house_bot"] = {"/bin/true"};
  EXPECT_THAT(plan_text(config_of(json), 1), HasSubstr("practice: games against the house bot"));
  EXPECT_THAT(plan_text(config_of(json), 1), Not(HasSubstr("worst case")));
  EXPECT_THAT(plan_text(config_of(json), 1),
              HasSubstr("  pace        10 matches at once, then one every 10000 ms, for each entrant\n"
                        "  keep        the newest 50 matches of each entrant\n"));
}

}  // namespace
}  // namespace referee
