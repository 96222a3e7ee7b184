#include "referee/score/kept_games.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "engines/registry.h"
#include "tests/support/sample_record.h"
#include "tests/support/temp_folder.h"

namespace referee::score {
namespace {

using test_support::TempFolder;

/// The match of a record.
MatchJob job_of(const std::string& record) {
  const Json header = test_support::head_of(record);
  MatchJob job;
  job.spec.id = header.at("match").get<std::string>();
  job.spec.game = engines::find_game(header.at("game").get<std::string>());
  job.spec.options = header.at("options");
  job.spec.seed = {header.at("seed").get<std::uint64_t>(), header.at("salt").get<std::string>()};
  job.spec.clock = ClockSpec::read(header.at("clock"), "clock");
  job.spec.versions = {{0, "one"}, {0, "other"}};
  for (const Json& player : header.at("players")) {
    job.seats.push_back({player.get<std::string>()});
  }
  return job;
}

TEST(NameByContent, ChangesWithAllThatDecidesTheMatch) {
  const std::vector<std::function<void(MatchJob&)>> changes = {
      [](MatchJob&) {},
      [](MatchJob& job) { job.spec.options["n"] = 5; },
      [](MatchJob& job) { ++job.spec.seed.number; },
      [](MatchJob& job) { job.spec.seed.salt = "x"; },
      [](MatchJob& job) { job.spec.clock.init_ms += 1; },
      [](MatchJob& job) { job.spec.game = engines::find_game("snake"); },
      [](MatchJob& job) { job.seats[0].name = "x"; },
      [](MatchJob& job) { job.spec.versions[0].sha256 = "x"; },
      [](MatchJob& job) { job.spec.versions[1].sha256 = "x"; },
      [](MatchJob& job) { std::swap(job.spec.versions[0], job.spec.versions[1]); }};
  std::set<std::string> names = {name_by_content(job_of(test_support::walls_record()), {3, 0}),
                                 name_by_content(job_of(test_support::walls_record()), {2, 1})};
  for (const auto& change : changes) {
    MatchJob job = job_of(test_support::walls_record());
    change(job);
    names.insert(name_by_content(job, {2, 0}));
  }
  EXPECT_EQ(names.size(), changes.size() + 2) << "two different matches have one name";
}

TEST(NameByContent, IsTheSameInEveryRun) {
  MatchJob job = job_of(test_support::walls_record());
  const std::string name = name_by_content(job, {2, 0});
  job.spec.id = "2.7";
  job.spec.attempt = 3;
  job.another_follows = !job.another_follows;
  EXPECT_EQ(name_by_content(job, {2, 0}), name);
}

TEST(KeptGame, IsWhatTheRecordSays) {
  const TempFolder folder;
  const std::string& record = test_support::walls_record();
  test_support::write_file(folder / "m.jsonl", record);
  const auto kept = kept_game(job_of(record), folder / "m.jsonl");
  ASSERT_TRUE(kept);
  EXPECT_EQ(Json(kept->result.scores), test_support::last_of(record).at("result").at("scores"));
  EXPECT_EQ(kept->how_bots_ended.size(), 2U);
  EXPECT_EQ(kept->bot_stderr.size(), 2U);
}

TEST(KeptGame, MayHaveHadVoidAttemptsBefore) {
  const TempFolder folder;
  const std::string second = test_support::with_new_digest(test_support::with_line(
      test_support::walls_record(), 1, [](nlohmann::ordered_json& header) { header["attempt"] = 2; }));
  test_support::write_file(folder / "m.jsonl", second);
  EXPECT_TRUE(kept_game(job_of(second), folder / "m.jsonl"));
}

TEST(KeptGame, IsPlayedAgainUnlessItsRecordIsWholeAndTrue) {
  const TempFolder folder;
  const std::string& record = test_support::walls_record();
  const MatchJob job = job_of(record);
  EXPECT_FALSE(kept_game(job, folder / "none.jsonl"));
  std::string changed = record;
  changed[record.size() / 2] ^= 1;
  for (const std::string& wrong :
       {std::string(), std::string(record.size(), '\0'), record.substr(0, record.size() / 2), changed}) {
    test_support::write_file(folder / "m.jsonl", wrong);
    EXPECT_FALSE(kept_game(job, folder / "m.jsonl")) << wrong.substr(0, 20);
  }
  MatchJob another = job;
  ++another.spec.seed.number;
  test_support::write_file(folder / "m.jsonl", record);
  EXPECT_FALSE(kept_game(another, folder / "m.jsonl"));
}

}  // namespace
}  // namespace referee::score
