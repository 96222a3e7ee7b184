#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/stored_tournament.h"

// `referee grade` on the store of a tournament that the referee has played.

namespace e2e {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// A field on one map, on which bots that step right score 2, and bots that step left 0: two entrants share
/// the first place, two the third.
class Grade : public StoredTournament {
 protected:
  void SetUp() override {
    test_support::write_file(folder() / "two.json", R"({"name":"two","grid":[[0,0,0]],"ship":[0,1],
        "scraps":[{"location":[0,2],"value":2}],"ghosts":[],"turns":1})");
    Json config{{"name", "Spring"},
                {"game", "planets"},
                {"options", {{"map", "two.json"}}},
                {"clock", Json::parse(kPatientClock)},
                {"format", {{"kind", "field"}}},
                {"entrants", Json::array()},
                {"sandbox", "none"},
                {"as_root", true},
                {"parallel", 1}};
    for (const auto& [name, move] : {std::pair("ann", "R"), {"bob", "L"}, {"cy", "R"}, {"dan", "L"}}) {
      config["entrants"].push_back(launched(name, rude_bot("honest", {path("log"), move})));
    }
    write_config(config);
    ASSERT_EQ(run({"run", "config.json"}).code(), kDone);
  }
};

TEST_F(Grade, SharersGetTheBetterPrize) {
  const Child& graded = run({"grade", "config.db", "--extra", "20,10,5"});
  EXPECT_EQ(graded.code(), kDone) << graded.err();
  EXPECT_EQ(graded.out(),
            "Spring (planets): final\n"
            "  rank  name  place  extra\n"
            "  1.    ann       1     20\n"
            "  1.    cy        1     20\n"
            "  3.    bob       3      5\n"
            "  3.    dan       3      5\n");
}

TEST_F(Grade, SplitAveragesAndFilesAreForGradebooks) {
  const Child& graded = run(
      {"grade", "config.db", "--extra", "20,10,5", "--split", "--csv", "extra.csv", "--json", "extra.json"});
  EXPECT_EQ(graded.code(), kDone) << graded.err();
  EXPECT_EQ(test_support::read_file(path("extra.csv")),
            "Student,ID,SIS User ID,SIS Login ID,Section,\"Spring, extra\"\r\n"
            "Points Possible,,,,,0\r\n"
            "ann,,,ann,,15\r\ncy,,,cy,,15\r\nbob,,,bob,,2.5\r\ndan,,,dan,,2.5\r\n");
  const Json list = Json::parse(test_support::read_file(path("extra.json")));
  EXPECT_EQ(list.at("sharing"), "average");
  EXPECT_EQ(list.at("entrants").at(2).at("extra"), 2.5);

  run({"grade", "config.db", "--extra", "20,10,5", "--csv", "moodle:extra.csv"});
  EXPECT_THAT(test_support::read_file(path("extra.csv")), StartsWith("Username,ID number,Email address,"));
}

TEST_F(Grade, RefusesInOneLine) {
  const auto refused_with = [&](const std::vector<std::string>& arguments) {
    std::vector<std::string> words{"grade"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Child& referee = run(words);
    EXPECT_EQ(referee.code(), kUsage);
    EXPECT_EQ(referee.out(), "");
    EXPECT_EQ(std::ranges::count(referee.err(), '\n'), 1) << referee.err();
    return referee.err();
  };
  for (const char* const wrong : {"20,", ",5", "5,10", "-1", "x", "1e3", "20;10", "nan"}) {
    EXPECT_THAT(refused_with({"config.db", std::string("--extra=") + wrong}),
                HasSubstr(std::string("--extra: got '") + wrong + "', expected "));
  }
  EXPECT_THAT(refused_with({"none.db", "--extra", "20"}), HasSubstr("none.db"));
  EXPECT_THAT(refused_with({"config.json", "--extra", "20"}), HasSubstr("config.json"));
  EXPECT_THAT(refused_with({"config.db", "--extra", "20", "--json", "none/x.json"}),
              HasSubstr("cannot write none/x.json: there is no folder none"));
  EXPECT_THAT(refused_with({"config.db", "--extra", "20", "--csv", "excel:x.csv"}), HasSubstr("moodle:FILE"));
}

}  // namespace
}  // namespace e2e
