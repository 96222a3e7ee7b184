#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/record/fault_kinds.h"
#include "referee/record/replay.h"
#include "tests/support/sample_record.h"

// Records with given turns, played again.

namespace referee {
namespace {

using Line = nlohmann::ordered_json;
using test_support::found_in;
using test_support::lines_of;
using test_support::walls_record;
using test_support::with_given;
using test_support::with_line;
using test_support::with_new_digest;
using testing::HasSubstr;

constexpr std::size_t kGiven = 4;

/// A record whose first turns are given: each is charged more than the clock allows.
std::string given_record() {
  std::string record = walls_record();
  for (std::size_t line = 2; line < 2 + kGiven; ++line) {
    record = with_line(record, line, [](Line& turn) { turn["answers"][0]["spent_us"] = 999'999'999'999; });
  }
  return with_given(record, kGiven);
}

/// The difference after a change of a line, with a correct digest and seal.
std::string found_after(std::size_t line, const std::function<void(Line&)>& change) {
  return found_in(with_new_digest(with_line(given_record(), line, change)));
}

TEST(VerifyGiven, ATrueRecordPassesWithoutAClockForGivenTurns) {
  const Verified verified = verify_record(given_record());
  EXPECT_FALSE(verified.difference) << verified.difference->text();
  EXPECT_EQ(verified.given_turns, kGiven);
  EXPECT_EQ(verified.turns, verify_record(walls_record()).turns);
  EXPECT_EQ(verified.unknown.count, 0U);
}

TEST(VerifyGiven, TheSameChargesOfPlayersAreFound) {
  const std::string record = with_line(given_record(), 1, [](Line& header) {
    header["given_turns"] = kGiven - 1;
    header["from"]["turn"] = kGiven - 1;
  });
  const std::size_t line = 1 + kGiven;
  EXPECT_THAT(found_in(with_new_digest(with_line(record, line, [](Line& turn) { turn.erase("given"); }))),
              HasSubstr("line 5, turn 3, answers[0].spent_us: got 999999999999"));
}

TEST(VerifyGiven, AChangedGivenMoveIsFound) {
  std::size_t line = 2;
  while (lines_of(given_record())[line - 1].find("\"move\"") == std::string::npos) {
    ++line;
  }
  const auto change = [](Line& turn) {
    Line& move = turn["answers"][0]["move"];
    move = move == "forward" ? "left" : "forward";
  };
  EXPECT_NE(found_after(line, change), "") << "its events, or those of later turns, differ";
  EXPECT_THAT(found_in(with_line(given_record(), line, change)), testing::Not(""));
}

TEST(VerifyGiven, EveryKindOfTamperingIsNamed) {
  EXPECT_EQ(found_after(2, [](Line& turn) { turn.erase("given"); }),
            "line 2, turn 0, given: got nothing, expected \"given\"");
  EXPECT_EQ(found_after(2, [](Line& turn) { turn["given"] = false; }),
            "line 2, turn 0, given: got false, expected true");
  EXPECT_EQ(found_after(2 + kGiven, [](Line& turn) { turn["given"] = true; }),
            "line 6, turn 4, given: got true, expected nothing: by the header, 4 turns are given");
  EXPECT_EQ(found_after(1, [](Line& header) { header.erase("given_turns"); }),
            "line 1, from.turn: got 4, expected 0");
  EXPECT_EQ(found_after(1, [](Line& header) { header["from"]["turn"] = 5; }),
            "line 1, from.turn: got 5, expected 4");
  EXPECT_EQ(found_after(1, [](Line& header) { header["from"].erase("seal"); }),
            "line 1, from.seal: got nothing, expected \"seal\"");
  EXPECT_EQ(found_after(1, [](Line& header) { header["from"]["match"] = 7; }),
            "line 1, from.match: got 7, expected a string");
  EXPECT_EQ(found_after(1, [](Line& header) { header["from"] = 7; }),
            "line 1, from.match: got nothing, expected \"match\"");
  EXPECT_THAT(found_after(1, [](Line& header) { header["given_turns"] = -1; }),
              HasSubstr("line 1, given_turns: got -1, expected an integer from 1 to "));
  EXPECT_THAT(found_after(1, [](Line& header) { header["given_turns"] = 4'000'000'000; }),
              HasSubstr("line 1, given_turns: got 4000000000, expected an integer from 1 to "));
}

TEST(VerifyGiven, UnknownKeysOfTheSourceAreNamed) {
  const Verified verified = verify_record(
      with_new_digest(with_line(given_record(), 1, [](Line& header) { header["from"]["mood"] = "good"; })));
  EXPECT_FALSE(verified.difference);
  EXPECT_THAT(verified.unknown.places, testing::ElementsAre("line 1, from.mood"));
}

TEST(VerifyGiven, GivenTurnsAreNotTheWholeGame) {
  const auto turns = static_cast<std::size_t>(verify_record(walls_record()).turns);
  EXPECT_THAT(found_in(with_given(walls_record(), turns)),
              HasSubstr("given: got true, expected another turn: the game is over after this one"));
}

TEST(VerifyGiven, AllGivenTurnsAreThere) {
  std::vector<std::string> lines = lines_of(given_record());
  lines.resize(3);
  lines.emplace_back(R"({"status":"void","why":"left","digest":"","ended":"2026-11-20T08:00:00.000Z"})");
  EXPECT_EQ(found_in(with_new_digest(test_support::joined(lines))),
            "line 4, status: got \"void\", expected turn 2, which is given");
}

TEST(FaultKindsGiven, FaultsOfGivenTurnsAreOfNobodyHere) {
  std::string record = given_record();
  for (std::size_t line = 2; line < 2 + kGiven; ++line) {
    record = with_line(record, line, [](Line& turn) {
      turn["answers"][0].erase("move");
      turn["answers"][0].update({{"verdict", "illegal"}, {"fault", "?"}});
    });
  }
  const auto kinds = fault_kinds_of(record, 2);
  for (const auto& of_seat : kinds) {
    for (const FaultKind& kind : of_seat) {
      EXPECT_NE(kind.verdict, protocol::Verdict::illegal);
    }
  }
}

}  // namespace
}  // namespace referee
