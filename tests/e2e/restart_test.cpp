#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/stored_tournament.h"

// The same tournament started again: with another file, twice at once, on a file that is no store, after a
// full disk.

namespace e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Restart : public StoredTournament {
 protected:
  /// Two rounds of four bots, with a wait for the arbiter after the first one.
  static Json half_way() {
    Json config = walls(2, randoms(4));
    config["instances"] = {{{"n", 3}}, {{"n", 3}, {"seed", 5}}};
    config["between_rounds"] = "manual";
    config["start"] = {{"when", "all"}};
    return config;
  }
  void play_half() {
    Child& referee = start({"serve", "config.json"});
    EXPECT_NE(referee.wait_for_line("results are kept in spring.db"), "");
    std::string status = order({"status"});
    while (status.find("waits for the arbiter") == std::string::npos && !HasFailure()) {
      status = order({"status"});
    }
    referee.signal(SIGTERM);
    referee.wait();
    EXPECT_EQ(referee.code(), kDone) << referee.err();
  }
  /// The standings from the store.
  std::string shown() { return run({"standings", "spring.db", "--format", "csv"}).out(); }
  /// Plays the tournament to its end, from any round.
  void play_on(const std::vector<std::string>& options = {}) {
    Json config = Json::parse(test_support::read_file(path("config.json")));
    config["between_rounds"] = "go_on";
    write_config(config);
    std::vector<std::string> words = {"run", "config.json"};
    words.insert(words.end(), options.begin(), options.end());
    const Child& referee = run(words);
    EXPECT_EQ(referee.code(), kDone) << referee.err();
    EXPECT_EQ(standings().at("finished"), true);
  }
};

TEST_F(Restart, AnotherFrozenPartIsRefusedNamingTheKey) {
  // Tournaments 10.3: the frozen part stays.
  const Json config = half_way();
  write_config(config);
  play_half();
  const std::string before = shown();
  const std::vector<std::pair<Json, std::string>> changes = {
      {{{"options", {{"n", 5}}}}, "options.n: got 5, expected 3"},
      {{{"format", {{"kind", "swiss"}, {"rounds", 3}, {"best_of", 2}}}}, "format.rounds: got 3, expected 2"},
      {{{"format", {{"kind", "round_robin"}}}}, "format."},
      {{{"seed", 2}}, "seed: got 2, expected 1"},
      {{{"instances", {{{"n", 3}}}}}, "instances"},
      {{{"instances", {{{"n", 3}}, {{"n", 3}, {"seed", 5}}, {{"n", 3}, {"seed", 6}}}}}, "instances"},
      {{{"instances", {{{"n", 3}}, {{"n", 3}, {"seed", 6}}}}}, "instances[1].seed"},
      {{{"game", "lightcycle"},
        {"options", Json::object()},
        {"instances", {Json::object()}},
        {"format", {{"kind", "swiss"}, {"rounds", 2}}}},
       "game: got \"lightcycle\", expected \"walls\""},
  };
  for (const auto& [change, message] : changes) {
    Json other = config;
    other.update(change);
    write_config(other);
    const Child& referee = run({"serve", "config.json"});
    EXPECT_EQ(referee.code(), kUsage) << change;
    EXPECT_THAT(referee.err(), testing::StartsWith("referee: config.json: " + message));
    EXPECT_THAT(referee.err(), AllOf(HasSubstr("spring.db was begun so"), HasSubstr("--store")));
    EXPECT_EQ(std::ranges::count(referee.err(), '\n'), 1) << referee.err();
    EXPECT_EQ(referee.err().find("got nothing, expected nothing"), std::string::npos) << referee.err();
    EXPECT_EQ(shown(), before) << change;
  }
  write_config(config);
  const Child& seeded = run({"run", "config.json", "--seed", "9"});
  EXPECT_EQ(seeded.code(), kUsage);
  EXPECT_THAT(seeded.err(), HasSubstr("seed: got 9, expected 1"));
  play_on();
  expect_one_record_a_game();
}

TEST_F(Restart, TheRestMayChange) {
  // Tournaments 10.3: all other keys may change.
  Json config = half_way();
  write_config(config);
  play_half();
  const Json first_round = standings().at("encounters");
  config["name"] = "Spring, second day";
  config["entrants"][0] = launched("random-1", {"sample:walls_search", "--nodes", "50"});
  config["entrants"].push_back(launched("new-1", {"sample:walls_random", "--seed", "8"}));
  config["entrants"].push_back(launched("new-2", {"sample:walls_random", "--seed", "9"}));
  config["listen"] = {{"host", "127.0.0.2"}, {"port", 0}};
  config["no_show_ms"] = 1234;
  config["clock"]["ms"] = 50'000;
  write_config(config);
  play_on({"--reports", "out"});
  const Json page = standings();
  EXPECT_EQ(page.at("tournament"), "Spring, second day");
  EXPECT_EQ(page.at("standings").size(), 6U);
  const Json encounters = page.at("encounters");
  for (std::size_t i = 0; i < first_round.size(); ++i) {
    EXPECT_EQ(encounters[i], first_round[i]);
  }
  EXPECT_EQ(row("new-1").at("games"), 2);
  expect_no_faults({"random-1", "random-2", "random-3", "random-4", "new-1", "new-2"});
}

TEST_F(Restart, LaunchedBotMayBecomeOneThatDialsInAndBack) {
  // Tournaments 10.3: an entrant is its name, not how it comes.
  Json config = half_way();
  write_config(config);
  play_half();
  const Json launched_before = config["entrants"][0];
  config["entrants"][0] = {{"name", "random-1"}, {"token_sha256", dialled("random-1").at("token_sha256")}};
  config["between_rounds"] = "go_on";
  serve(config);
  DialIn one = join("random-1");
  one.play();
  referee().signal(SIGKILL);
  referee().wait();
  config["entrants"][0] = launched_before;
  write_config(config);
  play_on();
  EXPECT_EQ(row("random-1").at("games"), 4);
  expect_one_record_a_game();
}

TEST_F(Restart, OneStoreHasOneRefereeAtATime) {
  serve(walls(1, all_dialled({"alice", "bob"})));
  DialIn alice = join("alice");
  for (const char* const command : {"serve", "run"}) {
    const Child& second = run({command, "config.json"});
    EXPECT_EQ(second.code(), kFailed);
    EXPECT_THAT(second.err(), testing::EndsWith("spring.db is in use by another referee (process " +
                                                std::to_string(referee().pid()) + ")\n"));
    EXPECT_EQ(std::ranges::count(second.err(), '\n'), 1) << second.err();
  }
  std::filesystem::create_symlink("spring.db", folder() / "alias.db");
  EXPECT_EQ(run({"serve", "config.json", "--store", "alias.db"}).code(), kFailed);
  EXPECT_THAT(order({"status"}), HasSubstr("alice"));
  DialIn bob = join("bob");
  EXPECT_FALSE(alice.next("start").is_null());
  EXPECT_FALSE(bob.next("start").is_null());
}

TEST_F(Restart, WhatIsNoStoreIsLeftAlone) {
  write_config(walls(1, randoms(2)));
  const std::string text = "points of the spring term\nalice 3\n";
  test_support::write_file(path("notes.db"), text);
  test_support::write_file(path("image.db"), std::string("SQLite format 3\0 and then something else", 40));
  std::filesystem::create_directory(folder() / "folder.db");
  for (const std::string name : {"notes.db", "image.db", "folder.db", "nowhere/spring.db"}) {
    const Child& referee = run({"run", "config.json", "--store", name});
    EXPECT_NE(referee.code(), kDone) << name;
    EXPECT_THAT(referee.err(), AllOf(testing::StartsWith("referee: store "), HasSubstr(name)));
    EXPECT_EQ(std::ranges::count(referee.err(), '\n'), 1) << referee.err();
    EXPECT_FALSE(std::filesystem::exists(path(name + ".lock"))) << name;
  }
  EXPECT_EQ(test_support::read_file(path("notes.db")), text);
  EXPECT_FALSE(std::filesystem::exists(path("out")));
}

#ifdef CAN_MOUNT
TEST_F(Restart, AfterAFullDiskTheSameCommandFinishesIt) {
  // Tournaments 6.3: what was told before the disk was full counts; the store is named.
  write_config(round_robin(randoms(8)));
  EXPECT_EQ(run({"run", "config.json", "--store", "calm.db", "--reports", "calm"}).code(), kDone);
  std::filesystem::create_directory(path("disk"));
  const std::string script =
      "mount -t tmpfs -o size=600k none disk || exit 9\n"
      "\"$0\" run config.json --store disk/spring.db >first.out 2>first.err; echo $? >first.code\n"
      "\"$0\" run config.json --store disk/spring.db >second.out 2>second.err; echo $? >second.code\n"
      "mount -o remount,size=64m disk || exit 9\n"
      "exec \"$0\" run config.json --store disk/spring.db\n";
  Child& last = spawn({"/usr/bin/unshare", "-m", "/bin/sh", "-c", script, e2e::kReferee});
  last.wait();
  EXPECT_EQ(last.code(), kDone) << last.err();
  const auto file = [this](const char* name) { return test_support::read_file(path(name)); };
  EXPECT_EQ(file("first.code"), "3\n") << file("first.err");
  EXPECT_THAT(file("first.err"), AllOf(HasSubstr("referee: store disk/spring.db: "), HasSubstr("full")));
  EXPECT_EQ(file("second.code"), "3\n") << file("second.err");
  EXPECT_THAT(file("first.out"), HasSubstr("r1t1g1: "));
  EXPECT_THAT(last.out(), testing::Not(HasSubstr("r1t1g1: "))) << "played twice";
  EXPECT_EQ(standings_without_times(), standings_without_times("calm"));
  expect_one_record_a_game();
}
#endif

}  // namespace
}  // namespace e2e
