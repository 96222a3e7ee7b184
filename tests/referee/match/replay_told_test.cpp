#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/match/replay.h"
#include "tests/support/random_cases.h"
#include "tests/support/sample_record.h"

// Records of matches that a program has played by itself (RECORD.md): only their form can be checked.
namespace referee {
namespace {

using Json = nlohmann::json;
using Line = nlohmann::ordered_json;
using test_support::joined;
using test_support::lines_of;
using test_support::with_line;
using test_support::with_new_digest;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::size_t kHeader = 1;  // numbers of lines
constexpr std::size_t kTold = 2;
constexpr std::size_t kFault = 3;
constexpr std::size_t kLast = 4;

/// A line of the program's progress, a fault that it saw, and a result with a replay.
std::string told_record() {
  static const std::vector<std::string> kLines{
      R"({"record":1,"match":"m","attempt":1,"game":"arena","options":{},"seed":7,)"
      R"("salt":"00112233445566778899aabbccddeeff",)"
      R"("commitment":"67a2d6f58235c6c4e604ba449b2af8b938dc0249652651bc324e70403ad8db4a",)"
      R"("players":["ada","bob"],"clock":null,"match_program":1,"sandbox":["full","full"],"launched":[true,true],)"
      R"("engine":"arena/1","server":"referee 0","started":"2026-11-28T09:21:19.438Z"})",
      R"({"turn":0,"answers":[],"events":{"laid":3}})",
      R"({"turn":1,"answers":[{"seat":1,"verdict":"late","fault":"it slept","spent_us":0}],"events":{}})",
      R"({"status":"done","result":{"scores":[2,1.5],"rank":[1,2],"outcome":null,"turns":9},)"
      R"("replay":{"file":"m.replay","bytes":12,)"
      R"("sha256":"67a2d6f58235c6c4e604ba449b2af8b938dc0249652651bc324e70403ad8db4a"},)"
      R"("digest":"","ended":"2026-11-28T09:21:21.512Z"})"};
  return with_new_digest(joined(kLines));
}

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

TEST(ReplayOfAToldMatch, JunkNeverCrashes) {
  std::mt19937 random(12);
  for (int round = 0; round < test_support::random_cases(4000, 400); ++round) {
    std::string record = told_record();
    for (std::size_t i = 1 + random() % 3; i > 0; --i) {
      record[random() % record.size()] = R"({}[]",:0123456789truefalsn)"[random() % 26];
    }
    const auto lines = lines_of(record);
    if (lines.size() == kLast && Json::accept(lines.back()) && Json::parse(lines.back()).is_object()) {
      record = with_new_digest(record);
    }
    ASSERT_NO_THROW((void)verify_record(record)) << record;
  }
}

}  // namespace
}  // namespace referee
