#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/e2e/tournament_match.h"

// Whole tournaments, from the file to the standings.

namespace e2e {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Ge;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Le;
using testing::Not;

double sum_of_points(const Json& standings) {
  double sum = 0;
  for (const Json& row : standings.at("standings")) {
    sum += row.at("points").get<double>();
  }
  return sum;
}

std::vector<std::string> names(const std::string& start, int count) {
  std::vector<std::string> all;
  for (int number = 1; number <= count; ++number) {
    all.push_back(start + std::to_string(number));
  }
  return all;
}

/// Bots that dial in, each in another way.
class Serve : public TournamentMatch {
 protected:
  /// Address, name and token in the environment.
  Child& by_environment(const std::string& name, const std::vector<std::string>& command) {
    std::vector<std::string> words = {"/usr/bin/env", "REFEREE_ADDR=" + address(), "REFEREE_NAME=" + name,
                                      "REFEREE_TOKEN=" + token_of(name)};
    words.insert(words.end(), command.begin(), command.end());
    return spawn(words);
  }
  /// A bot that only uses stdin and stdout, through a program that dials in for it.
  Child& through(std::vector<std::string> joiner, const std::string& name) {
    const std::vector<std::string> words = {
        address(), "--name", name, "--token-file", token_file(name), "--", sample_bot("walls_random")};
    joiner.insert(joiner.end(), words.begin(), words.end());
    return spawn(joiner);
  }
};

TEST_F(Serve, FortyBotsOfAllKindsPlayASwissOfThreeRounds) {
  const std::vector<std::string> compiled = names("compiled-", 26);
  const std::vector<std::string> environment = names("environment-", 4);
  const std::vector<std::string> javascript = names("javascript-", 3);
  const std::vector<std::string> by_python = names("join-py-", 3);
  const std::vector<std::string> joined = names("joined-", 4);
  std::vector<std::string> everybody;
  for (const auto& some : {compiled, environment, javascript, by_python, joined}) {
    everybody.insert(everybody.end(), some.begin(), some.end());
  }
  ASSERT_EQ(everybody.size(), 40U);

  serve(walls(3, all_dialled(everybody)));
  std::vector<Child*> bots;
  for (const std::string& name : compiled) {
    bots.push_back(&polite(name));
  }
  for (const std::string& name : environment) {
    bots.push_back(&by_environment(name, {sample_bot("walls_random")}));
  }
  for (const std::string& name : javascript) {
    bots.push_back(&by_environment(name, {sample_bot("random_bot.js")}));
  }
  for (const std::string& name : by_python) {
    bots.push_back(&through({"/usr/bin/python3", "-BS", sample_bot("join.py")}, name));
  }
  for (const std::string& name : joined) {
    bots.push_back(&through({kReferee, "join"}, name));
  }
  finish();
  for (Child* bot : bots) {
    bot->wait();
    EXPECT_EQ(bot->code(), 0) << bot->err();
  }

  const Json page = standings();
  EXPECT_EQ(page.at("standings").size(), 40U);
  EXPECT_EQ(sum_of_points(page), 3 * 20);  // an encounter gives one point in all
  for (const Json& row : page.at("standings")) {
    EXPECT_EQ(row.at("encounters"), 3) << row;
    EXPECT_EQ(row.at("games"), 6) << row;
  }
  expect_no_faults(everybody);
  EXPECT_EQ(record_files().size(), 3U * 20 * 2);
}

TEST_F(Serve, SwissOfTablesFillsThemWithHouseBotsThatAreNotRanked) {
  const std::vector<std::string> six = names("team-", 6);
  Json config = walls(2, all_dialled(six));
  config.update(Json::parse(R"({"game":"lightcycle",
      "options":{"size":12,"starts":[[[11,3]],[[3,11]],[[0,8]],[[8,0]]]},
      "format":{"kind":"swiss","rounds":2,"table":4,"best_of":3}})"));
  config["house_bot"] = {sample_bot("lightcycle_dumb"), "--seed", "7"};
  serve(config);
  for (const std::string& name : six) {
    polite(name, "lightcycle_dumb");
  }
  finish();

  const Json page = standings();
  ASSERT_EQ(page.at("standings").size(), 6U);
  EXPECT_EQ(sum_of_points(page), 2 * (1.5 + 1.5));  // two tables of three entrants, each with two opponents
  std::size_t games = 0;
  ASSERT_EQ(page.at("encounters").size(), 4U);
  for (const Json& encounter : page.at("encounters")) {
    EXPECT_EQ(encounter.at("entrants").size(), 3U);
    EXPECT_EQ(encounter.at("decided"), true);
    // It is over as soon as one entrant has more than half of the three games.
    EXPECT_THAT(encounter.at("games").size(), AllOf(Ge(2U), Le(3U)));
    games += encounter.at("games").size();
  }
  EXPECT_EQ(record_files().size(), games);
  for (const auto& file : record_files()) {
    const Json players = Record(file).header().at("players");
    EXPECT_EQ(players.size(), 4U);
    EXPECT_EQ(std::ranges::count(players, "house"), 1) << players;
  }
  expect_no_faults(six);
}

class Run : public TournamentMatch {
 protected:
  static Json config() {
    Json entrants = Json::array();
    for (const std::string& name : names("random-", 3)) {
      entrants.push_back(launched(name, {sample_bot("walls_random"), "--seed", "1"}));
    }
    return walls(2, entrants);
  }
};

TEST_F(Run, PrintsPlainLinesThatEndWithTheStandings) {
  write_config(config());
  const Child& referee = run({"run", "config.json"});
  EXPECT_EQ(referee.code(), 0) << referee.err();
  EXPECT_EQ(referee.err(), "");
  EXPECT_THAT(referee.out(), AllOf(HasSubstr("\nr1t1g1: 1. random-"), HasSubstr("\nr2t1g2: 1. random-")));
  EXPECT_THAT(referee.out(), AllOf(HasSubstr("round 1/2 "), HasSubstr("4/4 matches")));
  EXPECT_THAT(referee.out(), HasSubstr("\nSpring (walls): final\n"));
  EXPECT_THAT(referee.out(), testing::EndsWith("\nreports: out\n"));
  EXPECT_THAT(referee.out(), AllOf(Not(HasSubstr("\r")), Not(HasSubstr("\x1b"))));  // not a terminal
}

TEST_F(Run, LeavesAllReports) {
  write_config(config());
  ASSERT_EQ(run({"run", "config.json"}).code(), 0);
  for (const char* const file : {"standings.json", "standings.csv", "standings.md", "standings.html"}) {
    EXPECT_THAT(test_support::read_file(folder() / "out" / file), HasSubstr("random-3")) << file;
  }
  EXPECT_EQ(record_files().size(), 4U);  // two rounds, one table each, two games: the third has a bye
  EXPECT_EQ(sum_of_points(standings()), 2 * 2);
}

TEST_F(Run, StandingsOfTheStoreAreThoseOfTheReports) {
  write_config(config());
  ASSERT_EQ(run({"run", "config.json"}).code(), 0);
  const Child& printed = run({"standings", "spring.db", "--format", "json"});
  EXPECT_EQ(printed.code(), 0) << printed.err();
  Json of_store = Json::parse(printed.out());
  Json of_reports = standings();
  of_store.erase("updated");
  of_reports.erase("updated");
  EXPECT_EQ(of_store, of_reports);
}

TEST_F(Run, AnEntrantsPlaceIsExplainedFromTheStore) {
  write_config(config());
  ASSERT_EQ(run({"run", "config.json"}).code(), 0);
  const Child& explained = run({"standings", "spring.db", "--explain", "RANDOM-3"});
  EXPECT_EQ(explained.code(), 0) << explained.err();
  EXPECT_THAT(explained.out(),
              AllOf(HasSubstr("Spring, final: random-3 is number "), HasSubstr("\nPTS, points: "),
                    HasSubstr("\nBH/C1, "), HasSubstr("\nRank ")));
  const Child& unknown = run({"standings", "spring.db", "--explain", "random-33"});
  EXPECT_EQ(unknown.code(), 2);
  EXPECT_EQ(
      unknown.err(),
      "referee: spring.db: --explain: no entrant is called \"random-33\", nearest are: random-3, random-1, "
      "random-2\n");
  EXPECT_THAT(run({"standings", "spring.db", "--explain", "random-3", "--format", "json"}).err(),
              HasSubstr("--format excludes --explain"));
}

TEST_F(Run, OnceOverItOnlyShowsItsStandingsAgain) {
  write_config(config());
  ASSERT_EQ(run({"run", "config.json"}).code(), 0);
  const Json before = standings();
  const Child& again = run({"run", "config.json"});
  EXPECT_EQ(again.code(), 0);
  EXPECT_THAT(again.out(), AllOf(HasSubstr("going on with spring.db"), HasSubstr("Spring (walls): final")));
  EXPECT_THAT(again.out(), Not(HasSubstr("r1t1g1")));
  EXPECT_EQ(standings().at("encounters"), before.at("encounters"));
}

// ---- the address ----

TEST_F(Serve, PortInUseIsNamedInOneLine) {
  serve(walls(1, all_dialled({"anna", "bert"})));
  const int port = std::stoi(address().substr(address().rfind(':') + 1));
  Json other = walls(1, all_dialled({"anna", "bert"}));
  other["listen"]["port"] = port;
  other["store"] = "other.db";
  test_support::write_file(path("other.json"), other.dump());
  const Child& second = run({"serve", "other.json"});
  EXPECT_EQ(second.code(), 3);  // the machine's fault, not the file's: try again
  EXPECT_EQ(second.err(), "referee: cannot listen on " + address() + ": Address already in use\n");
  play_on(join("anna"));  // and the first referee still works
  play_on(join("bert"));
  finish();
}

}  // namespace
}  // namespace e2e
