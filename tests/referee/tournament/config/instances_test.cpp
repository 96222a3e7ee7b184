#include "referee/tournament/config/instances.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/complaint.h"

namespace referee {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using Indices = std::vector<std::size_t>;

Instances read_instances(const char* list, const char* options = "{}", const char* game = "walls") {
  return {Json::parse(list), "instances", *engines::find_game(game), Json::parse(options)};
}

std::string refusal_of_instances(const char* list, const char* options = "{}", const char* game = "walls") {
  return test_support::complaint<fields::Exception>([&] { read_instances(list, options, game); });
}

TEST(Instances, WithoutTheKeyThereIsOne) {
  const Instances instances = read_instances("null", R"({"n":7})");
  ASSERT_EQ(instances.size(), 1U);
  EXPECT_EQ(instances.at(0).options, Json::parse(R"({"n":7,"first":0})"));
  EXPECT_EQ(instances.at(0).seed, std::nullopt);
}

TEST(Instances, AreOverlaysAndSeedsAndBothTogether) {
  // Options, seeds, or both.
  const Instances instances = read_instances(
      R"([{"n":3},{"seed":9007199254740991},{"n":9,"seeds":"5-7"},{"seeds":"0"}])", R"({"first":1})");
  ASSERT_EQ(instances.size(), 6U);
  EXPECT_EQ(instances.at(0).options, Json::parse(R"({"n":3,"first":1})"));
  EXPECT_EQ(instances.at(0).seed, std::nullopt);
  EXPECT_EQ(instances.at(1).options, Json::parse(R"({"n":5,"first":1})"));
  EXPECT_EQ(instances.at(1).seed, 9007199254740991U);
  EXPECT_EQ(instances.at(4).options, Json::parse(R"({"n":9,"first":1})"));
  EXPECT_EQ(instances.at(2).seed, 5U);
  EXPECT_EQ(instances.at(4).seed, 7U);
  EXPECT_EQ(instances.at(5).seed, 0U);
}

TEST(Instances, SeedsOfTheSameOptionsAreWrittenTogether) {
  EXPECT_EQ(
      read_instances(R"([{"n":3},{"n":3},{"seeds":"5-7"},{"seed":9}])", R"({"first":1})").json(),
      Json::parse(R"([{"options":{"n":3,"first":1},"seeds":null},{"options":{"n":3,"first":1},"seeds":null},
                            {"options":{"n":5,"first":1},"seeds":[5,6,7,9]}])"));
}

TEST(Instances, AreCalledByTheirMapsMazesAndSeedsElseByTheirNumbers) {
  const Instances mazes = read_instances(R"([{"maze":"c1_field"},{"maze":"c1_field","seeds":"3-4"},{"seed":7},
                                   {"maze":["o_"]}])",
                                         "{}", "snake");
  const std::vector<std::string> labels{"c1_field", "c1_field, seed 3", "c1_field, seed 4", "seed 7", "5"};
  EXPECT_EQ(mazes.labels(), labels);
  EXPECT_EQ(Instances::of_frozen(mazes.json()).labels(), labels) << "as the store has them";
  const char* const map = R"({"map":{"name":"mine","grid":[[0,0]],"ship":[0,0],"ghosts":[],"turns":5,
                               "scraps":[{"location":[0,1],"value":1}]}})";
  EXPECT_EQ(read_instances("null", map, "planets").labels(), std::vector<std::string>{"mine"});
}

TEST(Instances, AMistakeIsNamedWhereItWasWritten) {
  EXPECT_EQ(refusal_of_instances(R"([{},{"n":4}])"),
            "instances[1].n: got 4, expected an odd integer from 3 to 99");
  EXPECT_THAT(refusal_of_instances(R"([{"starts":[[[0,0]],[[0,99]]]}])",
                                   R"({"size":20,"starts":[[[0,0]],[[1,1]]]})", "lightcycle"),
              HasSubstr("instances[0].starts[1][0]: got [0,99], expected a cell"));
  EXPECT_THAT(
      refusal_of_instances(R"([{"size":10}])", R"({"size":20,"starts":[[[0,0]],[[15,1]]]})", "lightcycle"),
      HasSubstr("instances[0]: got {\"size\":10}, expected options that go with the general ones: "
                "options.starts[1][0]: got [15,1]"));
  EXPECT_THAT(refusal_of_instances(R"([{"m":4}])"),
              HasSubstr("instances[0].m: got 4, expected one of the keys"));
  EXPECT_THAT(refusal_of_instances("[5]"), HasSubstr("instances[0]: got 5, expected an object"));
  EXPECT_THAT(refusal_of_instances("{}"), HasSubstr("instances: got {}, expected a list"));
  EXPECT_THAT(refusal_of_instances("null", R"({"n":4})"), HasSubstr("options.n: got 4"));
}

TEST(Instances, WrongSeedsAreRefused) {
  for (const char* seeds :
       {"", "-", "1-", "-1", "2-1", "1-2-3", " 1", "1 - 2", "a", "0x1", "9007199254740992", "+1"}) {
    EXPECT_THAT(refusal_of_instances(Json::array({{{"seeds", seeds}}}).dump().c_str()),
                HasSubstr("expected \"FIRST-LAST\" or \"ONE\""))
        << seeds;
  }
  EXPECT_THAT(refusal_of_instances(R"([{"seed":9007199254740992}])"),
              HasSubstr("instances[0].seed: got 9007199254740992"));
}

TEST(Instances, AreBounded) {
  EXPECT_EQ(refusal_of_instances(R"([{"seeds":"1-10000"}])"), "accepted");
  EXPECT_THAT(refusal_of_instances(R"([{"seeds":"0-9007199254740991"}])"),
              HasSubstr("at most 10000 instances"));
  EXPECT_THAT(refusal_of_instances(R"([{"seeds":"1-10000"},{}])"),
              HasSubstr("instances[1]: got {}, expected at most 10000"));
}

TEST(Instances, AllHaveTheSameSeats) {
  EXPECT_THAT(refusal_of_instances(R"([{"starts":[[[0,0]],[[1,1]]]}])", "{}", "lightcycle"),
              HasSubstr("expected a game of 4 seats, as with the general options; these make it 2"));
}

// Tournaments 2.5: in order, best_of games a round; a seat swap shares one.
TEST(Instances, AreDealtToGamesOneAfterTheOther) {
  const Instances three = read_instances(R"([{"seeds":"1-3"}])");
  const auto dealt = [&](int rounds, int best_of, int group) {
    Indices indices;
    for (int round = 1; round <= rounds; ++round) {
      for (int game = 1; game <= best_of; ++game) {
        indices.push_back(three.index_of(round, game, best_of, group));
      }
    }
    return indices;
  };
  EXPECT_EQ(dealt(2, 2, 1), (Indices{0, 1, 2, 0}));
  EXPECT_EQ(dealt(3, 2, 2), (Indices{0, 0, 1, 1, 2, 2})) << "a seat swap shares one";
  EXPECT_EQ(dealt(2, 3, 2), (Indices{0, 0, 1, 2, 2, 0})) << "the odd game of a round is a swap of its own";
}

Instance trial_of(const char* trial, const char* options, const char* list, const char* game = "walls") {
  const Instances played = read_instances(list, options, game);
  return read_trial(Json::parse(trial), "trial", *engines::find_game(game), Json::parse(options), played);
}

TEST(Trial, HasNothingOfTheTournamentUnlessItIsWritten) {
  const Instance trial = trial_of("null", R"({"n":7,"first":1})", R"([{"n":9,"seed":9007199254740991}])");
  EXPECT_EQ(trial.options, Json::parse(R"({"n":5,"first":0})"));
  EXPECT_EQ(trial.seed, 9007199254740990U) << "the largest that no instance names";
  const Json secret = Json::parse(R"(["o $ _"])");
  const Instance maze = trial_of("null", R"({"maze":["o $ _"]})", "null", "snake");
  EXPECT_NE(maze.options.at("maze"), secret);
}

TEST(Trial, IsAnEntryOfInstancesWithOneSeed) {
  const Instance trial = trial_of(R"({"n":3,"seed":7})", R"({"first":1})", "null");
  EXPECT_EQ(trial.options, Json::parse(R"({"n":3,"first":1})"));
  EXPECT_EQ(trial.seed, 7U);
  EXPECT_EQ(trial_of(R"({"n":3})", "{}", "null").seed, kMaxSeed);
  const auto refusal = [](const char* trial) {
    return test_support::complaint<fields::Exception>([&] { trial_of(trial, "{}", "null"); });
  };
  EXPECT_THAT(refusal(R"({"n":2000})"), HasSubstr("trial.n"));
  EXPECT_THAT(refusal(R"({"seeds":"1-2"})"), HasSubstr("trial.seeds"));
  EXPECT_THAT(refusal("[]"), HasSubstr("trial"));
}

}  // namespace
}  // namespace referee
