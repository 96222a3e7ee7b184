#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/e2e/run_referee.h"

// `referee token`: tokens for entrants that dial in.

namespace e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::MatchesRegex;

constexpr const char* kCanvas =
    "Student,ID,SIS User ID,SIS Login ID,Section,Kalah tournament\n"
    "Points Possible,,,,,100\n"
    "\"Liddell, Alice\",,s1001,alice,,61.5\n"
    "\"Hatter, Mad\",,s1002,mad@example.edu,,3\n";

class Token : public RefereeTest {
 protected:
  mode_t mode_of(const std::string& name) const {
    struct stat status {};
    EXPECT_EQ(::stat(path(name).c_str(), &status), 0) << name;
    return status.st_mode & 07777U;
  }
  std::string text_of(const std::string& name) const { return test_support::read_file(path(name)); }
  std::string sha256_of(const std::string& text) {
    test_support::write_file(path("hashed"), text);
    Child& sum = spawn({"/usr/bin/sha256sum", path("hashed")});
    sum.wait();
    return sum.out().substr(0, 64);
  }
  Child& roster(const std::string& csv) {
    test_support::write_file(path("students.csv"), csv);
    return run({"token", "--roster", "students.csv"});
  }
};

TEST_F(Token, OneLineForEachName) {
  const Child& referee = run({"token", "alice", "Bob"});
  EXPECT_EQ(referee.code(), 0);
  std::istringstream lines(referee.out());
  std::set<std::string> tokens;
  for (const std::string name : {"alice", "Bob"}) {
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    ASSERT_THAT(line, MatchesRegex(name + "  token: [0-9a-f]{32}  entrant: \\{.*\\}"));
    const std::string token = line.substr(line.find("token: ") + 7, 32);
    tokens.insert(token);
    EXPECT_EQ(Json::parse(line.substr(line.find('{'))),
              Json({{"name", name}, {"token_sha256", sha256_of(token)}}));
  }
  EXPECT_EQ(tokens.size(), 2U);
  EXPECT_EQ(lines.peek(), EOF);
  EXPECT_FALSE(std::filesystem::exists(path("tokens"))) << "printed once, never stored";
}

TEST_F(Token, WrongNamesAreRefusedBeforeAnyTokenIsPrinted) {
  const auto refused = [&](const std::vector<std::string>& names, const std::string& message) {
    std::vector<std::string> arguments = {"token", "good"};
    arguments.insert(arguments.end(), names.begin(), names.end());
    const Child& referee = run(arguments);
    EXPECT_EQ(referee.code(), kUsage);
    EXPECT_EQ(referee.out(), "");
    EXPECT_THAT(referee.err(), HasSubstr(message));
  };
  refused({"a b"}, "name 'a b': expected 1 to 32 letters, digits");
  refused({"x\x1b[2J"}, "name 'x?[2J': expected 1 to 32 letters, digits");
  refused({"GOOD"}, "name 'GOOD': expected each name once");
  refused({"house-2"}, "name 'house-2': expected another name");
  EXPECT_THAT(run({"token"}).err(), HasSubstr("token: expected names, or --roster FILE"));
  EXPECT_EQ(run({"token", "alice", "--roster", "students.csv"}).code(), kUsage);
}

TEST_F(Token, ARosterGivesEntrantsAndOneTokenFileAStudent) {
  const Child& referee = roster(kCanvas);
  EXPECT_EQ(referee.code(), 0) << referee.err();
  EXPECT_EQ(referee.out(),
            "tokens/entrants.json: 2 entrants, for \"entrants\" of a tournament file\n"
            "tokens/NAME.token: 2 new tokens; give each student the file of that name\n"
            "\"roster\": \"students.csv\" in the tournament file keeps the columns of the class for referee "
            "grade\n"
            "skipped: line 2: Points Possible\n");
  const Json entrants = Json::parse(text_of("tokens/entrants.json"));
  ASSERT_EQ(entrants.size(), 2U);
  EXPECT_EQ(entrants[0]["display"], "Alice Liddell");
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string name = i == 0 ? "alice" : "mad";
    const std::string token = text_of("tokens/" + name + ".token");
    EXPECT_THAT(token, MatchesRegex("[0-9a-f]{32}\n"));
    EXPECT_EQ(entrants[i]["name"], name);
    EXPECT_EQ(entrants[i]["token_sha256"], sha256_of(token.substr(0, 32)));
    EXPECT_EQ(mode_of("tokens/" + name + ".token"), 0600U) << "\"mode 0600\"";
    EXPECT_THAT(text_of("tokens/entrants.json"), Not(HasSubstr(token.substr(0, 32)))) << "hashes only";
    EXPECT_THAT(referee.out(), Not(HasSubstr(token.substr(0, 32))));
  }
}

TEST_F(Token, WhatItWritesIsGoodForATournamentFile) {
  roster(kCanvas);
  Json config = Json::parse(R"({"name":"x","game":"walls","format":{"kind":"round_robin"}})");
  config["entrants"] = Json::parse(text_of("tokens/entrants.json"));
  test_support::write_file(path("x.json"), config.dump());
  const Child& check = run({"check", "x.json"});
  EXPECT_EQ(check.code(), 0) << check.err();
  EXPECT_THAT(check.out(), HasSubstr("2 (0 launched, 2 dial in)"));
}

TEST_F(Token, ATokenFileThatIsThereIsKept) {
  roster(kCanvas);
  const std::string token = text_of("tokens/alice.token");
  const Json before = Json::parse(text_of("tokens/entrants.json"));
  const Child& again = roster(std::string(kCanvas) + "\"Rabbit, White\",,s3,white,,\n");
  EXPECT_THAT(again.out(), AllOf(HasSubstr("tokens/NAME.token: 1 new tokens"),
                                 HasSubstr("kept: 2 token files that were there: alice, mad\n")));
  EXPECT_EQ(text_of("tokens/alice.token"), token);
  const Json after = Json::parse(text_of("tokens/entrants.json"));
  ASSERT_EQ(after.size(), 3U);
  EXPECT_EQ(after[0], before[0]);
  EXPECT_EQ(after[1], before[1]);
}

TEST_F(Token, AFileThatHoldsNoTokenIsNamedAndLeftAlone) {
  std::filesystem::create_directory(path("tokens"));
  for (const char* content : {"", " \n", "two words\n"}) {
    test_support::write_file(path("tokens/alice.token"), content);
    const Child& referee = roster(kCanvas);
    EXPECT_EQ(referee.code(), kUsage);
    EXPECT_EQ(referee.err(),
              "referee: tokens/alice.token: holds no token, expected one word; remove it to draw one\n");
    EXPECT_EQ(text_of("tokens/alice.token"), content);
    EXPECT_FALSE(std::filesystem::exists(path("tokens/entrants.json")));
  }
}

TEST_F(Token, WrongRostersAreNamed) {
  const Child& columns = roster("Rufname,Matrikel\nAlice,1\n");
  EXPECT_EQ(columns.code(), kUsage);
  EXPECT_THAT(
      columns.err(),
      HasSubstr("students.csv: line 1: got the columns [\"Rufname\",\"Matrikel\"], expected the header of"));
  EXPECT_FALSE(std::filesystem::exists(path("tokens"))) << "nothing is made before the roster is read";
  const Child& missing = run({"token", "--roster", "nowhere.csv"});
  EXPECT_EQ(missing.code(), kUsage);
  EXPECT_EQ(missing.err(), "referee: nowhere.csv: cannot be read\n");
}

TEST_F(Token, TheFolderIsForItsOwnerAndMayBeChosen) {
  test_support::write_file(path("students.csv"), kCanvas);
  EXPECT_EQ(run({"token", "--roster", "students.csv", "--out", "a/b"}).code(), 0);
  EXPECT_EQ(mode_of("a/b"), 0700U);
  EXPECT_EQ(mode_of("a/b/entrants.json") & 0400U, 0400U);
}

}  // namespace
}  // namespace e2e
