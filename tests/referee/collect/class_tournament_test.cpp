#include "referee/collect/class_tournament.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/tournament/config/config.h"
#include "tests/support/temp_folder.h"

namespace referee::collect {
namespace {

using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

class ClassTournamentTest : public testing::Test {
 protected:
  void SetUp() override {
    tournament_.frame = nlohmann::json::parse(
        R"({"$schema":"x","name":"Walls","game":"walls","options":{"n":3},"format":{"kind":"round_robin"},"registration":"open"})");
    tournament_.source = folder_ / "walls.json";
    tournament_.out = folder_ / "class";
  }
  void add(const std::string& name, const std::string& display, bool in = true) {
    const fs::path folder = bot_folder(tournament_.out, name);
    fs::create_directories(folder);
    test_support::write_file(folder / "bot.py", "");
    CollectedEntrant entrant;
    entrant.name = name;
    entrant.display = display;
    entrant.prepared.stage = in ? prepare::Stage::ready : prepare::Stage::build;
    entrant.prepared.command = {"python3", "bot.py", "--level", "3"};
    list_.entrants.push_back(entrant);
    tournament_.tokens[name] = std::string(63, '0') + std::to_string(list_.entrants.size());
  }
  TournamentConfig read() const {
    return TournamentConfig::read(nlohmann::json::parse(class_tournament_text(tournament_, list_)), "t.json");
  }

  test_support::TempFolder folder_;
  ClassTournament tournament_;
  ClassList list_;
};

TEST_F(ClassTournamentTest, EntrantsAreThoseWhoAreIn) {
  add("alice", "Alice Liddell");
  add("bob", "Bob", false);
  const TournamentConfig config = read();
  ASSERT_EQ(config.entrants.size(), 1U);
  const EntrantSpec& alice = config.entrants[0];
  EXPECT_EQ(alice.display, "Alice Liddell");
  EXPECT_EQ(alice.author, "Alice Liddell");
  const fs::path folder = bot_folder(tournament_.out, "alice");
  ASSERT_TRUE(alice.bot.has_value());
  EXPECT_EQ(alice.bot->argv,
            (std::vector<std::string>{"python3", (folder / "bot.py").string(), "--level", "3"}));
  ASSERT_TRUE(alice.bot->confinement.has_value());
  EXPECT_EQ(alice.bot->confinement->folder, folder);
  EXPECT_EQ(alice.token_sha256, tournament_.tokens["alice"]);
  EXPECT_THAT(config.store.text(), HasSubstr("class/tournament.db"));
  EXPECT_EQ(config.reports, tournament_.out / "out");
}

TEST_F(ClassTournamentTest, StudentsOfOneNameAreDifferentAuthors) {
  add("anna", "Anna Müller");
  add("anna2", "Anna Müller");
  const TournamentConfig config = read();
  EXPECT_EQ(config.entrants[0].author, "Anna Müller (anna)");
  EXPECT_EQ(config.entrants[1].author, "Anna Müller (anna2)");
}

TEST_F(ClassTournamentTest, MadeUpNamesStandAlone) {
  tournament_.aliases = true;
  add("calm-otter", "Alice Liddell");
  const std::string text = class_tournament_text(tournament_, list_);
  EXPECT_THAT(text, Not(HasSubstr("Alice")));
  EXPECT_THAT(text, HasSubstr("\"author\": \"calm-otter\""));
}

TEST_F(ClassTournamentTest, MapsInFilesBecomeAPartOfIt) {
  test_support::write_file(folder_ / "mine.json", R"({"secret":"map"})");
  tournament_.frame["game"] = "planets";
  tournament_.frame["options"] = {{"map", "./mine.json"}};
  const std::string text = class_tournament_text(tournament_, list_);
  EXPECT_THAT(text, HasSubstr("\"secret\": \"map\""));
  EXPECT_THAT(text, Not(HasSubstr("mine.json")));
}

TEST_F(ClassTournamentTest, WhatTheFileSaysStays) {
  tournament_.frame["store"] = "my.db";
  tournament_.frame["web"] = nullptr;
  tournament_.frame["roster"] = "old.csv";
  tournament_.roster = folder_ / "class/roster.csv";
  const auto json = nlohmann::json::parse(class_tournament_text(tournament_, list_));
  EXPECT_EQ(json.at("store").get<std::string>(), "my.db");
  EXPECT_TRUE(json.contains("web"));
  EXPECT_FALSE(json.contains("$schema"));
  EXPECT_EQ(json.at("roster").get<std::string>(), tournament_.roster.string());
}

}  // namespace
}  // namespace referee::collect
