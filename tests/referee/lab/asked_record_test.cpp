#include "referee/lab/asked_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/support/complaint.h"
#include "tests/support/sample_record.h"

namespace referee {
namespace {

using test_support::complaint;
using test_support::joined;
using test_support::lines_of;
using test_support::walls_record;
using test_support::with_line;
using test_support::with_new_digest;
using testing::HasSubstr;
using testing::StartsWith;
using Line = nlohmann::ordered_json;

std::string refusal_of(const std::string& record, engines::Seat seat = 0) {
  return complaint([&] { AskedRecord("match.jsonl", record, seat); });
}

std::string with_header(const std::function<void(Line&)>& change) {
  return with_new_digest(with_line(walls_record(), 1, change));
}

TEST(AskedRecord, KnowsTheTurnsAtWhichTheSeatWasAsked) {
  const AskedRecord first("match.jsonl", walls_record(), 0);
  const AskedRecord second("match.jsonl", walls_record(), 1);
  EXPECT_EQ(static_cast<std::size_t>(first.turns()), lines_of(walls_record()).size() - 2);
  EXPECT_EQ(first.asked().size() + second.asked().size(), static_cast<std::size_t>(first.turns()));
  for (const std::int64_t turn : first.asked()) {
    EXPECT_FALSE(second.was_asked(turn));
    EXPECT_TRUE(first.was_asked(turn));
  }
  EXPECT_EQ(first.spec().game->name, "walls");
  EXPECT_EQ(first.players().size(), 2U);
  EXPECT_EQ(first.result().rank.size(), 2U);
}

TEST(AskedRecord, LeavesOutTurnsThatWereGiven) {
  const AskedRecord all("match.jsonl", walls_record(), 0);
  ASSERT_GT(all.asked().size(), 2U);
  const std::int64_t given = all.asked()[1] + 1;
  const AskedRecord rest("match.jsonl",
                         test_support::with_given(walls_record(), static_cast<std::size_t>(given)), 0);
  EXPECT_EQ(rest.asked(), std::vector(all.asked().begin() + 2, all.asked().end()));
  EXPECT_EQ(rest.turns(), all.turns());
  EXPECT_THAT(refusal_of(with_header([](Line& header) { header["given_turns"] = -1; })),
              HasSubstr("given_turns: got -1"));
}

TEST(AskedRecord, NamesTheNearestTurns) {
  const AskedRecord record("match.jsonl", walls_record(), 0);
  const auto refusal = [&](std::int64_t turn) {
    return complaint([&] { record.expect_asked("match.jsonl", turn); });
  };
  EXPECT_EQ(refusal(record.asked().front()), "accepted");
  EXPECT_EQ(refusal(record.asked().back()), "accepted");
  EXPECT_THAT(refusal(record.asked().back() + 1), StartsWith("match.jsonl: --turn: got "));
  EXPECT_THAT(refusal(record.asked().back() + 1), HasSubstr("expected at most "));
  const AskedRecord other("match.jsonl", walls_record(), 1);
  EXPECT_THAT(refusal(other.asked().front()),
              HasSubstr("expected a turn at which seat 0 was asked, such as "));
}

TEST(AskedRecord, SaysWhatIsWrong) {
  EXPECT_EQ(refusal_of(walls_record(), 2), "match.jsonl: --seat: got 2, expected 0 to 1");
  EXPECT_THAT(refusal_of(with_header([](Line& header) { header["seed"] = nullptr; })),
              HasSubstr("it is still secret"));
  EXPECT_THAT(refusal_of(with_header([](Line& header) { header["measure"][0] = "sundial"; })),
              HasSubstr("measure: got [\"sundial\",\"wall\"]"));
  EXPECT_THAT(refusal_of(with_header([](Line& header) { header["match"] = 3; })), HasSubstr("match: got 3"));
  EXPECT_THAT(refusal_of(with_header([](Line& header) { header["players"][1] = 3; })),
              HasSubstr("players: got [\"bot0\",3]"));
  std::vector<std::string> lines = lines_of(walls_record());
  lines.pop_back();
  EXPECT_THAT(refusal_of(joined(lines)), HasSubstr("the match was interrupted"));
  EXPECT_THAT(refusal_of(""), HasSubstr("an empty file"));
}

}  // namespace
}  // namespace referee
