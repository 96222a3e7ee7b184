#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "tests/e2e/run_referee.h"

// `referee verify` on changed records.

namespace e2e {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  return text;
}

/// Changes the value at a JSON pointer in one line. The rest of the line stays the same, except for the order
/// of its keys.
void set(std::string& line, const std::string& pointer, const Json& value) {
  Json json = Json::parse(line);
  json[Json::json_pointer(pointer)] = value;
  line = json.dump();
}

class Verify : public RefereeTest {
 protected:
  void SetUp() override {
    run(match("walls", {bot("honest_walls"), bot("garbage", {path("log")})}, kPatientClock,
              unconfined({"--option", "n=3"})));
    lines_ = lines_of(test_support::read_file(record_files().at(0)));
  }

  const Lines& lines() const { return lines_; }
  /// The output of verify for a file with that text.
  std::string verdict(const std::string& text, int code = 1) {
    test_support::write_file(path("changed.jsonl"), text);
    const Child& verify = run({"verify", path("changed.jsonl")});
    EXPECT_EQ(verify.code(), code) << verify.out();
    EXPECT_THAT(verify.out(), StartsWith(path("changed.jsonl") + ": "));
    return verify.out().substr(path("changed.jsonl").size() + 2);
  }
  std::string verdict(const Lines& changed, int code = 1) { return verdict(joined(changed), code); }
  /// The output of verify after the change of one value in a line (from 0).
  std::string after_setting(std::size_t line, const std::string& pointer, const Json& value) {
    Lines changed = lines_;
    set(changed.at(line), pointer, value);
    return verdict(changed);
  }
  std::size_t last() const { return lines_.size() - 1; }
  std::string last_line() const { return "line " + std::to_string(lines_.size()); }

 private:
  Lines lines_;
};

TEST_F(Verify, AcceptsWhatWasPlayed) { EXPECT_EQ(verdict(lines(), 0), "ok, 26 turns\n"); }

TEST_F(Verify, NamesAChangedEvent) {
  EXPECT_EQ(after_setting(2, "/events/blocked", true),
            "line 3, turn 1, events.blocked: got true, expected false\n");
  EXPECT_EQ(after_setting(2, "/events/extra", 1), "line 3, turn 1, events.extra: got 1, expected nothing\n");
}

TEST_F(Verify, NamesAChangedMove) {
  EXPECT_THAT(after_setting(1, "/answers/0/move", "jump"),
              StartsWith("line 2, turn 0, answers[0].move: got \"jump\", expected a legal move: "));
  // Another legal move changes later entries, at the latest the digest.
  const bool forward = Json::parse(lines()[1])["answers"][0]["move"] == "forward";
  EXPECT_THAT(after_setting(1, "/answers/0/move", forward ? "left" : "forward"), HasSubstr(", expected "));
}

TEST_F(Verify, NamesAChangedAnswer) {
  EXPECT_EQ(after_setting(2, "/answers/0/verdict", "ok"),
            "line 3, turn 1, answers[0].move: got nothing, expected the move that was applied\n");
  EXPECT_EQ(after_setting(2, "/answers/0/verdict", "splendid"),
            "line 3, turn 1, answers[0].verdict: got \"splendid\", expected a verdict\n");
  EXPECT_EQ(after_setting(2, "/answers/0/seat", 0), "line 3, turn 1, answers[0].seat: got 0, expected 1\n");
  EXPECT_EQ(after_setting(2, "/answers/0/spent_us", -1),
            "line 3, turn 1, answers[0].spent_us: got -1, expected microseconds\n");
  EXPECT_THAT(after_setting(2, "/answers", Json::array()),
              HasSubstr("line 3, turn 1, answers: got [], expected 1 answers"));
}

TEST_F(Verify, RefusesTimesWhoseSumWouldOverflow) {
  EXPECT_THAT(
      after_setting(2, "/answers/0/spent_us", INT64_MAX),
      StartsWith("line 3, turn 1, answers[0].spent_us: got 9223372036854775807, expected microseconds"));
}

TEST_F(Verify, NamesWhatTheDigestFinds) {
  EXPECT_THAT(after_setting(2, "/answers/0/fault", "none"), StartsWith(last_line() + ", digest: got \""));
  EXPECT_THAT(after_setting(0, "/players/0", "somebody"), StartsWith(last_line() + ", digest: got \""));
  EXPECT_THAT(after_setting(last(), "/digest", "0"),
              StartsWith(last_line() + ", digest: got \"0\", expected \""));
}

TEST_F(Verify, NamesAChangedResult) {
  EXPECT_EQ(after_setting(last(), "/result/scores/1", 2),
            last_line() + ", result.scores[1]: got 2, expected 0\n");
  EXPECT_EQ(after_setting(last(), "/result/rank/1", 1),
            last_line() + ", result.rank[1]: got 1, expected 2\n");
  EXPECT_EQ(after_setting(last(), "/result/outcome/moves", 1),
            last_line() + ", result.outcome.moves: got 1, expected 26\n");
  EXPECT_EQ(after_setting(last(), "/view/mover", 0), last_line() + ", view.mover: got 0, expected null\n");
  EXPECT_THAT(after_setting(last(), "/status", "won"),
              StartsWith(last_line() + ", status: got \"won\", expected \"done\""));
}

TEST_F(Verify, NamesAChangedHeader) {
  EXPECT_EQ(after_setting(0, "/record", 2), "line 1, record: got 2, expected 1\n");
  EXPECT_EQ(after_setting(0, "/game", "chess"),
            "line 1, game: got \"chess\", expected a game that is known here\n");
  EXPECT_EQ(after_setting(0, "/engine", "walls/9"),
            "line 1, engine: got \"walls/9\", expected \"walls/1\"\n");
  EXPECT_EQ(after_setting(0, "/options/n", 4),
            "line 1, options.n: got 4, expected an odd integer from 3 to 99\n");
  EXPECT_THAT(after_setting(0, "/seed", 2), StartsWith("line 1, commitment: got \""));
  EXPECT_THAT(after_setting(0, "/seed", "1"), StartsWith("line 1, seed: got \"1\", expected an integer"));
}

TEST_F(Verify, NamesMissingAndMisplacedLines) {
  const Lines without_last(lines().begin(), lines().end() - 1);
  EXPECT_THAT(
      verdict(without_last),
      HasSubstr("status: got no last line, expected \"done\" or \"void\": the match was interrupted"));
  Lines without_one = lines();
  without_one.erase(without_one.begin() + 3);
  EXPECT_EQ(verdict(without_one), "line 4, turn 2, turn: got 3, expected 2\n");
  Lines swapped = lines();
  std::swap(swapped[1], swapped[2]);
  EXPECT_EQ(verdict(swapped), "line 2, turn 0, turn: got 1, expected 0\n");
  Lines longer = lines();
  longer.push_back("{}");
  EXPECT_THAT(verdict(longer), HasSubstr("expected the end of the file"));
}

TEST_F(Verify, NamesWhereAFileIsCut) {
  const std::string whole = joined(lines());
  EXPECT_THAT(verdict(whole.substr(0, whole.size() - 1)), StartsWith(last_line() + ", line: got "));
  EXPECT_THAT(verdict(whole.substr(0, lines()[0].size() + 9)), StartsWith("line 2, line: got "));
  EXPECT_THAT(verdict(lines()[0] + "\n"), HasSubstr("the match was interrupted"));
  EXPECT_THAT(verdict(""), HasSubstr("got an empty file, expected a record of version 1"));
}

TEST_F(Verify, SurvivesJunk) {
  for (const std::string& junk :
       {std::string("\0\xff\x80 junk\n", 9), std::string("null\n"), std::string("[]\n"), std::string("{}\n"),
        std::string("\n"), std::string(100'000, 'x'),
        "{\"record\":" + std::string(500'000, '[') + std::string(500'000, ']') + "}\n"}) {
    EXPECT_THAT(verdict(junk), StartsWith("line 1, "));
  }
}

TEST_F(Verify, SurvivesValuesOfTheWrongKind) {
  const Json odd_values = {
      nullptr, true, -1, 1.5, "text", Json::array(), Json::object(), Json::array({Json::object()})};
  for (const char* const key :
       {"/record", "/game", "/engine", "/options", "/seed", "/salt", "/commitment", "/players"}) {
    for (const Json& value : odd_values) {
      after_setting(0, key, value);
    }
  }
  for (const char* const key : {"/turn", "/answers", "/answers/0", "/events", "/answers/0/verdict",
                                "/answers/0/spent_us", "/answers/0/seat"}) {
    for (const Json& value : odd_values) {
      after_setting(2, key, value);
    }
  }
  for (const char* const key :
       {"/status", "/result", "/digest", "/view", "/no_show", "/result/scores", "/result/rank"}) {
    for (const Json& value : odd_values) {
      after_setting(last(), key, value);
    }
  }
}

TEST_F(Verify, GivesTheWorstCodeOfSeveralFiles) {
  test_support::write_file(path("bad.jsonl"), "");
  const std::string good = record_files().at(0).string();
  EXPECT_EQ(run({"verify", good, path("bad.jsonl"), good}).code(), 1);
  const Child& unreadable = run({"verify", good, path("nowhere.jsonl"), path("bad.jsonl")});
  EXPECT_EQ(unreadable.code(), 2);
  EXPECT_EQ(unreadable.err(), path("nowhere.jsonl") + ": cannot be read\n");
  EXPECT_EQ(run({"verify", folder().string()}).code(), 2);
}

}  // namespace
}  // namespace e2e
