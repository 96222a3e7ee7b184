#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engines/registry.h"
#include "referee/match/match.h"
#include "referee/process/counted_clock.h"
#include "referee/record/replay.h"
#include "tests/support/match_table.h"
#include "tests/support/sample_record.h"

// Processor time between turns: free, or charged with the next turn.

namespace referee {
namespace {

using namespace std::chrono_literals;
using test_support::MatchTable;
using test_support::move_line;
using test_support::Peer;
using testing::HasSubstr;

/// A meter that shows what the test has the bot compute.
struct ToldMeter final : CpuMeter {
  explicit ToldMeter(const char* named) : name(named) {}
  const char* source() const override { return name; }
  Microseconds used() override { return shown; }

  const char* name;
  Microseconds shown{1s};  // its start-up
};

/// Two launched bots at Walls, which is played in turn. Each computes for `own` when it is asked, and for
/// `other` while the other one is.
class Ponderers {
 public:
  struct Habit {
    Microseconds own{0};
    Microseconds other{0};
  };

  Ponderers(const char* clock, const std::array<Habit, 2>& habits, const char* source = "cgroup")
      : table(*engines::find_game("walls"), {{"n", 3}}) {
    table.set_clock(clock);
    for (const std::size_t seat : {0U, 1U}) {
      meters[seat] = std::make_shared<ToldMeter>(source);
      table.seat_resuming(
          [this, seat, habits](Peer& peer, const Json& message) {
            if (message["type"] == "turn") {
              meters[seat]->shown += habits[seat].own;
              meters[1 - seat]->shown += habits[1 - seat].other;
              peer.send(move_line(message, "left"));
            }
          },
          MatchTable::Origin::launched);
      table.player(seat).set_cpu_meter(meters[seat]);
    }
  }

  /// The answers of a seat, in the record.
  std::vector<Json> answers(std::size_t seat) const {
    std::vector<Json> found;
    for (const Json& line : table.record()) {
      for (const Json& answer : line.value("answers", Json::array())) {
        if (answer["seat"] == seat) {
          found.push_back(answer);
        }
      }
    }
    return found;
  }

  MatchTable table;
  std::array<std::shared_ptr<ToldMeter>, 2> meters;
};

const char* const kFree = R"({"kind":"bank","ms":60000})";
const char* const kCharged = R"({"kind":"bank","ms":60000,"ponder":"charged"})";
constexpr std::array<Ponderers::Habit, 2> kBothPonder{{{300us, 50us}, {400us, 7ms}}};

TEST(MatchPonder, IsFreeUnlessTheClockSaysOtherwise) {
  Ponderers bots(kFree, kBothPonder);
  const MatchResult& result = bots.table.play();
  EXPECT_FALSE(bots.table.record().at(0)["clock"].contains("ponder"));
  const auto answers = bots.answers(1);
  ASSERT_GT(answers.size(), 3U);
  for (const Json& answer : answers) {
    EXPECT_EQ(answer["spent_us"], 400);
  }
  EXPECT_FALSE(answers.front().contains("between_us"));
  EXPECT_EQ(answers.back()["between_us"], 7000) << "the record tells it all the same";
  EXPECT_FALSE(verify_record(result.record).difference);
}

TEST(MatchPonder, ChargedIsAPartOfTheNextTurnFromStartOn) {
  Ponderers bots(kCharged, kBothPonder);
  const MatchResult& result = bots.table.play();
  EXPECT_EQ(bots.table.record().at(0)["clock"]["ponder"], "charged");
  EXPECT_EQ(bots.answers(0).front()["spent_us"], 300) << "it was asked at once";
  for (const Json& answer : bots.answers(1)) {
    EXPECT_EQ(answer["spent_us"], 7400);
    EXPECT_EQ(answer["between_us"], 7000);
  }
  EXPECT_FALSE(verify_record(result.record).difference);
}

TEST(MatchPonder, ATurnTellsWhatIsLeftAfterIt) {
  Ponderers bots(kCharged, kBothPonder);
  bots.table.play();
  const auto turns = bots.table.received(1, "turn");
  EXPECT_EQ(turns.at(0)["clock"], Json::parse(R"({"left_ms":59993,"used_ms":0})"));
  EXPECT_EQ(turns.at(1)["clock"], Json::parse(R"({"left_ms":59985.6,"used_ms":7.4})"));
}

TEST(MatchPonder, MakesATurnLateAtOnceWhereItAloneIsTooMuch) {
  Ponderers bots(R"({"kind":"per_move","ms":5,"ponder":"charged"})", kBothPonder);
  const MatchResult& result = bots.table.play();
  for (const Json& answer : bots.answers(1)) {
    EXPECT_EQ(answer["verdict"], "late");
    EXPECT_GE(answer["spent_us"].get<std::int64_t>(), answer["between_us"].get<std::int64_t>());
    EXPECT_THAT(answer["fault"].get<std::string>(), HasSubstr("from before the turn: ponder"));
  }
  EXPECT_EQ(result.seats[0].faults(), 0);
  EXPECT_EQ(bots.table.received(1, "turn").at(0)["clock"]["left_ms"], 0);
  EXPECT_FALSE(verify_record(result.record).difference);
}

TEST(MatchPonder, AfterACrashCountingBeginsWithTheFirstTurnThatIsAsked) {
  Ponderers before(kCharged, kBothPonder);
  const MatchResult& whole = before.table.play();
  std::vector<std::string> lines = test_support::lines_of(whole.record);
  lines.resize(4);  // after three turns seat 1 is to move
  Ponderers bots(kCharged, kBothPonder);
  bots.table.saved = SavedMatch{test_support::joined(lines), {true, true}};
  const MatchResult& result = bots.table.play();
  ASSERT_FALSE(result.is_void) << result.why;
  const auto answers = bots.answers(1);
  EXPECT_EQ(answers.at(0)["spent_us"], 7400) << "before the crash";
  EXPECT_EQ(answers.at(1)["spent_us"], 0) << "its extra time covers all of the turn that is asked again";
  EXPECT_FALSE(answers.at(1).contains("between_us"));
  EXPECT_EQ(answers.at(2)["spent_us"], 7400);
  EXPECT_FALSE(verify_record(result.record).difference);
}

TEST(MatchPonder, StaysFreeWhereWaitingCountsLikeComputing) {
  Ponderers bots(kCharged, kBothPonder, TreeOrWallClock::kSource);
  bots.table.play();
  for (const Json& answer : bots.answers(1)) {
    EXPECT_EQ(answer["spent_us"], 400);
    EXPECT_FALSE(answer.contains("between_us"));
  }
}

TEST(MatchPonder, ARecordWhoseChargeLacksItIsNotTrue) {
  Ponderers bots(kCharged, kBothPonder);
  const std::string record = bots.table.play().record;
  const auto with_spent = [&](int spent) {
    return verify_record(test_support::with_new_digest(test_support::with_line(
        record, 3, [&](nlohmann::ordered_json& turn) { turn["answers"][0]["spent_us"] = spent; })));
  };
  EXPECT_FALSE(with_spent(7000).difference);
  ASSERT_TRUE(with_spent(6999).difference);
  EXPECT_EQ(with_spent(6999).difference->field, "answers[0].between_us");
  const std::string as_free = test_support::with_line(
      record, 1, [](nlohmann::ordered_json& header) { header["clock"].erase("ponder"); });
  EXPECT_FALSE(verify_record(test_support::with_new_digest(as_free)).difference)
      << "where it is free it is no part of the charge";
}

}  // namespace
}  // namespace referee
