#include "referee/tournament/run/opened_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/base/secrets.h"
#include "referee/record/replay.h"
#include "referee/store/sqlite_store.h"
#include "referee/store/turn_files.h"
#include "referee/tournament/run/resume_terms.h"
#include "tests/support/complaint.h"
#include "tests/support/sample_record.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/tournament_fixture.h"

namespace referee {
namespace {

using test_support::TempFolder;
using testing::StartsWith;

Json spring() {
  return {{"name", "Spring"}, {"game", "walls"}, {"format", {{"kind", "swiss"}, {"rounds", 3}}}};
}

class OpenedStoreTest : public testing::Test {
 protected:
  OpenedStore open(const Json& json) {
    const TournamentConfig config = test_support::tournament(folder_, json);
    return open_tournament(config, *open_store(config.store, StoreAccess::exclusive), loop_.clock());
  }
  StoreContent stored() const { return SqliteStore(folder_ / "t.db", SqliteStore::Access::read_only).load(); }
  std::string refusal(const Json& json) {
    return test_support::complaint([&] { open(json); });
  }
  void apply(const std::vector<StoreWrite>& writes) {
    SqliteStore(folder_ / "t.db", SqliteStore::Access::exclusive).apply(writes);
  }

  TempFolder folder_;
  test_support::SimulatedLoop loop_;
};

TEST_F(OpenedStoreTest, KeepsWhatPagesShow) {
  open(spring());
  const auto plain = stored().meta;
  for (const char* const key : {meta_key::kShownPlaces, meta_key::kShownMatches, meta_key::kFreezeRounds,
                                meta_key::kShownNames, meta_key::kShownTurn}) {
    EXPECT_FALSE(plain.contains(key)) << key;
  }
  Json json = spring();
  json["web"] = {{"places", 10}, {"matches", "own"}, {"names", "display"}, {"freeze_rounds", 1}};
  open(json);
  auto meta = stored().meta;
  EXPECT_EQ(meta[meta_key::kShownPlaces], "10");
  EXPECT_EQ(meta[meta_key::kShownMatches], "own");
  EXPECT_EQ(meta[meta_key::kShownNames], "display");
  EXPECT_EQ(meta[meta_key::kFreezeRounds], "1");
  open(spring());
  meta = stored().meta;
  EXPECT_EQ(meta[meta_key::kShownPlaces], "0");
  EXPECT_EQ(meta[meta_key::kShownMatches], "all");
}

TEST_F(OpenedStoreTest, ANewStoreIsBegunWithTheFrozenPart) {
  const OpenedStore opened = open(spring());
  EXPECT_FALSE(opened.resumed);
  EXPECT_EQ(opened.seeds.seed, 42U);
  EXPECT_EQ(opened.seeds.salt.size(), 32U);
  const auto meta = stored().meta;
  EXPECT_EQ(Json::parse(meta.at(meta_key::kFrozen)),
            Json::parse(R"({"game":"walls","options":{"n":5,"first":0},
              "format":{"kind":"swiss","rounds":3,"table":2,"best_of":2,"tie_breaks":["BH/C1","BH","SB","DE","WIN"]},
              "seed":42,
              "instances":[{"options":{"n":5,"first":0},"seeds":null}]})"));
  EXPECT_EQ(meta.at(meta_key::kName), "Spring");
  EXPECT_EQ(meta.at(meta_key::kSeed), "42");
  EXPECT_EQ(meta.at(meta_key::kSalt), opened.seeds.salt);
  EXPECT_FALSE(meta.contains(meta_key::kFinished));
}

TEST_F(OpenedStoreTest, ASeedThatIsNotGivenIsDrawnOnceAndKept) {
  // Without `seed` a tournament has a secret one.
  TournamentConfig config = test_support::tournament(folder_, spring());
  config.seed.reset();
  const OpenedStore first =
      open_tournament(config, *open_store(config.store, StoreAccess::exclusive), loop_.clock());
  EXPECT_LE(first.seeds.seed, kMaxSeed);
  const OpenedStore second =
      open_tournament(config, *open_store(config.store, StoreAccess::exclusive), loop_.clock());
  EXPECT_TRUE(second.resumed);
  EXPECT_EQ(second.seeds.seed, first.seeds.seed);
  EXPECT_EQ(second.seeds.salt, first.seeds.salt);
  config.store = folder_ / "other.db";
  EXPECT_NE(
      open_tournament(config, *open_store(config.store, StoreAccess::exclusive), loop_.clock()).seeds.seed,
      first.seeds.seed);
}

TEST_F(OpenedStoreTest, WhatMayChangeMayChange) {
  // Tournaments 10.3: all but the frozen part.
  open(spring());
  Json json = spring();
  json["name"] = "Autumn";
  json["listen"] = {{"port", 1}};
  json["parallel"] = 7;
  json["entrants"] = Json::array({{{"name", "cat"}, {"command", {"/bin/cat"}}}});
  json["registration"] = "open";
  json["options"] = {{"n", 5}};  // the default, now given explicitly
  EXPECT_TRUE(open(json).resumed);
  EXPECT_EQ(stored().meta.at(meta_key::kName), "Autumn");
}

TEST_F(OpenedStoreTest, AnotherFrozenPartIsRefusedNamingTheKey) {
  // Tournaments 10.3: the frozen part stays.
  open(spring());
  const auto with = [](const char* key, Json value) {
    Json json = spring();
    json[key] = std::move(value);
    return json;
  };
  const std::string begun =
      (folder_ / "t.db").string() + " was begun so. Another tournament needs another store (--store)";
  EXPECT_EQ(refusal(with("options", {{"n", 7}})), "test.json: options.n: got 7, expected 5: " + begun);
  EXPECT_EQ(refusal(with("seed", 43)), "test.json: seed: got 43, expected 42: " + begun);
  EXPECT_EQ(refusal(with("format", {{"kind", "swiss"}, {"rounds", 4}})),
            "test.json: format.rounds: got 4, expected 3: " + begun);
  EXPECT_THAT(refusal(with("format", {{"kind", "round_robin"}})), StartsWith("test.json: format"));
  Json cycles = with("game", "lightcycle");
  EXPECT_EQ(refusal(cycles), "test.json: game: got \"lightcycle\", expected \"walls\": " + begun);
  EXPECT_THAT(refusal(with("instances", Json::parse(R"([{"seed":1}])"))),
              StartsWith("test.json: instances[0].seeds: got "));
  EXPECT_EQ(Json::parse(stored().meta.at(meta_key::kFrozen))["seed"], 42) << "nothing was changed";
}

TEST_F(OpenedStoreTest, AStoreFromBeforeAKeyExistedHasItsDefault) {
  open(spring());
  Json frozen = Json::parse(stored().meta.at(meta_key::kFrozen));
  frozen["format"].erase("tie_breaks");
  apply({store_write::SetMeta{meta_key::kFrozen, frozen.dump()}});
  EXPECT_TRUE(open(spring()).resumed);
  Json other = spring();
  other["format"]["tie_breaks"] = {"BH"};
  EXPECT_THAT(refusal(other), StartsWith("test.json: format.tie_breaks"));
}

TEST_F(OpenedStoreTest, AnotherListOfInstancesIsNamedWhereItDiffers) {
  Json two = spring();
  two["instances"] = Json::parse(R"([{},{"n":7}])");
  open(two);
  Json three = two;
  three["instances"].push_back({{"n", 9}});
  EXPECT_THAT(refusal(three), StartsWith("test.json: instances: got [{"));
  EXPECT_THAT(refusal(spring()), StartsWith("test.json: instances[1]: got nothing, expected {"));
}

TEST_F(OpenedStoreTest, WhatWasRunningIsVoidWithARecordThatIsWhole) {
  // Tournaments 6.3: void, with a record that ends like all others.
  open(spring());
  const std::string whole = test_support::sample_record("walls", {{"n", 5}}, 3);
  const std::string head = test_support::lines_of(whole)[0] + "\n";
  StoredAttempt game{"r1t1g1", 1, 1, 1, 1, StoredAttempt::Status::running, ""};
  StoredAttempt other{"r1t2g1", 1, 2, 1, 1, StoredAttempt::Status::running, ""};
  StoredAttempt done{"r1t3g1", 1, 3, 1, 1, StoredAttempt::Status::running, ""};
  apply({store_write::BeginAttempt{game, head}, store_write::BeginAttempt{other, head},
         store_write::BeginAttempt{done, head},
         store_write::Journal{"r1t1g1", 1, whole.substr(head.size(), whole.size() / 2)},
         store_write::FinishAttempt{"r1t3g1", 1, StoredAttempt::Status::done, "{}", whole}});

  const OpenedStore opened = open(spring());
  EXPECT_TRUE(opened.resumed);
  ASSERT_EQ(opened.interrupted.size(), 2U);
  EXPECT_EQ(opened.interrupted[0].match, "r1t1g1");
  EXPECT_EQ(opened.interrupted[0].attempt, 1);
  for (const auto& interrupted : opened.interrupted) {
    const Verified verified = verify_record(interrupted.record);
    EXPECT_TRUE(verified.is_void);
    EXPECT_FALSE(verified.difference) << verified.difference->text();
    const Json last = test_support::last_of(interrupted.record);
    EXPECT_EQ(last["why"], "the referee ended in mid-match");
  }
  EXPECT_GT(verify_record(opened.interrupted[0].record).turns, 2) << "what was journaled is kept";
  EXPECT_EQ(verify_record(opened.interrupted[1].record).turns, 0);

  SqliteStore store(folder_ / "t.db", SqliteStore::Access::exclusive);
  const auto games = store.load().games;
  EXPECT_EQ(games[0].status, StoredAttempt::Status::voided);
  EXPECT_EQ(games[1].status, StoredAttempt::Status::voided);
  EXPECT_EQ(games[2].status, StoredAttempt::Status::done);
  EXPECT_EQ(opened.content.games[0].status, StoredAttempt::Status::voided);
  EXPECT_EQ(store.record("r1t1g1", 1), opened.interrupted[0].record);
  EXPECT_EQ(store.record("r1t3g1", 1), whole);
}

/// A match of Walls that was running when the program ended.
class RunningAttemptTest : public OpenedStoreTest {
 protected:
  /// Its record, in the words of the config's clock.
  std::string record() const {
    const std::string sample = test_support::sample_record("walls", {{"n", 5}}, 3);
    return test_support::with_line(sample, 1, [](nlohmann::ordered_json& header) {
      header["clock"] =
          nlohmann::ordered_json::parse(test_support::tournament(TempFolder(), spring()).clock.json().dump());
    });
  }
  static std::string first_lines(const std::string& record, std::size_t count) {
    std::vector<std::string> lines = test_support::lines_of(record);
    lines.resize(count);
    return test_support::joined(lines);
  }
  /// Opens the store after a crash; `turns` are in the file of the attempt, if they are any.
  OpenedStore open_after_crash(const ResumeTerms& terms, const std::string& journaled,
                               const std::optional<std::string>& turns, const Json& now = spring()) {
    open(spring());
    const StoredAttempt game{"r1t1g1", 1, 1, 1, 1, StoredAttempt::Status::running, terms.json()};
    const std::string head = first_lines(record(), 1);
    apply({store_write::BeginAttempt{game, head}, store_write::Journal{"r1t1g1", 1, journaled}});
    if (turns) {
      TurnFiles(turns_folder(folder_ / "t.db")).begin("r1t1g1", 1, *turns);
    }
    return open(now);
  }
  static ResumeTerms terms(const std::string& boot_id, bool dials) {
    const Match::Attendance seat{true, dials, true};
    return {boot_id, {seat, seat}};
  }
  std::string turns(std::size_t count) const {
    return first_lines(record(), count + 1).substr(first_lines(record(), 1).size());
  }
};

TEST_F(RunningAttemptTest, ItsTurnsAreThoseOfItsFile) {
  const OpenedStore opened =
      open_after_crash(terms(loop_.clock().boot_id(), true), turns(1), turns(4) + "{\"tur");
  ASSERT_EQ(opened.resumable.size(), 1U);
  EXPECT_EQ(opened.resumable[0].match, "r1t1g1");
  EXPECT_EQ(opened.resumable[0].attempt, 1);
  EXPECT_EQ(opened.resumable[0].saved.record, first_lines(record(), 5));
  EXPECT_EQ(SqliteStore(folder_ / "t.db", SqliteStore::Access::exclusive).record("r1t1g1", 1),
            first_lines(record(), 5))
      << "the store has them all now";
  EXPECT_EQ(opened.content.games[0].status, StoredAttempt::Status::running);
}

TEST_F(RunningAttemptTest, AFileThatLacksTurnsOfTheStoreHasItPlayedAgain) {
  const OpenedStore opened = open_after_crash(terms(loop_.clock().boot_id(), false), turns(3), turns(2));
  ASSERT_EQ(opened.interrupted.size(), 1U);
  EXPECT_EQ(opened.interrupted[0].why, "its turns could not be kept");
  EXPECT_EQ(verify_record(opened.interrupted[0].record).turns, 3);
}

TEST_F(RunningAttemptTest, AfterAnotherStartOfTheSystemLaunchedBotsGoOnWithWhatIsLeft) {
  const OpenedStore opened = open_after_crash(terms("another", false), turns(3), std::nullopt);
  ASSERT_EQ(opened.resumable.size(), 1U);
  EXPECT_EQ(opened.resumable[0].saved.record, first_lines(record(), 4));
}

TEST_F(RunningAttemptTest, AfterAnotherStartOfTheSystemTheFileMayHaveLostTurns) {
  const OpenedStore opened = open_after_crash(terms("another", false), turns(3), turns(2));
  ASSERT_EQ(opened.resumable.size(), 1U);
  EXPECT_EQ(opened.resumable[0].saved.record, first_lines(record(), 4));
}

TEST_F(RunningAttemptTest, AfterAnotherStartOfTheSystemDamagedTurnsAreLeftOut) {
  const std::string zeros = turns(3).substr(0, turns(2).size()) + std::string(100, '\0') + "\n" + turns(1);
  const OpenedStore opened = open_after_crash(terms("another", false), turns(1), zeros);
  ASSERT_EQ(opened.resumable.size(), 1U);
  EXPECT_EQ(opened.resumable[0].saved.record, first_lines(record(), 3));
}

TEST_F(RunningAttemptTest, AfterAnotherStartOfTheSystemNobodyWhoDialsInIsWaitedFor) {
  const OpenedStore opened = open_after_crash(terms("another", true), turns(3), turns(4));
  ASSERT_EQ(opened.interrupted.size(), 1U);
  EXPECT_EQ(opened.interrupted[0].why,
            "the machine has been started again, and not all of its bots are launched");
  EXPECT_EQ(verify_record(opened.interrupted[0].record).turns, 4);
}

TEST_F(RunningAttemptTest, OtherRulesAndAnotherClockHaveItPlayedAgain) {
  for (const auto& [key, why] : {std::pair("engine", "its rules were another version than walls/1"),
                                 {"clock", "its clock has been changed"}}) {
    std::filesystem::remove(folder_ / "t.db");
    open(spring());
    const std::string other = test_support::with_line(
        record(), 1, [key = key](nlohmann::ordered_json& header) { header[key] = "another"; });
    const StoredAttempt game{
        "r1t1g1", 1, 1, 1, 1, StoredAttempt::Status::running, terms("another", false).json()};
    apply({store_write::BeginAttempt{game, first_lines(other, 1)}});
    const OpenedStore opened = open(spring());
    ASSERT_EQ(opened.interrupted.size(), 1U);
    EXPECT_EQ(opened.interrupted[0].why, why);
  }
}

TEST_F(RunningAttemptTest, ABotThatDoesNotResumeOrTheConfigHasItPlayedAgain) {
  ResumeTerms silent = terms(loop_.clock().boot_id(), true);
  silent.seats[0].resumes = false;
  Json replayed = spring();
  replayed["on_restart"] = "replay";
  const auto why = [&](const ResumeTerms& terms, const std::optional<std::string>& in_file, const Json& now) {
    std::filesystem::remove(folder_ / "t.db");
    std::filesystem::remove_all(turns_folder(folder_ / "t.db"));
    return open_after_crash(terms, turns(3), in_file, now).interrupted.at(0).why;
  };
  const ResumeTerms usual = terms(loop_.clock().boot_id(), true);
  EXPECT_EQ(why(silent, turns(3), spring()), "the bot of seat 0 has not said \"resume\" in its hello");
  EXPECT_EQ(why(usual, turns(3), replayed), "on_restart is replay");
  EXPECT_EQ(why(usual, std::nullopt, spring()), "its turns could not be kept");
}

TEST_F(RunningAttemptTest, ItsSilenceIsKept) {
  const std::string text = turns(2) + KeptTurns::silence_line({Microseconds{0}, Microseconds{1500}});
  const OpenedStore opened = open_after_crash(terms(loop_.clock().boot_id(), false), "", text);
  ASSERT_EQ(opened.resumable.size(), 1U);
  EXPECT_EQ(opened.resumable[0].saved.silence, std::vector({Microseconds{0}, Microseconds{1500}}));
}

}  // namespace
}  // namespace referee
