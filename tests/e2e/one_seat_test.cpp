#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/e2e/run_referee.h"

// Games of one seat: one bot, and the effects of its faults.

namespace e2e {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

/// The next turn starts when the late answer has arrived.
constexpr const char* kWaitingClock = R"({"kind":"per_move","ms":400,"late":"wait","measure":"wall"})";

class OneSeat : public RefereeTest {
 protected:
  /// Plays, and checks that the referee ends without an error.
  Child& play(const std::string& game, const std::string& command, const std::string& clock,
              const std::vector<std::string>& more) {
    Child& referee = run(match(game, {command}, clock, unconfined(more)));
    EXPECT_EQ(referee.code(), 0) << referee.err();
    EXPECT_EQ(referee.err(), "");
    return referee;
  }
  std::string rude(const std::string& name, const std::string& move) const {
    return bot(name, {path("log"), move});
  }
  Json score() const { return record().last().at("result").at("scores"); }
  Json outcome() const { return record().last().at("result").at("outcome"); }
};

// ---- planets ----

/// Three turns on a map in a separate file: a scrap three steps to the right of the ship.
class OneSeatPlanets : public OneSeat {
 protected:
  void SetUp() override {
    test_support::write_file(folder() / "three.json", R"({"name":"three","grid":[[0,0,0,0,null]],"ship":[0,0],
        "scraps":[{"location":[0,3],"value":5}],"ghosts":[],"turns":3})");
  }
  Child& play(const std::string& command, const std::string& clock = kPatientClock) {
    return OneSeat::play("planets", command, clock, {"--option", "map=three.json"});
  }
};

TEST_F(OneSeatPlanets, GarbageLeavesTheShipWhereItIs) {
  play(rude("garbage", "R"));
  EXPECT_EQ(record().verdicts(0), times(3, "malformed"));
  EXPECT_EQ(score(), Json::array({0}));
  EXPECT_EQ(outcome().at("n_turns"), 3);
  EXPECT_EQ(record().last().at("view").at("ship").at("location"), Json({0, 0}));
}

TEST_F(OneSeatPlanets, ABotThatDiesPlaysNoMore) {
  const Child& referee = play(rude("dies_in_mid_game", "R"));
  EXPECT_EQ(record().verdicts(0), times(2, "ok") + times(1, "disconnected"));
  EXPECT_EQ(score(), Json::array({0}));
  EXPECT_EQ(record().last().at("view").at("ship").at("location"), Json({0, 2}));
  EXPECT_THAT(referee.out(), HasSubstr("dies_in_mid_game ended with signal 9"));
}

TEST_F(OneSeatPlanets, ABotThatIsSilentIsWaitedForUntilSilenceForfeitsIt) {
  // Planets 6.4: over at once, and that turn is not counted.
  play(bot("says_nothing", {path("log")}),
       R"({"kind":"per_move","ms":100,"late":"wait","silence_ms":500,"measure":"wall"})");
  EXPECT_EQ(record().verdicts(0), times(1, "forfeited"));
  EXPECT_EQ(record().answers(0).front().at("fault"), "no answer for 500 ms (silence_ms)");
  EXPECT_EQ(outcome().at("n_turns"), 0);
  EXPECT_THAT(log(),
              AllOf(HasSubstr("late: no answer in 100 ms"), HasSubstr("forfeited: no answer for 500 ms")));
}

TEST_F(OneSeatPlanets, ALateMoveIsWaitedForChargedInFullAndNotApplied) {
  play(rude("answers_late", "R"), kWaitingClock);
  EXPECT_EQ(record().verdicts(0), times(2, "late") + times(1, "ok"));
  for (std::size_t turn = 0; turn < 2; ++turn) {
    const Json answer = record().answers(0)[turn];
    EXPECT_EQ(answer.at("offered"), "R");
    EXPECT_FALSE(answer.contains("move"));
    EXPECT_GT(answer.at("spent_us").get<int>(), 400'000);
  }
  EXPECT_EQ(record().last().at("view").at("ship").at("location"), Json({0, 1})) << "one move of three";
  EXPECT_THAT(log(), AllOf(HasSubstr("late: no answer in 400 ms"), Not(HasSubstr("stale"))));
}

// Tournaments 4.4: absent, it scores 0.
TEST_F(OneSeatPlanets, ABotThatDoesNotComeHasNoTurns) {
  const Child& referee = play(bot("closes_at_once"));
  EXPECT_EQ(record().last().at("no_show"), Json::array({0}));
  EXPECT_EQ(score(), Json::array({0}));
  EXPECT_FALSE(record().last().contains("view"));
  EXPECT_THAT(referee.out(), HasSubstr("not played, its player did not come"));
}

TEST_F(OneSeatPlanets, ASeriesPrintsTheMeanScore) {
  const Child& referee = OneSeat::play("planets", rude("honest", "R"), kPatientClock,
                                       {"--option", "map=three.json", "--games", "3"});
  EXPECT_EQ(record_files().size(), 3U);
  EXPECT_THAT(referee.out(),
              AllOf(HasSubstr("mean score  least  greatest"),
                    HasSubstr("honest      3       5.000      5         5"), Not(HasSubstr("rank"))));
}

TEST_F(OneSeatPlanets, AMistakeInAMapIsToldByItsFile) {
  test_support::write_file(folder() / "bad.json", R"({"name":"bad","grid":[[0,0,0]],"ship":[0,0],
        "scraps":[{"location":[0,3],"value":5}],"ghosts":[],"turns":3})");
  const Child& referee = run({"match", "planets", "--option", "map=bad.json", "--bot", rude("honest", "R")});
  EXPECT_EQ(referee.code(), 2);
  EXPECT_THAT(referee.err(),
              HasSubstr("referee: options.map: bad.json: scraps[0].location: got [0,3], expected "));
}

TEST_F(OneSeatPlanets, TwoBotsPlayTheSameGames) {
  const Child& referee =
      run({"match", "planets", "--option", "map=three.json", "--sandbox", "none", "--as-root", "--bot",
           "right=" + rude("honest", "R"), "--bot", "left=" + rude("honest", "L")});
  EXPECT_EQ(referee.code(), 0) << referee.err();
  EXPECT_THAT(referee.out(),
              HasSubstr("right against left on 1 instance: better on 1, worse on 0, equal on 0"));
}

TEST_F(OneSeatPlanets, ABotIsNeeded) {
  const Child& referee = run({"match", "planets"});
  EXPECT_EQ(referee.code(), 2);
  EXPECT_THAT(referee.err(), HasSubstr("planets has 1 seat with these options: got 0 --bot, expected 1"));
}

// ---- snake ----

/// The handout's anchor: EEEE scores 1006.
class OneSeatSnake : public OneSeat {
 protected:
  void SetUp() override { test_support::write_file(folder() / "anchor.txt", "#####\r\no $ _\r\n#####\r\n"); }
  Child& play(const std::string& command, const std::string& clock, const std::string& max_turns) {
    return OneSeat::play("snake", command, clock,
                         {"--option", "maze=anchor.txt", "--option", "max_turns=" + max_turns});
  }
};

TEST_F(OneSeatSnake, AnHonestBotWalksThroughAMazeOfAFile) {
  play(rude("honest", "E"), kPatientClock, "9");
  EXPECT_EQ(score(), Json::array({1006}));
  EXPECT_EQ(record().header().at("options").at("maze"), Json({"#####", "o $ _", "#####"}));
}

TEST_F(OneSeatSnake, GarbageIsNoMoveUntilTheTurnsAreUsedUp) {
  // Snake 3.9, 6.3, 7.2: turns without a move count, and without an exit the score is 0.
  play(rude("garbage", "E"), kPatientClock, "3");
  EXPECT_EQ(record().verdicts(0), times(3, "malformed"));
  EXPECT_EQ(score(), Json::array({0}));
}

TEST_F(OneSeatSnake, ABotThatDiesNeverComesOut) {
  play(rude("dies_in_mid_game", "E"), kPatientClock, "5");
  EXPECT_EQ(record().verdicts(0), times(2, "ok") + times(3, "disconnected"));
  EXPECT_EQ(score(), Json::array({0}));
  EXPECT_EQ(outcome().at("exited"), false);
}

TEST_F(OneSeatSnake, ALateStepCostsNothingAndIsNotTaken) {
  play(rude("answers_late", "E"), kShortClock, "9");
  EXPECT_EQ(record().verdicts(0), times(2, "late") + times(4, "ok"));
  EXPECT_EQ(score(), Json::array({1006}));
  EXPECT_THAT(log(), HasSubstr("stale: turn 0 is over\n"));
}

// ---- superball ----

/// Three honest turns, then a vice. With sets of one piece the bot can score at once.
class OneSeatSuperball : public OneSeat {
 protected:
  Child& play(const std::string& vice, const std::string& clock) {
    return OneSeat::play("superball", rude("superball_then", vice), clock, {"--option", "min_score_size=1"});
  }
  /// The points of the honest turns, by the record's events.
  std::int64_t points_scored() const {
    std::int64_t points = 0;
    for (const Json& events : record().events()) {
      points += events.at("scored").get<std::int64_t>();
    }
    return points;
  }
};

TEST_F(OneSeatSuperball, GarbageLosesTheGame) {
  // Superball 5.1: a turn without a legal move ends the game with score 0.
  play("garbage", kPatientClock);
  EXPECT_EQ(record().verdicts(0), times(3, "ok") + times(1, "malformed"));
  EXPECT_EQ(score(), Json::array({0}));
}

TEST_F(OneSeatSuperball, ABotThatDiesLosesTheGame) {
  play("crash", kPatientClock);
  EXPECT_EQ(record().verdicts(0), times(3, "ok") + times(1, "disconnected"));
  EXPECT_EQ(score(), Json::array({0}));
}

TEST_F(OneSeatSuperball, ALateAnswerLosesTheGame) {
  play("silent", R"({"kind":"per_move","ms":1500,"measure":"wall"})");
  EXPECT_EQ(record().verdicts(0), times(3, "ok") + times(1, "late"));
  EXPECT_EQ(score(), Json::array({0}));
}

TEST_F(OneSeatSuperball, TheClockEndsTheGameAndLeavesTheScore) {
  // Superball 5.3: the clock ends the game, and the score stays.
  play("silent", R"({"kind":"score_rate","ms_per_1000":0,"floor_ms":1500,"measure":"wall"})");
  EXPECT_EQ(record().verdicts(0), times(3, "ok") + times(1, "forfeited"));
  std::int64_t spent = 0;
  for (const Json& answer : record().answers(0)) {
    spent += answer.at("spent_us").get<std::int64_t>();
  }
  EXPECT_EQ(spent, 1'500'001) << "floor_ms and the least that is too much";
  EXPECT_GT(points_scored(), 0);
  EXPECT_EQ(score(), Json::array({points_scored()}));
}

TEST_F(OneSeatSuperball, ASecretDealIsPlayedAgainFromTheSaltOfTheRecord) {
  OneSeat::play("superball", rude("superball_then", "garbage"), kPatientClock,
                {"--option", "min_score_size=1", "--option", "deal=secret", "--games", "2"});
  for (const auto& file : record_files()) {
    const Child& verify = run({"verify", file.string()});
    EXPECT_EQ(verify.code(), 0) << verify.out();
    EXPECT_THAT(verify.out(), HasSubstr("ok, 4 turns"));
  }
}

// ---- files of maps and mazes in a tournament ----

/// A tournament file and its maps, in their own folder.
class OneSeatConfig : public OneSeat {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder() / "class/maps");
    map("good", R"("scraps":[{"location":[0,2],"value":5}])");
    map("bad", R"("scraps":[{"location":[0,3],"value":5}])");
  }
  void map(const std::string& name, const std::string& scraps) const {
    test_support::write_file(
        folder() / "class/maps" / (name + ".json"),
        R"({"name":"m","grid":[[0,0,0]],"ship":[0,0],"ghosts":[],"turns":3,)" + scraps + "}");
  }
  /// Checks a tournament file with the required keys and these.
  Child& check(const std::string& keys) {
    test_support::write_file(folder() / "class/maps.json",
                             R"({"name":"Maps","format":{"kind":"none"},)" + keys + "}");
    return run({"check", "class/maps.json"});
  }
  void expect_refused(const std::string& keys, const std::string& message) {
    const Child& referee = check(keys);
    EXPECT_EQ(referee.code(), 2);
    EXPECT_THAT(referee.err(), HasSubstr("referee: class/maps.json: " + message));
  }
};

TEST_F(OneSeatConfig, FilesCountFromTheFolderOfTheTournamentFile) {
  // The referee reads the format after the options: an error in the format shows that it found the maps.
  expect_refused(R"("game":"planets","options":{"map":"maps/good.json"},)"
                 R"("instances":[{"map":"spiral"},{"map":"maps/good.json","seed":3}])",
                 "format.kind: got \"none\"");
}

TEST_F(OneSeatConfig, AMistakeIsToldByKeyAndByFile) {
  expect_refused(R"("game":"planets","options":{"map":"maps/bad.json"})",
                 "options.map: maps/bad.json: scraps[0].location: got [0,3], expected ");
  expect_refused(R"("game":"planets","instances":[{"seed":1},{"map":"maps/bad.json"}])",
                 "instances[1].map: maps/bad.json: scraps[0].location: got [0,3], expected ");
  expect_refused(R"("game":"planets","options":{"map":"maps/none.json"})",
                 "options.map: class/maps/none.json: cannot be read");
  test_support::write_file(folder() / "class/syntax.json", "{\n");
  expect_refused(R"("game":"planets","instances":[{"map":"syntax.json"}])",
                 "instances[0].map: syntax.json: not JSON: line 2, column 1: ");
  test_support::write_file(folder() / "class/maze.txt", "#####\no ? _\n#####\n");
  expect_refused(R"("game":"snake","options":{"maze":"maze.txt"})",
                 "options.maze: maze.txt: line 2: got \"o ? _\", expected ");
}

}  // namespace
}  // namespace e2e
