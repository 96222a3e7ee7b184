#include "referee/record/record.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/server.h"
#include "referee/record/commitment.h"
#include "referee/record/match_spec.h"
#include "referee/record/replay.h"
#include "tests/support/complaint.h"
#include "tests/support/sample_record.h"
#include "tests/support/sums.h"

namespace referee {
namespace {

constexpr SystemTime kEnded{std::chrono::hours(500000)};

using namespace std::chrono_literals;
using test_support::lines_of;

MatchSpec spec_of_a_match() {
  MatchSpec spec;
  spec.id = "r1t3g2";
  spec.game = &test_support::kSums;
  spec.seed = {7, "5a17"};
  spec.place = MatchSpec::Place{"spring", 1, 3, 2};
  return spec;
}

Record::Header header_of(const MatchSpec& spec) {
  Record::Header header{spec, {{"turns", 3}}, {}, {}, {}, {}, {}, {}};
  header.players = {"alice", "bob"};
  header.measure = {Measure::wall, Measure::cpu};
  header.stamp = {StampSource::kernel, StampSource::read};
  header.sandbox = {"none", "full"};
  header.cpu_by = {"", "process_clock"};
  header.started = std::chrono::system_clock::time_point(1'795'161'600s);
  return header;
}

class RecordTest : public testing::Test {
 protected:
  std::string last_line() const { return lines_of(record_.text()).back(); }
  /// The record's line of a turn with this one answer.
  std::string turn_with(const SeatAnswer& answer) {
    record_.turn(0, {answer}, "{}");
    return last_line();
  }
  /// Expects a last line of `head`, the digest of the lines before, the time of the end, and the seal of it
  /// all.
  void expect_last(const std::string& head) {
    const std::string last = last_line();
    const std::string all = record_.text();
    const std::string before = all.substr(0, all.size() - last.size() - 1);
    const std::string expected =
        head + ",\"digest\":\"" + protocol::Sha256::hex_of(before) + "\",\"ended\":\"";
    EXPECT_EQ(last.substr(0, expected.size()), expected);
    const std::size_t sealed = all.size() - std::string_view(R"(,"seal":""})").size() - 64 - 1;
    EXPECT_EQ(all.substr(sealed), ",\"seal\":\"" + protocol::Sha256::hex_of(all.substr(0, sealed)) + "\"}\n");
    EXPECT_EQ(sealed, before.size() + expected.size() + std::string("2026-11-20T08:00:00.000Z\"").size());
  }

  MatchSpec spec_ = spec_of_a_match();
  Record record_{header_of(spec_)};
};

TEST_F(RecordTest, TheHeaderHasTheKeysOfTheFormatInItsOrder) {
  // {"record":1,"match":"r1t3g2","attempt":1,"tournament":"...","round":1,"table":3,"game_no":2,"game":"walls",
  // "options":{...},"seed":7,"salt":"...","commitment":"...","players":["alice","bob"],"clock":{...},"measure":
  // ["wall","cpu"],"stamp":["kernel","read"],"sandbox":["none","full"],"engine":"walls/1","server":"referee
  // 0.1", "started":"2026-11-20T08:00:00.000Z"}; "`"cpu_by":[...]` names the source of processor time where
  // one is used"
  EXPECT_EQ(
      record_.text(),
      R"({"record":1,"match":"r1t3g2","attempt":1,"tournament":"spring","round":1,"table":3,"game_no":2,)"
      R"("game":"sums","options":{"turns":3},"seed":7,"salt":"5a17","commitment":")" +
          commitment_of({7, "5a17"}) + R"(","players":["alice","bob"],"clock":)" + ClockSpec{}.json().dump() +
          R"(,"measure":["wall","cpu"],"stamp":["kernel","read"],"sandbox":["none","full"],)"
          R"("cpu_by":[null,"process_clock"],"engine":"sums/3","server":")" +
          std::string(protocol::kServer) +
          R"(","started":"2026-11-20T08:00:00.000Z"})"
          "\n");
}

TEST_F(RecordTest, OutsideATournamentItsPlaceIsNull) {
  // "all but attempt null outside a tournament"
  spec_.place.reset();
  spec_.attempt = 2;
  auto header = header_of(spec_);
  header.cpu_by = {"", ""};
  const Record record(header);
  EXPECT_TRUE(record.text().starts_with(
      R"({"record":1,"match":"r1t3g2","attempt":2,"tournament":null,"round":null,"table":null,"game_no":null,)"));
  EXPECT_EQ(record.text().find("cpu_by"), std::string::npos);
}

TEST_F(RecordTest, NamesTheVersionsOfBotsThatWereHandedIn) {
  spec_.versions = {{}, {3, std::string(64, 'a')}};
  EXPECT_NE(Record(header_of(spec_))
                .text()
                .find(R"(,"versions":[null,")" + std::string(64, 'a') + R"("],"engine":)"),
            std::string::npos);
  spec_.versions = {{}, {}};
  EXPECT_EQ(Record(header_of(spec_)).text(), record_.text());
}

TEST_F(RecordTest, AnAppliedMoveIsOneShortEntry) {
  // {"turn":0,"answers":[{"seat":0,"verdict":"ok","move":"forward","spent_us":812}],"events":{...}}
  SeatAnswer answer;
  answer.move = "\"forward\"";
  answer.spent = 812us;
  answer.stamp = StampSource::kernel;
  answer.sending = 1000us;
  EXPECT_EQ(
      turn_with(answer),
      R"({"turn":0,"answers":[{"seat":0,"verdict":"ok","move":"forward","spent_us":812}],"events":{}})");
}

TEST_F(RecordTest, EveryOptionalFieldHasItsPlace) {
  SeatAnswer answer;
  answer.seat = 1;
  answer.verdict = protocol::Verdict::forfeited;
  answer.offered = "\"[[[\"";
  answer.offered_cut = true;
  answer.fault = "why \"not\"";
  answer.spent = 5us;
  answer.forfeited = true;
  answer.stamp = StampSource::upper;
  answer.clock_step = true;
  answer.sending = 1001us;
  answer.round_trip = 0us;
  answer.loop_lag = 7us;
  answer.between = 9us;
  EXPECT_EQ(turn_with(answer),
            R"({"turn":0,"answers":[{"seat":1,"verdict":"forfeited","offered":"[[[","offered_cut":true,)"
            R"("fault":"why \"not\"","spent_us":5,"forfeited":true,"stamp":"upper","clock_step":true,)"
            R"("sending_us":1001,"rtt_us":0,"loop_lag_us":7,"between_us":9}],"events":{}})");
}

TEST_F(RecordTest, AStampIsNamedOnlyWhereItDiffersFromTheHeader) {
  // "`stamp` in an answer only where it differs from the header"
  SeatAnswer answer;
  answer.seat = 1;
  answer.stamp = StampSource::read;
  EXPECT_EQ(turn_with(answer).find("stamp"), std::string::npos);
  answer.stamp = StampSource::kernel;
  EXPECT_NE(turn_with(answer).find(R"("stamp":"kernel")"), std::string::npos);
  answer.stamp.reset();
  EXPECT_EQ(turn_with(answer).find("stamp"), std::string::npos);
}

TEST_F(RecordTest, ARefusedMoveIsKeptAsItWas) {
  SeatAnswer answer;
  answer.verdict = protocol::Verdict::illegal;
  answer.offered = R"({"a":[1]})";
  answer.fault = "no";
  EXPECT_EQ(turn_with(answer),
            R"({"turn":0,"answers":[{"seat":0,"verdict":"illegal","offered":{"a":[1]},"fault":"no",)"
            R"("spent_us":0}],"events":{}})");
}

TEST_F(RecordTest, SeveralAnswersShareALine) {
  SeatAnswer first;
  first.move = "1";
  SeatAnswer second = first;
  second.seat = 1;
  record_.turn(12, {first, second}, R"({"sums":[1,1]})");
  EXPECT_EQ(last_line(), R"({"turn":12,"answers":[{"seat":0,"verdict":"ok","move":1,"spent_us":0},)"
                         R"({"seat":1,"verdict":"ok","move":1,"spent_us":0}],"events":{"sums":[1,1]}})");
}

TEST_F(RecordTest, TheLastLineHasTheDigestOfAllBytesBeforeIt) {
  // {"status":"done","result":{"scores":[2,0],"rank":[1,2],"outcome":{...}},"view":{...final...},"digest":"<sha256
  // of all lines before>","ended":"..."}
  record_.turn(0, {SeatAnswer{}}, "{}");
  MatchResult result;
  result.scores = {2, 0};
  result.rank = {1, 2};
  result.outcome = {{"moves", 61}};
  record_.done(result, R"({"v":1})", kEnded);
  expect_last(
      R"({"status":"done","result":{"scores":[2,0],"rank":[1,2],"outcome":{"moves":61}},"view":{"v":1})");
}

TEST_F(RecordTest, ANoShowHasNoViewAndNoOutcome) {
  MatchResult result;
  result.scores = {0, 1};
  result.rank = {2, 1};
  result.no_show = {0};
  record_.no_show(result, kEnded);
  expect_last(R"({"status":"done","result":{"scores":[0,1],"rank":[2,1]},"no_show":[0])");
}

TEST_F(RecordTest, AVoidAttemptSaysWhy) {
  // "A void attempt ends with `"status":"void","why":"..."`, digest and ended"
  record_.voided("disk \"full\"", kEnded);
  expect_last(R"({"status":"void","why":"disk \"full\"")");
}

TEST_F(RecordTest, IsAJournalAtEveryMoment) {
  const std::string before = record_.text();
  record_.turn(0, {SeatAnswer{}}, "{}");
  EXPECT_TRUE(record_.text().starts_with(before));
  EXPECT_TRUE(record_.text().ends_with("}\n"));
}

TEST_F(RecordTest, HasNoMoreThanItsBoundAndTheGameIsToBlame) {
  Record::Header header = header_of(spec_);
  header.most = 5 * 1024 * 1024;  // four of them are for the last line
  Record record(header);
  const std::string events = '"' + std::string(300'000, 'x') + '"';
  for (int turn = 0; turn < 3; ++turn) {
    record.turn(turn, {SeatAnswer{}}, events);
  }
  const std::string before = record.text();
  const std::string said =
      test_support::complaint<engines::RulesFailure>([&] { record.turn(3, {SeatAnswer{}}, events); });
  EXPECT_EQ(said.substr(0, 12), "game sums: t");
  EXPECT_NE(said.find("more than 5242880 bytes with turn 3, whose events have 300002:"), std::string::npos)
      << said;
  EXPECT_EQ(record.text(), before) << "whole lines";
  record.voided(said, kEnded);
  EXPECT_LE(record.text().size(), header.most);
  EXPECT_FALSE(read_record(record.text()).difference) << "the digest is that of the lines before";
}

TEST(LastLine, IsWholeOrNothing) {
  EXPECT_EQ(last_line("one\ntwo\n"), "two");
  EXPECT_EQ(last_line("one\n"), "one");
  EXPECT_EQ(last_line("one\ntw"), "");
  EXPECT_EQ(last_line("\n"), "");
  EXPECT_EQ(last_line(""), "");
}

TEST(ClosedAsVoid, WhatACrashHasLeftIsARecordThatIsWhole) {
  // "A void attempt ends with `"status":"void","why":"..."`, digest and ended"; `verify` accepts it however
  // much of the journal there is.
  const std::string whole = test_support::sample_record("walls", {{"n", 3}}, 5);
  const std::size_t header = whole.find('\n') + 1;
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;  // where the last line begins
  for (std::size_t cut = header; cut <= last; ++cut) {
    const std::string record = closed_as_void(whole.substr(0, cut), "the referee \"ended\"", kEnded);
    const auto turns = std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(cut), '\n') - 1;
    const Verified verified = verify_record(record);
    ASSERT_FALSE(verified.difference) << "cut at " << cut << ": " << verified.difference->text();
    EXPECT_TRUE(verified.is_void);
    EXPECT_EQ(verified.turns, turns) << "cut at " << cut;
    EXPECT_EQ(lines_of(record).back().find(R"({"status":"void","why":"the referee \"ended\"","digest":")"),
              0U);
    EXPECT_TRUE(record.ends_with("}\n"));
  }
}

TEST(VoidedAfterwards, TheResultStaysToBeSeen) {
  // "`status` void ... (a result only if the game was over)"
  const std::string whole = test_support::sample_record("walls", {{"n", 3}}, 5);
  const std::string record = voided_afterwards(whole, "the arbiter \"said\" so");
  const Verified verified = verify_record(record);
  ASSERT_FALSE(verified.difference) << verified.difference->text();
  EXPECT_TRUE(verified.is_void);
  const Json was = Json::parse(lines_of(whole).back());
  const Json is = Json::parse(lines_of(record).back());
  EXPECT_EQ(is["why"], "the arbiter \"said\" so");
  EXPECT_EQ(is["result"], was["result"]);
  EXPECT_EQ(is["digest"], was["digest"]);
  EXPECT_EQ(voided_afterwards(record, "once more"), record);
  EXPECT_NE(is["seal"], was["seal"]);
  EXPECT_EQ(with_seal(record), record) << "the new seal is the one of the new bytes";
}

TEST(UtcText, HasMilliseconds) {
  const auto at = [](std::int64_t ms) {
    return utc_text(std::chrono::system_clock::time_point(Milliseconds(ms)));
  };
  EXPECT_EQ(at(1'795'161'600'000), "2026-11-20T08:00:00.000Z");
  EXPECT_EQ(at(1'795'161'600'007), "2026-11-20T08:00:00.007Z");
  EXPECT_EQ(at(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(at(951'782'399'999), "2000-02-28T23:59:59.999Z");
}

}  // namespace
}  // namespace referee
