#include "referee/clocks/clock_spec.h"

#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

Json complete(const std::string& text) { return ClockSpec::read(Json::parse(text), "clock").json(); }

/// The message for a clock that is refused.
std::string complaint(const std::string& text) {
  return test_support::complaint<fields::Exception>(
      [&] { (void)ClockSpec::read(Json::parse(text), "clock"); });
}

TEST(ClockSpec, NobodyIsSilentTooLongWhoTakesNoMoreThanItsClockAllows) {
  for (const auto& [text, allowed] :
       {std::pair(R"({"kind":"per_move","ms":120000,"margin_ms":500})", 120'500),
        {R"({"kind":"mean","ms":50,"burst_ms":200000})", 200'050},
        {R"({"kind":"bank","ms":300000,"increment_ms":1000})", 300'000},
        {R"({"kind":"score_rate","ms_per_1000":1,"floor_ms":90000})", 90'000}}) {
    const ClockSpec clock = ClockSpec::read(Json::parse(text), "clock");
    EXPECT_EQ(clock.most_for_one(), allowed) << text;
    EXPECT_EQ(clock.silence_ms, 2 * allowed) << text;
  }
  EXPECT_EQ(ClockSpec::read(Json::parse(R"({"kind":"per_move","ms":86400000})"), "clock").silence_ms,
            86'400'000)
      << "at most a day";
  EXPECT_EQ(
      ClockSpec::read(Json::parse(R"({"kind":"per_move","ms":120000,"silence_ms":7})"), "clock").silence_ms,
      7)
      << "as the file says";
}

TEST(ClockSpec, DefaultsAreTheDocumentedOnes) {
  // "Common keys: `init_ms` [default 10 s]; `silence_ms` (60000 ...); `margin_ms` (0 ...); `lag_credit_ms`
  // (0); `measure`: `auto` ...; `wall_ms` (default 20 x ms)"
  EXPECT_EQ(complete(R"({"kind":"per_move","ms":1000})"), Json::parse(R"({"kind":"per_move","ms":1000,
      "late":"go_on","init_ms":10000,"silence_ms":60000,"margin_ms":0,"lag_credit_ms":0,"measure":"auto",
      "wall_ms":20000})"));
  EXPECT_EQ(complete(R"({"kind":"mean","ms":50})"), Json::parse(R"({"kind":"mean","ms":50,"burst_ms":0,
      "init_ms":10000,"silence_ms":60000,"margin_ms":0,"lag_credit_ms":0,"measure":"auto","wall_ms":1000})"));
  EXPECT_EQ(complete(R"({"kind":"bank","ms":60000})"), Json::parse(R"({"kind":"bank","ms":60000,
      "increment_ms":0,"init_ms":10000,"silence_ms":120000,"margin_ms":0,"lag_credit_ms":0,"measure":"auto",
      "wall_ms":1200000})"));
  EXPECT_EQ(complete(R"({"kind":"score_rate","ms_per_1000":5000,"floor_ms":5000})"),
            Json::parse(R"({"kind":"score_rate","ms_per_1000":5000,"floor_ms":5000,"init_ms":10000,
      "silence_ms":60000,"margin_ms":0,"lag_credit_ms":0,"measure":"auto","wall_ms":100000})"));
}

TEST(ClockSpec, WhatIsReadIsWrittenAndReadAgain) {
  for (const char* text :
       {R"({"kind":"per_move","ms":7,"late":"wait","init_ms":1,"silence_ms":2,"margin_ms":3,"lag_credit_ms":4,
           "measure":"cpu","wall_ms":5})",
        R"({"kind":"mean","ms":7,"burst_ms":8,"init_ms":1,"silence_ms":2,"margin_ms":3,"lag_credit_ms":4,
           "measure":"wall","wall_ms":86400000})",
        R"({"kind":"bank","ms":7,"increment_ms":9,"init_ms":1,"silence_ms":2,"margin_ms":3,"lag_credit_ms":4,
           "measure":"auto","wall_ms":5})",
        R"({"kind":"score_rate","ms_per_1000":0,"floor_ms":11,"init_ms":1,"silence_ms":2,"margin_ms":3,
           "lag_credit_ms":4,"measure":"auto","wall_ms":5})"}) {
    EXPECT_EQ(complete(text), Json::parse(text));
    EXPECT_EQ(complete(complete(text).dump()), Json::parse(text));
  }
}

TEST(ClockSpec, RulesTimeIsWrittenOnlyIfItIsNotTheDefault) {
  // "`rules_time` `charged` ... Written only if it is `none`."
  EXPECT_EQ(complete(R"({"kind":"mean","ms":50,"rules_time":"charged"})"),
            complete(R"({"kind":"mean","ms":50})"));
  const Json none = complete(R"({"kind":"mean","ms":50,"rules_time":"none"})");
  EXPECT_EQ(none["rules_time"], "none");
  EXPECT_EQ(complete(none.dump()), none);
  ClockSpec clock;
  EXPECT_EQ(clock.for_rules(Microseconds(7)), Microseconds(7));
  clock.rules_time = RulesTime::none;
  EXPECT_EQ(clock.for_rules(Microseconds(7)), Microseconds(0));
}

TEST(ClockSpec, PonderIsWrittenOnlyIfItIsNotTheDefault) {
  EXPECT_EQ(complete(R"({"kind":"bank","ms":50,"ponder":"free"})"), complete(R"({"kind":"bank","ms":50})"));
  const Json charged = complete(R"({"kind":"bank","ms":50,"ponder":"charged"})");
  EXPECT_EQ(charged["ponder"], "charged");
  EXPECT_EQ(complete(charged.dump()), charged);
}

TEST(ClockSpec, LateInARowIsOfPerMoveOnlyAndWrittenOnlyIfItIsSet) {
  EXPECT_FALSE(complete(R"({"kind":"per_move","ms":50})").contains("late_in_a_row"));
  const Json three = complete(R"({"kind":"per_move","ms":50,"late_in_a_row":3})");
  EXPECT_EQ(three["late_in_a_row"], 3);
  EXPECT_EQ(complete(three.dump()), three);
  EXPECT_TRUE(
      complaint(R"({"kind":"per_move","ms":1,"late_in_a_row":0})").starts_with("clock.late_in_a_row: got 0"));
  EXPECT_TRUE(complaint(R"({"kind":"bank","ms":1,"late_in_a_row":3})").starts_with("clock.late_in_a_row: "));
}

TEST(ClockSpec, PonderIsChargedOnlyWhereProcessorTimeIs) {
  EXPECT_EQ(complaint(R"({"kind":"mean","ms":1,"ponder":"charged","measure":"wall"})")
                .substr(0, sizeof("clock.ponder: got \"charged\", expected \"free\"") - 1),
            R"(clock.ponder: got "charged", expected "free")");
  EXPECT_EQ(complaint(R"({"kind":"mean","ms":1,"ponder":"charged","measure":"cpu"})"), "accepted");
  EXPECT_EQ(complaint(R"({"kind":"mean","ms":1,"ponder":"free","measure":"wall"})"), "accepted");
  EXPECT_EQ(complaint(R"({"kind":"mean","ms":1,"ponder":"never"})"),
            R"(clock.ponder: got "never", expected one of "free", "charged")");
  const auto need = [](const char* text) {
    const auto found = ClockSpec::read(Json::parse(text), "clock").cpu_need();
    return found ? found->text() : "";
  };
  EXPECT_EQ(need(R"({"kind":"mean","ms":1})"), "");
  EXPECT_EQ(need(R"({"kind":"mean","ms":1,"ponder":"charged"})"),
            R"(clock.ponder: got "charged", expected "free")");
  EXPECT_EQ(need(R"({"kind":"mean","ms":1,"measure":"cpu"})"),
            R"(clock.measure: got "cpu", expected "auto" or "wall")");
}

TEST(ClockSpec, WhatIsMissingIsNamed) {
  EXPECT_EQ(complaint("{}"), "clock.kind: missing, expected a value");
  EXPECT_EQ(complaint(R"({"kind":"mean"})"), "clock.ms: missing, expected an integer from 1 to 86400000");
  EXPECT_EQ(complaint(R"({"kind":"score_rate","floor_ms":1})"),
            "clock.ms_per_1000: missing, expected an integer from 0 to 86400000");
  EXPECT_EQ(complaint("[]"), R"(clock: got [], expected an object, as {"kind": "per_move", "ms": 1000})");
}

TEST(ClockSpec, AnUnknownKindMeasureOrPolicyIsNeverADefault) {
  EXPECT_EQ(complaint(R"({"kind":"fast","ms":1})"),
            R"(clock.kind: got "fast", expected one of "per_move", "mean", "bank", "score_rate")");
  EXPECT_EQ(complaint(R"({"kind":"mean","ms":1,"measure":"time"})"),
            R"(clock.measure: got "time", expected one of "auto", "cpu", "wall")");
  EXPECT_EQ(complaint(R"({"kind":"per_move","ms":1,"late":"later"})"),
            R"(clock.late: got "later", expected one of "go_on", "wait")");
  EXPECT_EQ(complaint(R"({"kind":"mean","ms":1,"rules_time":"wall"})"),
            R"(clock.rules_time: got "wall", expected one of "charged", "none")");
}

TEST(ClockSpec, EveryNumberIsAnIntegerInItsRange) {
  const auto with = [](const std::string& key, const std::string& value) {
    return complaint(R"({"kind":"bank","ms":5,")" + key + "\":" + value + "}");
  };
  for (const char* key : {"init_ms", "silence_ms", "wall_ms"}) {
    for (const char* bad : {"0", "-1", "86400001", "1.5", "true", "\"1\"", "null"}) {
      EXPECT_EQ(with(key, bad),
                "clock." + std::string(key) + ": got " + bad + ", expected an integer from 1 to 86400000");
    }
    EXPECT_EQ(with(key, "86400000"), "accepted");
  }
  for (const char* key : {"margin_ms", "lag_credit_ms", "increment_ms"}) {
    EXPECT_EQ(with(key, "-1"),
              "clock." + std::string(key) + ": got -1, expected an integer from 0 to 86400000");
    EXPECT_EQ(with(key, "0"), "accepted");
  }
  EXPECT_EQ(complaint(R"({"kind":"per_move","ms":0})"),
            "clock.ms: got 0, expected an integer from 1 to 86400000");
  EXPECT_EQ(complaint(R"({"kind":"score_rate","ms_per_1000":1,"floor_ms":0})"),
            "clock.floor_ms: got 0, expected an integer from 1 to 86400000");
}

TEST(ClockSpec, KeysOfOtherKindsAreRefused) {
  // "unknown keys and wrong types are refused, naming file, key path, value and what was expected"
  EXPECT_TRUE(complaint(R"({"kind":"mean","ms":5,"increment_ms":1})")
                  .starts_with("clock.increment_ms: got 1, expected one of the keys kind, ms, burst_ms"));
  EXPECT_TRUE(complaint(R"({"kind":"bank","ms":5,"late":"wait"})").starts_with("clock.late: got"));
  EXPECT_TRUE(complaint(R"({"kind":"per_move","ms":5,"burst_ms":1})").starts_with("clock.burst_ms: got"));
  EXPECT_TRUE(
      complaint(R"({"kind":"score_rate","ms_per_1000":5,"floor_ms":1,"ms":1})").starts_with("clock.ms: got"));
  EXPECT_TRUE(complaint(R"({"kind":"mean","ms":5,"sm":1})").starts_with("clock.sm: got 1"));
}

TEST(ClockSpec, TheDefaultOfWallMsIsTwentyTimesTheTime) {
  EXPECT_EQ(complete(R"({"kind":"mean","ms":3})")["wall_ms"], 60);
  EXPECT_EQ(complete(R"({"kind":"score_rate","ms_per_1000":9,"floor_ms":4})")["wall_ms"], 80);
}

TEST(ClockSpec, MeasuresHaveNames) {
  EXPECT_STREQ(name_of(Measure::cpu), "cpu");
  EXPECT_STREQ(name_of(Measure::wall), "wall");
}

}  // namespace
}  // namespace referee
