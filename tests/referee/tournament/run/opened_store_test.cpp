#include "referee/tournament/run/opened_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "referee/base/secrets.h"
#include "referee/match/replay.h"
#include "referee/store/sqlite_store.h"
#include "tests/support/sample_record.h"
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
    return open_tournament(config, *open_store(config.store, StoreAccess::exclusive));
  }
  StoreContent stored() const { return SqliteStore(folder_ / "t.db", SqliteStore::Access::read_only).load(); }
  std::string refusal(const Json& json) {
    try {
      open(json);
    } catch (const std::invalid_argument& wrong) {
      return wrong.what();
    }
    return "accepted";
  }
  void apply(const std::vector<StoreWrite>& writes) {
    SqliteStore(folder_ / "t.db", SqliteStore::Access::exclusive).apply(writes);
  }

  TempFolder folder_;
};

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
  const OpenedStore first = open_tournament(config, *open_store(config.store, StoreAccess::exclusive));
  EXPECT_LE(first.seeds.seed, kMaxSeed);
  const OpenedStore second = open_tournament(config, *open_store(config.store, StoreAccess::exclusive));
  EXPECT_TRUE(second.resumed);
  EXPECT_EQ(second.seeds.seed, first.seeds.seed);
  EXPECT_EQ(second.seeds.salt, first.seeds.salt);
  config.store = folder_ / "other.db";
  EXPECT_NE(open_tournament(config, *open_store(config.store, StoreAccess::exclusive)).seeds.seed,
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

}  // namespace
}  // namespace referee
