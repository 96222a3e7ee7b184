#include "referee/record/given_turns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engines/registry.h"
#include "referee/match/match.h"
#include "referee/process/cpu_meter.h"
#include "referee/record/fault_kinds.h"
#include "referee/record/recorded_position.h"
#include "referee/record/replay.h"
#include "tests/support/match_table.h"
#include "tests/support/sample_record.h"
#include "tests/support/sums.h"

// A match whose first turns are given.

namespace referee {
namespace {

using test_support::always;
using test_support::kSums;
using test_support::MatchTable;
using test_support::move_line;
using test_support::Peer;
using test_support::sample_record;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

SeatAnswer move_of(std::size_t seat, std::string move) {
  SeatAnswer answer;
  answer.seat = seat;
  answer.move = std::move(move);
  return answer;
}

/// Two turns of a game of Sums with two seats; in the second one seat 1 was late.
GivenTurns two_turns() {
  SeatAnswer late;
  late.seat = 1;
  late.verdict = protocol::Verdict::late;
  late.fault = "no answer in 5 ms";
  late.spent = Microseconds{5001};
  return {{{move_of(0, "3"), move_of(1, "4")}, {move_of(0, "2"), late}}};
}

/// A match of 5 turns, of which two are given.
struct TableOfTwo : MatchTable {
  TableOfTwo() : MatchTable(kSums, {{"turns", 5}}) { spec.given = two_turns(); }
};

TEST(GivenTurns, BotsAreAskedForTheTurnThatFollows) {
  TableOfTwo table;
  table.seat_resuming(always(1));
  table.seat(always(2));
  const MatchResult& result = table.play();
  EXPECT_EQ(result.scores, (std::vector<double>{3 + 2 + 3, 4 + 6}));
  for (const std::size_t seat : {0U, 1U}) {
    EXPECT_EQ(table.received(seat, "start").at(0)["given_turns"], 2);
    const auto turns = table.received(seat, "turn");
    ASSERT_THAT(turns, SizeIs(3));
    EXPECT_EQ(turns[0]["turn"], 2);
    EXPECT_EQ(turns[0]["view"], Json::parse(R"({"sums":[5,4]})"));
    EXPECT_FALSE(turns[0].contains("last"));
    EXPECT_EQ(table.received(seat, "end").at(0)["faults"], 0);
  }
}

TEST(GivenTurns, ABotThatResumesGetsThemAsPastTurns) {
  TableOfTwo table;
  table.seat_resuming(always(1));
  table.seat(always(2));
  table.play();
  const auto past = table.received(0, "past");
  ASSERT_THAT(past, SizeIs(2));
  EXPECT_EQ(past[0]["view"], Json::parse(R"({"sums":[0,0]})"));
  EXPECT_EQ(past[1]["view"], Json::parse(R"({"sums":[3,4]})"));
  EXPECT_THAT(table.received(1, "past"), IsEmpty()) << "it has not said resume";
  const auto& all = table.received(0);
  EXPECT_EQ(all.at(0)["type"], "start");
  EXPECT_EQ(all.at(1)["type"], "past");
  EXPECT_EQ(all.at(3)["type"], "turn");
}

TEST(GivenTurns, ClocksAndCountsAreUntouched) {
  TableOfTwo table;
  table.set_clock(R"({"kind":"bank","ms":600000,"increment_ms":1000})");
  table.seat(always(1));
  table.seat(always("x"));
  const MatchResult& result = table.play();
  EXPECT_EQ(table.received(1, "turn").at(0)["clock"], Json::parse(R"({"left_ms":600000,"used_ms":0})"));
  EXPECT_EQ(result.turns, 3);
  EXPECT_EQ(result.given_turns, 2);
  EXPECT_EQ(result.seats[0].turns, 3);
  EXPECT_EQ(result.seats[0].faults(), 0);
  EXPECT_EQ(result.seats[1].faults(), 3) << "its own, and not the late one that was given";
  EXPECT_LT(result.seats[1].worst, Microseconds{600'000'000});
  const auto kinds = fault_kinds_of(result);
  ASSERT_THAT(kinds[1], SizeIs(1));
  EXPECT_EQ(kinds[1][0].verdict, protocol::Verdict::malformed);
  EXPECT_EQ(kinds[1][0].first_turn, 2);
}

TEST(GivenTurns, TheRecordHasThemAndIsTrue) {
  TableOfTwo table;
  table.spec.given.from = GivenTurns::Source{"sums-1g1", 2, std::string(64, 'a')};
  table.seat(always(1));
  table.seat(always(2));
  const MatchResult& result = table.play();
  const auto lines = table.record();
  EXPECT_EQ(lines[0]["given_turns"], 2);
  EXPECT_EQ(lines[0]["from"],
            Json({{"match", "sums-1g1"}, {"attempt", 2}, {"turn", 2}, {"seal", std::string(64, 'a')}}));
  EXPECT_EQ(lines[1],
            Json::parse(R"({"turn":0,"given":true,"answers":[{"seat":0,"verdict":"ok","move":3,"spent_us":0},
                {"seat":1,"verdict":"ok","move":4,"spent_us":0}],"events":{"sums":[3,4]}})"));
  EXPECT_EQ(lines[2]["answers"][1], Json::parse(R"({"seat":1,"verdict":"late","fault":"no answer in 5 ms",
                                                    "spent_us":5001})"));
  EXPECT_FALSE(lines[3].contains("given"));
  Replay replay(result.record, &kSums);
  while (replay.next_turn()) {
  }
  EXPECT_NO_THROW(replay.close());
  EXPECT_EQ(replay.turns(), 5);
  EXPECT_EQ(replay.given_turns(), 2);
}

/// Processor time as the test says.
class SetMeter final : public CpuMeter {
 public:
  const char* source() const override { return "test"; }
  Microseconds used() override { return used_; }
  void use(Microseconds time) { used_ += time; }

 private:
  Microseconds used_{0};
};

TEST(GivenTurns, TheFirstAnswerHasAMillisecondForEachToReadThem) {
  TableOfTwo table;
  table.set_clock(R"({"kind":"per_move","ms":6,"measure":"cpu","wall_ms":600000,"silence_ms":600000})");
  const auto meter = std::make_shared<SetMeter>();
  table.seat(always(2));
  table.seat_resuming([&meter](Peer& peer, const Json& message) {
    if (message.at("type") == "turn") {
      meter->use(Microseconds{message.at("turn") == 2 ? 8000 : 5000});
      peer.send(move_line(message, 1));
    }
  });
  table.player(1).set_cpu_meter(meter);
  table.play();
  EXPECT_EQ(table.received(1, "turn").at(0)["clock"]["left_ms"], 6);
  EXPECT_EQ(table.answer(2, 1)["spent_us"], 6000) << "two were given";
  EXPECT_EQ(table.verdict(2, 1), "ok");
  EXPECT_EQ(table.answer(3, 1)["spent_us"], 5000);
}

TEST(GivenTurns, ObserversSeeThemInTheRecordAtTheStart) {
  class Journal final : public MatchObserver {
   public:
    void on_start(const ObservedMatch& match) override { begun = match.record; }
    void on_turn(const ObservedMatch& /*match*/, const PlayedTurn& turn) override {
      numbers.push_back(turn.number);
    }
    std::string begun;
    std::vector<std::int64_t> numbers;
  } journal;
  TableOfTwo table;
  table.observers = {&journal};
  table.seat(always(1));
  table.seat(always(2));
  table.play();
  EXPECT_THAT(test_support::lines_of(journal.begun), SizeIs(3));
  EXPECT_THAT(journal.numbers, ElementsAre(2, 3, 4));
}

TEST(GivenTurns, OneThatCannotBePlayedIsRefusedWithItsPlace) {
  const auto refused = [](GivenTurns given) {
    MatchTable table(kSums, {{"turns", 2}});
    table.spec.given = std::move(given);
    table.seat(always(1));
    table.seat(always(1));
    const MatchResult& result = table.play();
    EXPECT_TRUE(result.is_void && result.rules_failed) << "the rules have contradicted themselves";
    return result.why;
  };
  EXPECT_THAT(refused({{{move_of(0, "3"), move_of(1, "7")}}}),
              EndsWith("turn 0, seat 1: got 7, expected a legal move: 7 is over 5"));
  EXPECT_THAT(refused({{{move_of(0, "3")}}}),
              EndsWith("turn 0: got 1 answers, expected one of each seat to move: 0, 1"));
  const GivenTurns::Turn turn{move_of(0, "1"), move_of(1, "1")};
  EXPECT_THAT(refused({{turn, turn}}),
              EndsWith("the game is over after 2 turns, expected one that can be played on"));
  EXPECT_THAT(refused({{turn, turn, turn}}), EndsWith("turn 2: the game is over before it"));
}

TEST(GivenTurns, AMatchThatNobodyComesToHasOnlyThese) {
  TableOfTwo table;
  table.seat(always(1));
  table.seat_nobody();
  const MatchResult& result = table.play();
  EXPECT_THAT(result.no_show, ElementsAre(1));
  EXPECT_EQ(result.turns, 0);
  Replay replay(result.record, &kSums);
  while (replay.next_turn()) {
  }
  EXPECT_NO_THROW(replay.close());
}

TEST(GivenTurns, ASeatThatForfeitedInThemIsNotAsked) {
  MatchTable table(kSums, {{"turns", 3}});
  SeatAnswer out;
  out.seat = 1;
  out.verdict = protocol::Verdict::forfeited;
  out.fault = "too slow";
  out.forfeited = true;
  table.spec.given = {{{move_of(0, "3"), out}}};
  table.seat(always(1));
  table.seat(always(1));
  table.play();
  EXPECT_THAT(table.received(0, "turn"), SizeIs(2));
  EXPECT_THAT(table.received(1, "turn"), IsEmpty());
  EXPECT_EQ(table.record()[1]["answers"][1]["forfeited"], true);
}

/// Keeps a copy of the game that is played, so that bots can draw legal moves.
class Follower final : public MatchObserver {
 public:
  void on_start(const ObservedMatch& match) override { game_ = match.game.clone(); }
  void on_turn(const ObservedMatch& match, const PlayedTurn& /*turn*/) override {
    game_ = match.game.clone();
  }
  MatchTable::Script player(std::size_t seat) {
    return [this, seat](Peer& peer, const Json& message) {
      if (message.at("type") == "turn") {
        peer.send(move_line(message, game_->sample(seat, rng_)));
      }
    };
  }

 private:
  std::unique_ptr<engines::Game> game_;
  engines::Rng rng_{5};
};

class PlayOn : public testing::TestWithParam<const char*> {
 protected:
  static Json options(const std::string& game) {
    if (game == "lightcycle") {
      return Json::parse(R"({"size":30,"starts":[[[0,5],[0,9]],[[29,5],[29,9]],[[15,0]]]})");
    }
    return game == "snake" ? Json::parse(R"({"maze":"c2_halls","max_turns":200})") : Json::object();
  }
  /// A random match of at least 8 turns, which is drawn from `seed`, or from the next one of which there is
  /// such a match.
  static std::string long_record(const std::string& game, unsigned seed) {
    constexpr std::int64_t kLeastTurns = 8;
    std::string record = sample_record(game, options(game), seed);
    while (verify_record(record).turns < kLeastTurns) {
      record = sample_record(game, options(game), ++seed);
    }
    return record;
  }
  /// Plays on from `record` at `turn`, by random moves; returns the new record.
  static std::string played_on(const std::string& record, std::int64_t turn) {
    const RecordedPosition position = position_in(record, turn, "old.jsonl");
    MatchTable table(*position.game, position.options);
    table.spec.seed = position.seed;
    table.spec.given = position.given;
    Follower follower;
    table.observers = {&follower};
    const std::size_t seats = position.game->make(position.options, position.seed)->seats();
    for (std::size_t seat = 0; seat < seats; ++seat) {
      table.seat_resuming(follower.player(seat));
    }
    const MatchResult& result = table.play();
    EXPECT_FALSE(result.is_void) << result.why;
    EXPECT_EQ(result.given_turns, turn);
    return result.record;
  }
};

TEST_P(PlayOn, FromTheMiddleOfARandomMatchOfEveryGameGivesATrueRecord) {
  const std::string game = GetParam();
  const std::string old = long_record(game, 3);
  const std::int64_t turns = verify_record(old).turns;
  const std::string record = played_on(old, turns / 2);
  const Verified verified = verify_record(record);
  EXPECT_FALSE(verified.difference) << verified.difference->text();
  EXPECT_EQ(verified.given_turns, turns / 2);
  EXPECT_GE(verified.turns, verified.given_turns + 1);
  EXPECT_EQ(verified.unknown.count, 0U);
  const auto head = test_support::head_of(record);
  EXPECT_EQ(head["from"]["seal"], test_support::last_of(old)["seal"]);
  EXPECT_EQ(head["options"], test_support::head_of(old)["options"]);
  const auto before = test_support::lines_of(old);
  const auto after = test_support::lines_of(record);
  for (std::size_t line = 1; line <= static_cast<std::size_t>(turns / 2); ++line) {
    EXPECT_EQ(Json::parse(before[line])["events"], Json::parse(after[line])["events"]) << line;
  }
}

TEST_P(PlayOn, AndOnceMoreFromThere) {
  const std::string game = GetParam();
  const std::string old = long_record(game, 4);
  const std::int64_t turns = verify_record(old).turns;
  const std::string first = played_on(old, turns / 3);
  const std::string second = played_on(first, turns / 3 + 1);
  const Verified verified = verify_record(second);
  EXPECT_FALSE(verified.difference) << verified.difference->text();
  EXPECT_EQ(test_support::head_of(second)["from"]["seal"], test_support::last_of(first)["seal"]);
}

// RECORD.md: given_turns "is absent if none is".
TEST_P(PlayOn, FromTheBeginningNoTurnIsGiven) {
  const std::string record = played_on(long_record(GetParam(), 3), 0);
  const Json head = test_support::head_of(record);
  EXPECT_FALSE(head.contains("given_turns"));
  EXPECT_EQ(head["from"]["turn"], 0);
  EXPECT_FALSE(verify_record(record).difference);
  const auto write_none = [](auto& header) { header["given_turns"] = 0; };
  const auto written =
      verify_record(test_support::with_new_digest(test_support::with_line(record, 1, write_none)));
  ASSERT_TRUE(written.difference);
  EXPECT_EQ(written.difference->field, "given_turns");
}

INSTANTIATE_TEST_SUITE_P(Games, PlayOn,
                         testing::Values("planets", "lightcycle", "snake", "walls", "superball",
                                         "battleship"));

}  // namespace
}  // namespace referee
