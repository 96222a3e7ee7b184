#include "referee/record/recorded_position.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/record/replay.h"
#include "tests/support/complaint.h"
#include "tests/support/sample_record.h"

namespace referee {
namespace {

using test_support::lines_of;
using test_support::walls_record;
using test_support::with_line;
using test_support::with_new_digest;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;
using Line = nlohmann::ordered_json;

std::string complaint_about(const std::string& record, std::int64_t turn) {
  return test_support::complaint([&] { (void)position_in(record, turn, "a.jsonl"); });
}

TEST(RecordedPosition, HasTheGameOfTheRecordAndItsAnswers) {
  const auto position = position_in(walls_record(), 5, "a.jsonl");
  const auto head = test_support::head_of(walls_record());
  EXPECT_EQ(position.game->name, "walls");
  EXPECT_EQ(position.options, head["options"]);
  EXPECT_EQ(position.seed.number, 11U);
  EXPECT_EQ(position.seed.salt, "5a17");
  ASSERT_THAT(position.given.turns, SizeIs(5));
  for (std::size_t turn = 0; turn < 5; ++turn) {
    const auto answer = nlohmann::json::parse(lines_of(walls_record())[turn + 1])["answers"][0];
    const SeatAnswer& given = position.given.turns[turn].at(0);
    EXPECT_EQ(given.seat, answer["seat"].get<std::size_t>());
    EXPECT_EQ(name_of(given.verdict), answer["verdict"].get<std::string>());
    EXPECT_EQ(given.spent.count(), answer["spent_us"].get<std::int64_t>());
    EXPECT_EQ(given.fault, answer.value("fault", ""));
    EXPECT_EQ(given.move, answer.contains("move") ? answer["move"].dump() : "");
  }
  ASSERT_TRUE(position.given.from);
  EXPECT_EQ(position.given.from->match, "sample");
  EXPECT_EQ(position.given.from->attempt, 1);
  EXPECT_EQ(position.given.from->seal, test_support::last_of(walls_record())["seal"].get<std::string>());
}

TEST(RecordedPosition, TurnZeroIsTheStart) {
  const auto position = position_in(walls_record(), 0, "a.jsonl");
  EXPECT_THAT(position.given.turns, SizeIs(0));
  EXPECT_TRUE(position.given.from);
}

TEST(RecordedPosition, KeepsWhatWasOfferedAndForfeited) {
  const std::string record = with_new_digest(with_line(walls_record(), 2, [](Line& line) {
    line["answers"][0] = Line::parse(
        R"({"seat":0,"verdict":"malformed","offered":"up\u0007","offered_cut":true,"fault":"?","spent_us":7})");
    line["events"] = Line::parse(R"({"blocked":false,"laid":null})");
  }));
  const auto position = position_in(record, 1, "a.jsonl");
  const SeatAnswer& given = position.given.turns.at(0).at(0);
  EXPECT_EQ(given.verdict, protocol::Verdict::malformed);
  EXPECT_EQ(given.offered, "\"up\\u0007\"");
  EXPECT_TRUE(given.offered_cut);
  EXPECT_EQ(given.fault, "?");
  EXPECT_EQ(given.move, "");
}

// "what was charged as the rules saw it"
TEST(RecordedPosition, TheRulesAreToldWhatTheyWereTold) {
  const std::string untimed = with_new_digest(
      with_line(walls_record(), 1, [](Line& header) { header["clock"]["rules_time"] = "none"; }));
  const auto first_charge = [](const std::string& record) {
    return position_in(record, 1, "a.jsonl").given.turns.at(0).at(0).spent.count();
  };
  EXPECT_GT(first_charge(walls_record()), 0);
  EXPECT_EQ(first_charge(untimed), 0);
}

TEST(RecordedPosition, ATurnThatTheRecordDoesNotHaveIsRefused) {
  const std::int64_t turns = verify_record(walls_record()).turns;
  const std::string most = std::to_string(turns - 1);
  const std::string all = std::to_string(turns);
  EXPECT_EQ(complaint_about(walls_record(), turns - 1), "accepted");
  EXPECT_EQ(complaint_about(walls_record(), turns), "a.jsonl: got turn " + all + ", expected 0 to " + most +
                                                        ", as the record has " + all +
                                                        " turns and the game is over then");
  EXPECT_THAT(complaint_about(walls_record(), turns + 1), HasSubstr("expected 0 to " + most));
}

TEST(RecordedPosition, AnUnfinishedMatchIsPlayedOnFromItsEnd) {
  std::vector<std::string> lines = lines_of(walls_record());
  lines.resize(4);
  lines.emplace_back(R"({"status":"void","why":"left","digest":"","ended":"2026-11-20T08:00:00.000Z"})");
  const std::string record = with_new_digest(test_support::joined(lines));
  EXPECT_THAT(position_in(record, 3, "a.jsonl").given.turns, SizeIs(3));
  EXPECT_EQ(complaint_about(record, 4), "a.jsonl: got turn 4, expected 0 to 3, as the record has 3 turns");
}

TEST(RecordedPosition, ARecordThatIsNotWholeAndTrueIsRefused) {
  EXPECT_EQ(
      complaint_about(with_line(walls_record(), 1, [](Line& header) { header["seed"] = nullptr; }), 1),
      "a.jsonl: cannot be played on: line 1, seed: got null, expected its value: it is still secret, and "
      "without it nothing can be played again");
  EXPECT_THAT(complaint_about(with_line(walls_record(), 8, [](Line& turn) { turn["more"] = 1; }), 1),
              HasSubstr("digest: got"))
      << "a change behind the turn";
  EXPECT_THAT(complaint_about(with_new_digest(with_line(walls_record(), 2,
                                                        [](Line& turn) { turn["events"]["blocked"] = 7; })),
                              3),
              StartsWith("a.jsonl: cannot be played on: line 2, turn 0, events.blocked: got 7"));
  std::vector<std::string> lines = lines_of(walls_record());
  lines.pop_back();
  EXPECT_THAT(complaint_about(test_support::joined(lines), 1), HasSubstr("the match was interrupted"));
  EXPECT_THAT(complaint_about("", 1), HasSubstr("an empty file"));
  EXPECT_THAT(complaint_about(
                  with_new_digest(with_line(walls_record(), 1, [](Line& line) { line["match"] = 7; })), 1),
              StartsWith("a.jsonl: cannot be played on: line 1, match: got 7"));
}

}  // namespace
}  // namespace referee
