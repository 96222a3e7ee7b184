#include "referee/record/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/sha256.h"
#include "tests/support/random_cases.h"
#include "tests/support/sample_record.h"

namespace referee {
namespace {

using Json = nlohmann::json;
using Line = nlohmann::ordered_json;
using test_support::found_in;
using test_support::joined;
using test_support::line_with;
using test_support::lines_of;
using test_support::sample_record;
using test_support::walls_record;
using test_support::with_line;
using test_support::with_new_digest;

std::size_t line_count(const std::string& record) { return lines_of(record).size(); }

TEST(Verify, TrueRecordsOfEveryGamePass) {
  EXPECT_EQ(found_in(walls_record()), "");
  const Json small = Json::parse(R"({"size":12,"starts":[[[0,0],[0,4]],[[11,11],[11,7]],[[5,0]]]})");
  for (unsigned seed = 0; seed < test_support::random_cases(2U); ++seed) {
    EXPECT_EQ(found_in(sample_record("walls", {{"n", 5}, {"first", 1}}, seed)), "");
    EXPECT_EQ(found_in(sample_record("lightcycle", small, seed)), "");
  }
}

TEST(Verify, SaysThatASecretSeedOrSaltIsNotToldYet) {
  // "an instance that is played again is revealed only after its last match (null until then)"
  EXPECT_EQ(
      found_in(with_line(walls_record(), 1, [](Line& line) { line["seed"] = nullptr; })),
      "line 1, seed: got null, expected its value: it is still secret, and without it nothing can be played "
      "again");
  EXPECT_EQ(
      found_in(with_line(walls_record(), 1, [](Line& line) { line["salt"] = nullptr; })),
      "line 1, salt: got null, expected its value: it is still secret, and without it nothing can be played "
      "again");
}

TEST(Verify, CountsTheTurnsReplayed) {
  const Verified verified = verify_record(walls_record());
  EXPECT_EQ(verified.turns, static_cast<std::int64_t>(line_count(walls_record())) - 2);
  EXPECT_FALSE(verified.is_void);
}

TEST(Verify, ADifferenceReadsAsASentence) {
  EXPECT_EQ((Difference{12, 10, "events.laid[0]", "3", "2"}.text()),
            "line 12, turn 10, events.laid[0]: got 3, expected 2");
  EXPECT_EQ((Difference{1, std::nullopt, "seed", "x", "y"}.text()), "line 1, seed: got x, expected y");
}

TEST(Verify, AChangedEventIsNamedByLineTurnFieldGotAndExpected) {
  // "`verify` plays a record again and compares every event, view, score and the digest."
  const std::size_t line = line_with(walls_record(), R"("laid":[)");
  const Json laid = Json::parse(lines_of(walls_record())[line - 1])["events"]["laid"];
  const std::string changed =
      with_line(walls_record(), line, [](Line& turn) { turn["events"]["laid"][1] = 77; });
  EXPECT_EQ(found_in(changed), "line " + std::to_string(line) + ", turn " + std::to_string(line - 2) +
                                   ", events.laid[1]: got 77, expected " + laid[1].dump());
  EXPECT_EQ(found_in(with_new_digest(changed)), found_in(changed)) << "a new digest hides nothing";
}

TEST(Verify, AChangedMoveShowsInItsEventsOrTheDigest) {
  const std::size_t line = line_with(walls_record(), R"("move":)");
  const std::string changed = with_line(walls_record(), line, [](Line& turn) {
    Line& move = turn["answers"][0]["move"];
    move = move == "forward" ? "left" : "forward";
  });
  EXPECT_NE(found_in(changed), "");
}

TEST(Verify, EveryKindOfTamperingIsNamed) {
  const std::size_t last = line_count(walls_record());
  const std::size_t ok = line_with(walls_record(), R"("verdict":"ok")");
  const std::size_t late = line_with(walls_record(), R"("verdict":"late")");
  struct Case {
    std::size_t line;
    std::function<void(Line&)> change;
    std::string expected;  // the text of the difference after "line L, "
  };
  const auto turn = [](std::size_t line) { return "turn " + std::to_string(line - 2) + ", "; };
  const std::vector<Case> cases = {
      {1, [](Line& l) { l["record"] = 2; }, "record: got 2, expected 1"},
      {1, [](Line& l) { l["game"] = "chess"; }, "game: got \"chess\", expected a game that is known here"},
      {1, [](Line& l) { l["engine"] = "walls/9"; }, "engine: got \"walls/9\", expected \"walls/1\""},
      {1, [](Line& l) { l["options"]["n"] = 4; }, "options.n: got 4, expected an odd integer from 3 to 99"},
      {1, [](Line& l) { l["options"].erase("first"); }, "options.first: got nothing, expected 0"},
      {1, [](Line& l) { l["seed"] = -1; }, "seed: got -1, expected an integer from 0 to 2^53-1, and a salt"},
      {1, [](Line& l) { l["seed"] = 12; }, "commitment: got"},
      {1, [](Line& l) { l["salt"] = "other"; }, "commitment: got"},
      {1, [](Line& l) { l["salt"] = 7; }, "seed: got 11, expected an integer from 0 to 2^53-1, and a salt"},
      {1, [](Line& l) { l["clock"]["ms"] = 0; }, "clock.ms: got 0, expected an integer from 1"},
      {1, [](Line& l) { l.erase("clock"); }, "clock: got nothing, expected \"clock\""},
      {1, [](Line& l) { l["players"] = {"one"}; }, "players: got [\"one\"], expected 2 names"},
      {1, [](Line& l) { l.erase("commitment"); }, "commitment: got nothing, expected \"commitment\""},
      {ok, [](Line& l) { l["turn"] = 99; }, turn(ok) + "turn: got 99, expected"},
      {ok, [](Line& l) { l["answers"][0]["seat"] = 5; }, turn(ok) + "answers[0].seat: got 5, expected"},
      {ok, [](Line& l) { l["answers"][0]["verdict"] = "fine"; },
       turn(ok) + "answers[0].verdict: got \"fine\", expected a verdict"},
      {ok, [](Line& l) { l["answers"][0]["verdict"] = "late"; }, turn(ok) + "answers[0].move: got"},
      {ok, [](Line& l) { l["answers"][0]["move"] = "up"; },
       turn(ok) + "answers[0].move: got \"up\", expected a legal move: "},
      {ok, [](Line& l) { l["answers"][0].erase("move"); },
       turn(ok) + "answers[0].move: got nothing, expected the move that was applied"},
      {ok, [](Line& l) { l["answers"][0]["spent_us"] = -1; },
       turn(ok) + "answers[0].spent_us: got -1, expected microseconds"},
      {ok, [](Line& l) { l["answers"][0]["spent_us"] = 1'000'001; },
       turn(ok) +
           "answers[0].spent_us: got 1000001, expected at most 1000000 by the clock, or another verdict"},
      {ok, [](Line& l) { l["answers"][0]["forfeited"] = true; }, turn(ok) + "answers[0].move: got"},
      {ok, [](Line& l) { l["answers"].push_back(l["answers"][0]); }, turn(ok) + "answers: got"},
      {ok, [](Line& l) { l.erase("events"); }, turn(ok) + "events: got nothing, expected \"events\""},
      {late, [](Line& l) { l["answers"][0]["move"] = "left"; },
       turn(late) + "answers[0].move: got \"left\", expected nothing, as the verdict is not ok"},
      {last, [](Line& l) { l["result"]["scores"][0] = 9; }, "result.scores[0]: got 9, expected"},
      {last, [](Line& l) { l["result"]["rank"][1] = 9; }, "result.rank[1]: got 9, expected"},
      {last, [](Line& l) { l["result"]["outcome"]["moves"] = 0; }, "result.outcome.moves: got 0, expected"},
      {last, [](Line& l) { l["view"]["board"][0] = "???"; }, "view.board[0]: got \"???\", expected"},
      {last, [](Line& l) { l["status"] = "won"; }, "status: got \"won\", expected \"done\""},
      {last, [](Line& l) { l["digest"] = "00"; }, "digest: got \"00\", expected"},
      {last, [](Line& l) { l.erase("ended"); }, "ended: got nothing, expected \"ended\""},
      {last, [](Line& l) { l["ended"] = 7; },
       "ended: got 7, expected a time such as \"2026-11-20T08:00:00.000Z\""},
      {last, [](Line& l) { l["ended"] = "hello"; }, "ended: got \"hello\", expected a time such as"},
      {last, [](Line& l) { l["ended"] = "2026-02-30T08:00:00.000Z"; }, "ended: got \"2026-02-30"},
      {last, [](Line& l) { l["ended"] = "2026-11-20T24:00:00.000Z"; }, "ended: got \"2026-11-20T24"},
      {last, [](Line& l) { l["ended"] = "2026-11-20T08:00:00Z"; }, "ended: got \"2026-11-20T08:00:00Z\""},
      {last, [](Line& l) { l["ended"] = "2026-11-20T08:00:00.001Z"; }, "seal: got \""},
      {last, [](Line& l) { l["why"] = "it rained"; },
       "why: got \"it rained\", expected nothing: the match is not void"},
      {last, [](Line& l) { l["mood"] = "fine"; }, "seal: got \""},
      {last, [](Line& l) { l["seal"] = "00"; },
       "seal: got \"00\", expected 64 hex digits as the last key of the line"},
      {last, [](Line& l) { l["seal"] = 7; }, "seal: got 7, expected 64 hex digits"},
      {last, [](Line& l) { l["seal"] = std::string(64, '0'); }, "seal: got \"0000"},
  };
  for (const Case& c : cases) {
    const std::string changed = with_line(walls_record(), c.line, c.change);
    const std::string all = "line " + std::to_string(c.line) + ", " + c.expected;
    EXPECT_EQ(found_in(changed).substr(0, all.size()), all) << found_in(changed);
  }
}

TEST(Verify, TheTimeOfEarlierTurnsCounts) {
  // One answer fits into the budget, two of a seat do not.
  std::string record = with_line(walls_record(), 1, [](Line& header) {
    header["clock"] = {{"kind", "bank"}, {"ms", 1}};
  });
  for (std::size_t line = 2; line < line_count(record); ++line) {
    record = with_line(record, line, [](Line& turn) {
      Line& answer = turn["answers"][0];
      answer["spent_us"] = answer["verdict"] == "ok" ? 600 : 0;
    });
  }
  EXPECT_THAT(found_in(with_new_digest(record)),
              testing::HasSubstr(
                  "answers[0].spent_us: got 600, expected at most 400 by the clock, or another verdict"));
}

TEST(Verify, WhatReplayingDoesNotNeedIsGuardedByTheDigest) {
  const std::size_t last = line_count(walls_record());
  for (const auto& [key, other] : std::vector<std::pair<std::string, std::string>>{
           {"match", "other"}, {"server", "other"}, {"started", "2026-11-20T08:00:00.000Z"}}) {
    const std::string changed = with_line(walls_record(), 1, [&](Line& header) { header[key] = other; });
    EXPECT_TRUE(found_in(changed).starts_with("line " + std::to_string(last) + ", digest: got")) << key;
  }
  const std::string spent =
      with_line(walls_record(), 2, [](Line& turn) { turn["answers"][0]["spent_us"] = 123456; });
  EXPECT_TRUE(found_in(spent).starts_with("line " + std::to_string(last) + ", digest: got"));
}

TEST(Verify, MissingAndAddedLinesAreNamed) {
  auto lines = lines_of(walls_record());
  const std::size_t count = lines.size();
  const auto without = [&](std::size_t line) {
    auto rest = lines_of(walls_record());
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(line) - 1);
    return joined(rest);
  };
  EXPECT_EQ(found_in(without(3)), "line 3, turn 1, turn: got 2, expected 1");
  EXPECT_EQ(found_in(without(count)), "line " + std::to_string(count - 1) + ", turn " +
                                          std::to_string(count - 2) +
                                          ", status: got no last line, expected \"done\" or \"void\": the "
                                          "match was interrupted");
  const std::string short_game = with_new_digest(without(count - 1));
  EXPECT_TRUE(
      found_in(short_game).ends_with("status: got \"done\", expected another turn: the game is not over"))
      << found_in(short_game);
  lines.push_back(lines.back());
  EXPECT_TRUE(found_in(joined(lines)).ends_with("expected the end of the file"));
  auto long_game = lines_of(walls_record());
  long_game.insert(long_game.end() - 1,
                   R"({"turn":)" + std::to_string(count - 2) + R"(,"answers":[],"events":{}})");
  EXPECT_TRUE(found_in(joined(long_game)).ends_with("expected the last line: the game is over"));
}

TEST(Verify, AFileThatIsNoRecordIsRefused) {
  EXPECT_EQ(found_in(""), "line 1, record: got an empty file, expected a record of version 1");
  EXPECT_EQ(found_in("hello\n"), "line 1, line: got \"hello\", expected a JSON object and a newline");
  EXPECT_EQ(found_in("[1]\n"), "line 1, line: got \"[1]\", expected a JSON object and a newline");
  EXPECT_EQ(found_in("{}\n"), "line 1, record: got nothing, expected \"record\"");
  EXPECT_EQ(found_in("{}"), "line 1, line: got \"{}\", expected a JSON object and a newline");
  EXPECT_TRUE(found_in(walls_record().substr(0, walls_record().size() - 1))
                  .ends_with("expected a JSON object and a newline"));
}

// ---- records without a game
// -----------------------------------------------------------------------------------

/// The header of a walls record, then `turns` turns, then `last` with its digest.
std::string ended_early(std::size_t turns, const std::string& last) {
  auto lines = lines_of(walls_record());
  lines.resize(turns + 1);
  lines.push_back(last);
  return with_new_digest(joined(lines));
}

TEST(Verify, AVoidRecordIsTrueWhereverItEnds) {
  for (const std::size_t turns : {0U, 1U, 5U}) {
    const Verified verified = verify_record(
        ended_early(turns, R"({"status":"void","why":"a fault","ended":"2026-11-20T08:00:00.000Z"})"));
    EXPECT_FALSE(verified.difference) << verified.difference->text();
    EXPECT_TRUE(verified.is_void);
    EXPECT_EQ(verified.turns, static_cast<std::int64_t>(turns));
  }
  EXPECT_NE(found_in(ended_early(
                1, R"({"status":"void","why":"a fault","view":{},"ended":"2026-11-20T08:00:00.000Z"})")),
            "");
}

TEST(Verify, AVoidRecordSaysWhy) {
  for (const char* const why : {R"("")", "7", "null"}) {
    const std::string last = std::string(R"({"status":"void","why":)") + why;
    EXPECT_EQ(found_in(ended_early(1, last + R"(,"ended":"2026-11-20T08:00:00.000Z"})")),
              std::string("line 3, why: got ") + why + ", expected the reason, a string that is not empty");
  }
  EXPECT_EQ(found_in(ended_early(1, R"({"status":"void","ended":"2026-11-20T08:00:00.000Z"})")),
            "line 3, why: got nothing, expected \"why\"");
}

TEST(Verify, ARecordWithoutASealIsDamaged) {
  const std::size_t last = line_count(walls_record());
  const std::string record = with_line(walls_record(), last, [](Line& line) { line.erase("seal"); });
  const std::string missing = "line " + std::to_string(last) + ", seal: got nothing";
  EXPECT_THAT(found_in(record), testing::StartsWith(missing));
  ASSERT_TRUE(read_record(record).difference);
  EXPECT_THAT(read_record(record).difference->text(), testing::StartsWith(missing));
}

// A copy under another system is no forgery: the message says what has happened to it.
TEST(Verify, WhatACopyHasChangedIsSaidAsWhatItIs) {
  const auto says = [](const std::string& record, const std::string& place, const std::string& what) {
    for (const auto& found : {verify_record(record).difference, read_record(record).difference}) {
      ASSERT_TRUE(found);
      EXPECT_EQ(found->where(), place);
      EXPECT_THAT(found->got, testing::HasSubstr(what));
    }
  };
  std::string crlf;
  for (const std::string& line : lines_of(walls_record())) {
    crlf += line + "\r\n";
  }
  const auto first_line = std::to_string(lines_of(walls_record()).front().size() + 1);
  says(crlf, "line 1, byte " + first_line, "CR LF");
  says("\xEF\xBB\xBF" + walls_record(), "line 1, byte 1", "byte order mark (EF BB BF)");
  says("\xEF\xBB\xBF" + crlf, "line 1, byte 1", "byte order mark (EF BB BF)");
  says("\xFF\xFE{", "line 1, byte 1", "UTF-16");
  auto lines = lines_of(walls_record());
  lines.back() += "\r";
  says(joined(lines),
       "line " + std::to_string(lines.size()) + ", byte " + std::to_string(lines.back().size()), "CR LF");
}

TEST(Verify, AChargeOverTheBudgetHasTakenTheSeatOut) {
  const std::size_t late = line_with(walls_record(), R"("verdict":"late")");
  const auto with_clock = [&](const char* clock, bool forfeited) {
    const std::string other =
        with_line(walls_record(), 1, [&](Line& line) { line["clock"] = Line::parse(clock); });
    return found_in(with_line(other, late, [&](Line& line) {
      line["answers"][0]["spent_us"] = 2'000'000;
      if (forfeited) {
        line["answers"][0]["forfeited"] = true;
      }
    }));
  };
  const std::string missing = "line " + std::to_string(late) + ", turn " + std::to_string(late - 2) +
                              ", answers[0].forfeited: got nothing";
  for (const char* const clock : {R"({"kind":"bank","ms":1000})", R"({"kind":"mean","ms":1,"burst_ms":1})",
                                  R"({"kind":"score_rate","ms_per_1000":1,"floor_ms":100})"}) {
    EXPECT_EQ(with_clock(clock, false).substr(0, missing.size()), missing) << clock;
    EXPECT_EQ(with_clock(clock, true).find("answers[0].forfeited"), std::string::npos) << clock;
  }
  EXPECT_EQ(with_clock(R"({"kind":"per_move","ms":1000})", false).find("answers[0].forfeited"),
            std::string::npos)
      << "a late answer of per_move takes no seat out";
}

TEST(Verify, KeysThatItDoesNotKnowAreNamedAndNoDifference) {
  std::string record = with_line(walls_record(), 1, [](Line& line) { line["mood"] = 1; });
  record = with_line(record, 2, [](Line& line) {
    line["note"] = 1;
    line["answers"][0]["mood"] = "fine";
  });
  const std::size_t last = line_count(record);
  record = with_line(record, last, [](Line& line) {
    line.erase("seal");
    line["stars"] = 5;
    line["result"]["stars"] = 5;
  });
  const Verified verified = verify_record(with_new_digest(record));
  EXPECT_FALSE(verified.difference) << verified.difference->text();
  const std::string end = "line " + std::to_string(last);
  EXPECT_EQ(verified.unknown.places,
            (std::vector<std::string>{"line 1, mood", "line 2, turn 0, answers[0].mood",
                                      "line 2, turn 0, note", end + ", stars", end + ", result.stars"}));
  EXPECT_EQ(verified.unknown.count, 5U);
  EXPECT_EQ(verify_record(walls_record()).unknown.count, 0U);
}

TEST(Verify, OfManyUnknownKeysTheFirstAreNamed) {
  const std::string record = with_line(walls_record(), 1, [](Line& line) {
    for (int i = 0; i < 1000; ++i) {
      line["key" + std::to_string(i)] = i;
    }
  });
  const Verified verified = verify_record(with_new_digest(record));
  EXPECT_EQ(verified.unknown.count, 1000U);
  EXPECT_EQ(verified.unknown.places.size(), UnknownKeys::kNamed);
}

TEST(Verify, ANoShowIsReplayedByItsScores) {
  const auto no_show = [](const std::string& seats, const std::string& result) {
    return found_in(ended_early(0, R"({"status":"done","result":)" + result + R"(,"no_show":)" + seats +
                                       R"(,"ended":"2026-11-20T08:00:00.000Z"})"));
  };
  EXPECT_EQ(no_show("[1]", R"({"scores":[1,0],"rank":[1,2]})"), "");
  EXPECT_EQ(no_show("[0,1]", R"({"scores":[0,0],"rank":[1,1]})"), "");
  EXPECT_EQ(no_show("[0]", R"({"scores":[1,0],"rank":[1,2]})"),
            "line 2, result.scores[0]: got 1, expected 0");
  EXPECT_EQ(no_show("[1]", R"({"scores":[1,0],"rank":[1,1]})"), "line 2, result.rank[1]: got 1, expected 2");
  EXPECT_EQ(no_show("[2]", R"({"scores":[1,0],"rank":[1,2]})"), "line 2, no_show: got 2, expected a seat");
  EXPECT_EQ(no_show(R"([1],"why_absent":["no hello"])", R"({"scores":[1,0],"rank":[1,2]})"), "");
  EXPECT_NE(no_show(R"([1],"why_absent":["no hello",""])", R"({"scores":[1,0],"rank":[1,2]})"), "");
  EXPECT_NE(no_show(R"([1],"why_absent":[1])", R"({"scores":[1,0],"rank":[1,2]})"), "");
  EXPECT_NE(no_show("1", R"({"scores":[1,0],"rank":[1,2]})"), "");
  EXPECT_NE(no_show("[1]", R"({"scores":[1,0],"rank":[1,2],"outcome":null})"), "");
  EXPECT_NE(no_show(R"([1],"view":{})", R"({"scores":[1,0],"rank":[1,2]})"), "");
  EXPECT_NE(no_show("{}", R"({"scores":[1,1],"rank":[1,1]})"), "");
  EXPECT_NE(no_show("[]", R"({"scores":[1,1],"rank":[1,1]})"), "") << "nobody was missing";
  EXPECT_NE(
      found_in(ended_early(
          1,
          R"({"status":"done","result":{"scores":[1,0],"rank":[1,2]},"no_show":[1],"ended":"2026-11-20T08:00:00.000Z"})")),
      "");
}

TEST(Verify, AMatchToWhichTwoCameWasPlayed) {
  const Json three_teams = {{"size", 5}, {"starts", {{{0, 0}}, {{4, 4}}, {{0, 4}}}}};
  const std::string head = lines_of(sample_record("lightcycle", three_teams, 1)).front();
  const auto absent = [&](const std::string& seats, const std::string& result) {
    return found_in(
        with_new_digest(joined({head, R"({"status":"done","result":)" + result + R"(,"no_show":)" + seats +
                                          R"(,"ended":"2026-09-01T08:00:00.000Z","digest":""})"})));
  };
  EXPECT_EQ(absent("[0,2]", R"({"scores":[0,1,0],"rank":[2,1,2]})"), "");
  EXPECT_EQ(absent("[0]", R"({"scores":[0,1,1],"rank":[3,1,1]})"),
            "line 2, no_show: got [0], expected a match that was played: two seats came");
}

}  // namespace

}  // namespace referee
