#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/record/replay.h"
#include "tests/support/sample_record.h"

// Records of matches that a program has played by itself (RECORD.md): only their form can be checked.
namespace referee {
namespace {

using Json = nlohmann::json;
using Line = nlohmann::ordered_json;
using test_support::told_record;
using test_support::with_line;
using test_support::with_new_digest;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::size_t kHeader = 1;  // numbers of lines
constexpr std::size_t kTold = 2;
constexpr std::size_t kFault = 3;
constexpr std::size_t kLast = 4;

/// The first difference of the record with a changed line, as text; "" if there is none.
std::string difference(std::size_t line, const std::function<void(Line&)>& change) {
  const Verified verified = verify_record(with_new_digest(with_line(told_record(), line, change)));
  return verified.difference ? verified.difference->text() : "";
}

TEST(ReplayOfAToldMatch, ATrueRecordTellsItsTurnsAndItsReplay) {
  const Verified verified = verify_record(told_record());
  ASSERT_FALSE(verified.difference) << verified.difference->text();
  EXPECT_TRUE(verified.is_told);
  EXPECT_EQ(verified.turns, 2);
  EXPECT_EQ(verified.unknown.count, 0);
  ASSERT_TRUE(verified.replay);
  EXPECT_EQ(verified.replay->file, "m.replay");
  EXPECT_EQ(verified.replay->bytes, 12);
}

TEST(ReplayOfAToldMatch, AValueOfTheWrongFormIsNamedByItsLineAndKey) {
  const std::vector<std::tuple<std::size_t, std::string, Json, std::string>> wrong{
      {kHeader, "/match_program", 2, "match_program"},
      {kHeader, "/clock", Json::object(), "clock"},
      {kHeader, "/players", Json::array(), "players"},
      {kHeader, "/players", "ada", "players"},
      {kHeader, "/options", 5, "options"},
      {kTold, "/turn", 1, "turn"},
      {kTold, "/events", Json::array(), "events"},
      {kTold, "/answers", Json::object(), "answers"},
      {kFault, "/answers/0", 3, "answers[0]"},
      {kFault, "/answers/0/seat", 2, "answers[0].seat"},
      {kFault, "/answers/0/verdict", "slow", "answers[0].verdict"},
      {kFault, "/answers/0/verdict", 4, "answers[0].verdict"},
      {kFault, "/answers/0/spent_us", 1, "answers[0].spent_us"},
      {kLast, "/result/scores", Json::array({1}), "result.scores"},
      {kLast, "/result/scores/0", "2", "result.scores"},
      {kLast, "/result/rank", Json::array({2, 1}), "result.rank[0]"},
      {kLast, "/result/turns", -1, "result.turns"},
      {kLast, "/replay/file", "../secret", "replay.file"},
      {kLast, "/replay/bytes", -1, "replay.bytes"},
      {kLast, "/replay/sha256", "00", "replay.sha256"},
      {kLast, "/replay", 1, "replay.file"},
  };
  for (const auto& [line, path, value, field] : wrong) {
    const std::string text = difference(line, [&](Line& json) { json[Line::json_pointer(path)] = value; });
    EXPECT_THAT(text, AllOf(StartsWith("line " + std::to_string(line) + ","), HasSubstr(field + ": got ")))
        << path << " " << value;
  }
}

TEST(ReplayOfAToldMatch, AMissingKeyIsNamed) {
  for (const auto& [line, path] :
       std::vector<std::pair<std::size_t, std::string>>{{kHeader, "/players"},
                                                        {kTold, "/events"},
                                                        {kFault, "/answers/0/seat"},
                                                        {kLast, "/result/scores"},
                                                        {kLast, "/result/turns"},
                                                        {kLast, "/replay/bytes"}}) {
    const Line::json_pointer pointer(path);
    const std::string text =
        difference(line, [&](Line& json) { json[pointer.parent_pointer()].erase(pointer.back()); });
    EXPECT_THAT(text, AllOf(StartsWith("line " + std::to_string(line)), HasSubstr(pointer.back()))) << path;
  }
}

}  // namespace
}  // namespace referee
