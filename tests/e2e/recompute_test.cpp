#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include "tests/e2e/stored_tournament.h"

// "All reports are pure functions of the results: a test recomputes every report from the store and
// compares."

namespace e2e {
namespace {

using testing::HasSubstr;

class Recompute : public StoredTournament {
 protected:
  /// Plays a tournament of launched bots to its end, without an arbiter.
  void play(const Json& config) {
    write_config(config);
    const Child& referee = run({"run", "config.json"});
    ASSERT_EQ(referee.code(), kDone) << referee.err();
  }
  /// The options with which `referee standings` makes a report again.
  static std::vector<std::string> words_for(const std::string& file) {
    const std::string trf = "round-";
    if (file.starts_with(trf)) {
      return {"--format", "trf", "--round", file.substr(trf.size(), file.find('.') - trf.size())};
    }
    const std::map<std::string, std::vector<std::string>> words{
        {"standings.json", {"--format", "json"}},
        {"standings.csv", {"--format", "csv"}},
        {"standings.md", {"--format", "md"}},
        {"standings.html", {"--format", "html", "--records", "records/"}}};
    const auto found = words.find(file);
    EXPECT_NE(found, words.end()) << file << " is a report that nobody makes again here";
    return found == words.end() ? std::vector<std::string>() : found->second;
  }
  /// `referee standings` makes every file in the reports folder again from the store, byte by byte; a Swiss
  /// at tables of two also has one file for each of its `rounds`.
  void expect_reports_of_the_store(std::size_t rounds = 0) {
    std::size_t reports = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder() / "out")) {
      if (entry.is_directory()) {
        continue;  // records/ and bots/: copies of what matches and bots have written
      }
      ++reports;
      std::vector<std::string> words = words_for(entry.path().filename());
      words.insert(words.begin(), {"standings", "spring.db"});
      const Child& printed = run(words);
      EXPECT_EQ(printed.code(), kDone) << printed.err();
      EXPECT_EQ(printed.out(), test_support::read_file(entry.path())) << entry.path().filename();
    }
    EXPECT_EQ(reports, 4 + rounds);
  }
  /// Runs the tournament until it waits for the arbiter between rounds.
  void until_it_waits() {
    while (order({"status"}).find("waits for the arbiter") == std::string::npos && !HasFailure()) {
    }
  }
  /// The end of the last match.
  std::string end_of_last_match() const {
    std::string last;
    for (const auto& file : record_files()) {
      last = std::max(last, Record(file).last().at("ended").get<std::string>());
    }
    return last;
  }
  /// Checks that every record linked from the page exists; returns the number of links.
  std::size_t expect_links_lead_somewhere() const {
    const std::string page = test_support::read_file(folder() / "out" / "standings.html");
    std::size_t links = 0;
    for (std::size_t at = page.find("href=\""); at != std::string::npos; at = page.find("href=\"", at + 1)) {
      const std::size_t begin = at + 6;
      const std::string file = page.substr(begin, page.find('"', begin) - begin);
      EXPECT_TRUE(std::filesystem::is_regular_file(folder() / "out" / file)) << file;
      ++links;
    }
    return links;
  }
};

TEST_F(Recompute, ASwiss) {
  play(walls(3, randoms(5)));  // with a bye in each round
  expect_reports_of_the_store(3);
  EXPECT_EQ(expect_links_lead_somewhere(), 3U * 2 * 2 * 2) << "two tables, two games, both entrants' cells";
  EXPECT_TRUE(standings().at("first_seat_advantage").is_object());
  EXPECT_EQ(standings().at("updated"), end_of_last_match());
}

TEST_F(Recompute, ARoundRobin) {
  play(round_robin(randoms(4)));
  expect_reports_of_the_store();
  EXPECT_EQ(expect_links_lead_somewhere(), 6U * 2 * 2);
}

TEST_F(Recompute, TablesWithHouseBots) {
  Json config = walls(2, Json::array());
  for (int seed = 1; seed <= 6; ++seed) {
    const std::string number = std::to_string(seed);
    config["entrants"].push_back(launched("dumb-" + number, {"sample:lightcycle_dumb", "--seed", number}));
  }
  config.update(Json::parse(R"({"game":"lightcycle",
      "options":{"size":12,"starts":[[[11,3]],[[3,11]],[[0,8]],[[8,0]]]},
      "format":{"kind":"swiss","rounds":2,"table":4,"best_of":3},
      "house_bot":["sample:lightcycle_dumb","--seed","7"]})"));
  play(config);
  expect_reports_of_the_store();
  EXPECT_GT(expect_links_lead_somewhere(), 0U);
}

/// Superball of very few turns: two instances.
Json superball(const std::string& format) {
  Json config = Json::parse(R"({"name":"Spring","game":"superball","seed":1,
      "options":{"max_moves":30},
      "clock":{"kind":"per_move","ms":60000},"instances":[{"seeds":"1-2"}],
      "entrants":[],"store":"spring.db","reports":"out/"})");
  config["format"] = Json::parse(format);
  for (const char* const name : {"alice", "bob", "carol"}) {
    config["entrants"].push_back(launched(name, {"sample:sb_play2"}));
  }
  return config;
}

TEST_F(Recompute, AField) {
  play(superball(R"({"kind":"field"})"));
  expect_reports_of_the_store();
  EXPECT_EQ(expect_links_lead_somewhere(), 3U * 2);
  EXPECT_TRUE(row("alice").at("rating").is_null());
  EXPECT_TRUE(row("alice").at("score").at("standard_error").is_number());
}

TEST_F(Recompute, DuelsOfAGameOfOneSeat) {
  play(superball(R"({"kind":"round_robin","best_of":2})"));
  expect_reports_of_the_store();
  EXPECT_EQ(expect_links_lead_somewhere(), 3U * 2 * 2);
  EXPECT_TRUE(standings().at("first_seat_advantage").is_null());
  EXPECT_TRUE(row("alice").at("rating").is_object());
}

TEST_F(Recompute, WhatTheArbiterHasChanged) {
  Json config = walls(2, randoms(4));
  config["between_rounds"] = "manual";
  config["registration"] = "open";  // so that it listens
  serve(config);
  until_it_waits();
  order({"void", "r1t1g1", "power", "cut"});
  order({"withdraw", "random-4"});
  order({"start"});
  until_it_waits();  // after the last round too
  order({"start"});
  finish();
  expect_reports_of_the_store(2);
  EXPECT_EQ(expect_links_lead_somewhere(), 2U * (record_files().size() - 1)) << "not to the void one";
}

TEST_F(Recompute, ElsewhereThePageLinksToNothing) {
  play(walls(1, randoms(2)));
  const Child& printed = run({"standings", "spring.db", "--format", "html"});
  EXPECT_THAT(printed.out(), testing::Not(HasSubstr("href=")));
  const Child& linked = run({"standings", "spring.db", "--format", "html", "--records", "https://x.org/r"});
  EXPECT_THAT(linked.out(), HasSubstr("<a href=\"https://x.org/r/r1t1g1.jsonl\">1</a>"));
  const Child& refused_one = run({"standings", "spring.db", "--format", "md", "--records", "records/"});
  EXPECT_EQ(refused_one.code(), kUsage);
  EXPECT_THAT(refused_one.err(), HasSubstr("only the standings as --format html have links"));
}

}  // namespace
}  // namespace e2e
