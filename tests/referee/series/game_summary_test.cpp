#include "referee/series/game_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/verdict.h"
#include "tests/support/complaint.h"
#include "tests/support/sample_record.h"

namespace referee {
namespace {

using test_support::complaint;
using test_support::walls_record;

const PlannedGame kGame{.number = 5, .group = 2, .opening = 2, .seating = {1, 0}};

TEST(GameSummary, IsWhatTheRecordSays) {
  const nlohmann::json head = test_support::head_of(walls_record());
  const nlohmann::json last = test_support::last_of(walls_record());
  const GameSummary summary = summary_of(kGame, walls_record());
  EXPECT_EQ(summary.game, kGame);
  EXPECT_EQ(summary.seed, head["seed"].get<std::uint64_t>());
  std::int64_t turns = 0;
  std::int64_t late = 0;
  for (const std::string& line : test_support::lines_of(walls_record())) {
    const auto json = nlohmann::json::parse(line);
    if (json.contains("answers")) {
      ++turns;
      late += json["answers"][0]["verdict"] == "late" ? 1 : 0;
    }
  }
  EXPECT_EQ(summary.turns, turns);
  EXPECT_EQ(summary.seats[0].turns + summary.seats[1].turns, turns);
  std::int64_t faults = 0;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    EXPECT_EQ(summary.seats[seat].score, last["result"]["scores"][seat].get<double>());
    EXPECT_EQ(summary.seats[seat].rank, last["result"]["rank"][seat].get<int>());
    for (const FaultKind& kind : summary.seats[seat].faults) {
      EXPECT_EQ(kind.verdict, protocol::Verdict::late);
      faults += kind.count;
    }
  }
  EXPECT_GT(faults, 0);
  EXPECT_EQ(faults, late);
}

TEST(GameSummary, OtherPlayersOrMovesAreAnotherGame) {
  const std::string same = summary_of(kGame, walls_record()).moves_sha256;
  const auto with = [](std::size_t line, const std::function<void(nlohmann::ordered_json&)>& change) {
    return summary_of(kGame, test_support::with_line(walls_record(), line, change)).moves_sha256;
  };
  EXPECT_EQ(with(2, [](auto& line) { line["answers"][0]["spent_us"] = 1; }), same);
  EXPECT_NE(with(1, [](auto& line) { line["players"][0] = "somebody"; }), same);
  EXPECT_NE(with(2, [](auto& line) { line["answers"][0]["move"] = "another"; }), same);
}

TEST(GameSummary, GivenTurnsAreNotCharged) {
  const GameSummary all = summary_of(kGame, walls_record());
  const GameSummary rest = summary_of(
      kGame, test_support::with_line(walls_record(), 1, [](auto& header) { header["given_turns"] = 2; }));
  EXPECT_EQ(rest.turns, all.turns);
  EXPECT_EQ(rest.seats[0].turns + rest.seats[1].turns, all.turns - 2);
}

TEST(GameSummary, WhatIsNoRecordOfAPlayedMatchIsRefused) {
  const auto said = [](const std::string& record) {
    return complaint<std::exception>([&] { summary_of(kGame, record); });
  };
  EXPECT_THAT(said(""), testing::HasSubstr("not the record of a match"));
  EXPECT_THAT(said("[1]\n"), testing::HasSubstr("not the record of a match"));
  const std::string& record = walls_record();
  EXPECT_THAT(said(record.substr(0, record.rfind('\n', record.size() - 2) + 1)),
              testing::HasSubstr("it has no result"));
  EXPECT_THAT(complaint<std::exception>([] {
                summary_of({.number = 1, .group = 0, .opening = 0, .seating = {0}}, walls_record());
              }),
              testing::HasSubstr("it has 2 seats"));
}

}  // namespace
}  // namespace referee
