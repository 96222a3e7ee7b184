#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/e2e/stored_tournament.h"

// A Swiss at tables of two, and its report files for arbiters.

namespace e2e {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class Swiss : public StoredTournament {
 protected:
  /// Seven entrants; two are of one author, two ask for byes, two are kept apart.
  static Json class_of_seven(int rounds) {
    Json config = walls(rounds, randoms(7));
    config["entrants"][0]["author"] = "Ada";
    config["entrants"][3]["author"] = "Ada";
    config["entrants"][1]["byes"] = {{{"round", 2}, {"kind", "half"}}};
    config["entrants"][6]["byes"] = {{{"round", 3}, {"kind", "zero"}}};
    config["forbidden_pairs"] = Json::parse(R"([["random-2","random-5"]])");
    return config;
  }
  std::string report(int round) const {
    return test_support::read_file(folder() / "out" / ("round-" + std::to_string(round) + ".trf"));
  }
};

// A report file after each round, which the check of `referee pair` accepts.
TEST_F(Swiss, LeavesReportFilesThatTheCheckAccepts) {
  write_config(class_of_seven(4));
  ASSERT_EQ(run({"run", "config.json"}).code(), kDone);
  std::vector<std::string> check = {"pair", "--check"};
  for (int round = 1; round <= 4; ++round) {
    check.push_back("out/round-" + std::to_string(round) + ".trf");
  }
  const Child& checked = run(check);
  EXPECT_EQ(checked.code(), kDone) << checked.out() << checked.err();
  EXPECT_EQ(checked.err(), "");
  EXPECT_FALSE(std::filesystem::exists(folder() / "out" / "round-5.trf"));
  EXPECT_THAT(report(1), HasSubstr("240 H 002    2\r\n"));
  EXPECT_THAT(report(4), HasSubstr("192 FIDE_DUTCH\r\n202 BH/C1,BH,SB,DE,WIN\r\n"));
  EXPECT_THAT(report(4), ContainsRegex("\r\n042 [0-9]{4}/[0-9]{2}/[0-9]{2}\r\n"));
  EXPECT_THAT(report(4), HasSubstr("XXP 1 4\r\n"));
  EXPECT_THAT(report(4), HasSubstr("XXP 2 5\r\n"));
  EXPECT_EQ(run({"standings", "spring.db", "--format", "trf"}).out(), report(4));
}

// Tournaments 8.1: a round's file gives the next round's pairing.
TEST_F(Swiss, LeavesReportFilesThatTheNextRoundIsPairedFrom) {
  write_config(class_of_seven(3));
  ASSERT_EQ(run({"run", "config.json"}).code(), kDone);
  const Child& paired = run({"pair", "out/round-2.trf"});
  ASSERT_EQ(paired.code(), kDone) << paired.err();
  std::string expected;
  int boards = 0;
  const Json all = standings().at("encounters");
  for (const Json& encounter : all) {
    if (encounter.at("round") != 3) {
      continue;
    }
    const auto number = [&](std::size_t i) {
      return encounter.at("entrants").at(i).get<std::string>().substr(std::string("random-").size());
    };
    if (encounter.at("kind") == "play") {
      expected += number(0) + " " + number(1) + "\n";
      ++boards;
    } else if (encounter.at("kind") == "bye") {
      expected += number(0) + " 0\n";
      ++boards;
    }
  }
  EXPECT_EQ(paired.out(), std::to_string(boards) + "\n" + expected);
}

// Tournaments 8.6: meetings are repeated, and notes say so.
TEST_F(Swiss, GoesOnWhenEverybodyHasMetEverybody) {
  write_config(walls(4, randoms(2)));
  ASSERT_EQ(run({"run", "config.json"}).code(), kDone);
  EXPECT_EQ(standings().at("encounters").size(), 4U);
  EXPECT_EQ(notes(),
            (std::vector<std::string>{
                "round 2 has no pairing by the rules: meetings and byes of round 1 may be repeated",
                "round 3 has no pairing by the rules: meetings and byes of rounds 1 to 2 may be repeated",
                "round 4 has no pairing by the rules: meetings and byes of rounds 1 to 3 may be repeated"}));
  EXPECT_THAT(report(4), Not(HasSubstr("192 ")));
  const Child& checked = run({"pair", "--check", "out/round-4.trf"});
  EXPECT_EQ(checked.code(), kRefused);
  EXPECT_THAT(checked.out(), ContainsRegex("round 2"));
}

TEST_F(Swiss, HasNoReportFileInAnotherFormat) {
  write_config(round_robin(randoms(2)));
  ASSERT_EQ(run({"run", "config.json"}).code(), kDone);
  EXPECT_FALSE(std::filesystem::exists(folder() / "out" / "round-1.trf"));
  const Child& refused = run({"standings", "spring.db", "--format", "trf"});
  EXPECT_EQ(refused.code(), kUsage);
  EXPECT_THAT(refused.err(), HasSubstr("only a swiss at tables of two"));
  const Child& hall_of_fame = run({"standings", "spring.db", "--hall-of-fame", "--format", "trf"});
  EXPECT_EQ(hall_of_fame.code(), kUsage);
}

}  // namespace
}  // namespace e2e
