#include "referee/clocks/clock_spec.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"

namespace referee {
namespace {

constexpr std::int64_t kDay = 24LL * 60 * 60 * 1000;
constexpr fields::Range kPositive{1, kDay};
constexpr fields::Range kAmount{0, kDay};
constexpr fields::Range kLateTurns{1, 1'000'000};
constexpr std::int64_t kSilenceFactor = 2;  // who is charged processor time may have to wait for a processor
constexpr std::int64_t kWallFactor = 20;  // a bot that is charged processor time may sleep, but not for ever

const std::vector<std::string_view> kClockKinds = {"per_move", "mean", "bank", "score_rate"};
const std::vector<std::string_view> kPolicies = {"go_on", "wait"};
const std::vector<std::string_view> kMeasures = {"auto", "cpu", "wall"};
const std::vector<std::string_view> kRulesTimes = {"charged", "none"};
const std::vector<std::string_view> kPonders = {"free", "charged"};

void read_own_keys(ClockSpec& clock, fields::Object& in) {
  switch (clock.kind) {
    case ClockKind::per_move:
      clock.ms = in.integer("ms", kPositive);
      clock.late = static_cast<LatePolicy>(in.choice_or("late", kPolicies, 0));
      if (in.find("late_in_a_row") != nullptr) {
        clock.late_in_a_row = in.integer("late_in_a_row", kLateTurns);
      }
      return;
    case ClockKind::mean:
      clock.ms = in.integer("ms", kPositive);
      clock.burst_ms = in.integer_or("burst_ms", kAmount, 0);
      return;
    case ClockKind::bank:
      clock.ms = in.integer("ms", kPositive);
      clock.increment_ms = in.integer_or("increment_ms", kAmount, 0);
      return;
    case ClockKind::score_rate:
      clock.ms_per_1000 = in.integer("ms_per_1000", kAmount);
      clock.floor_ms = in.integer("floor_ms", kPositive);
      return;
  }
}

void write_own_keys(const ClockSpec& clock, Json& json) {
  switch (clock.kind) {
    case ClockKind::per_move:
      json["ms"] = clock.ms;
      json["late"] = kPolicies[static_cast<std::size_t>(clock.late)];
      if (clock.late_in_a_row) {
        json["late_in_a_row"] = *clock.late_in_a_row;
      }
      return;
    case ClockKind::mean:
      json["ms"] = clock.ms;
      json["burst_ms"] = clock.burst_ms;
      return;
    case ClockKind::bank:
      json["ms"] = clock.ms;
      json["increment_ms"] = clock.increment_ms;
      return;
    case ClockKind::score_rate:
      json["ms_per_1000"] = clock.ms_per_1000;
      json["floor_ms"] = clock.floor_ms;
      return;
  }
}

}  // namespace

ClockSpec ClockSpec::read(const Json& json, const std::string& path) {
  if (!json.is_object()) {
    throw fields::Exception({path, fields::brief(json), R"(an object, as {"kind": "per_move", "ms": 1000})"});
  }
  fields::Object in(json, path);
  ClockSpec clock;
  if (in.value("kind") != nullptr) {
    clock.kind = static_cast<ClockKind>(in.choice_or("kind", kClockKinds, 0));
  }
  read_own_keys(clock, in);
  clock.init_ms = in.integer_or("init_ms", kPositive, 10000);
  clock.margin_ms = in.integer_or("margin_ms", kAmount, 0);
  clock.silence_ms = in.integer_or("silence_ms", kPositive,
                                   std::clamp(kSilenceFactor * clock.most_for_one(), clock.silence_ms, kDay));
  clock.lag_credit_ms = in.integer_or("lag_credit_ms", kAmount, 0);
  clock.measure = static_cast<Measure>(in.choice_or("measure", kMeasures, 0));
  const std::int64_t base = clock.kind == ClockKind::score_rate ? clock.floor_ms : clock.ms;
  clock.wall_ms = in.integer_or("wall_ms", kPositive, std::min(kWallFactor * base, kDay));
  clock.rules_time = static_cast<RulesTime>(in.choice_or("rules_time", kRulesTimes, 0));
  clock.ponder = static_cast<Ponder>(in.choice_or("ponder", kPonders, 0));
  if (clock.ponder == Ponder::charged && clock.measure == Measure::wall) {
    in.fail(
        "ponder", "charged",
        "\"free\", or another \"measure\": wall time does not tell what a bot computes between its turns");
  }
  in.refuse_unknown();
  in.require();
  return clock;
}

Json ClockSpec::json() const {
  Json json = Json::object();
  json["kind"] = kClockKinds[static_cast<std::size_t>(kind)];
  write_own_keys(*this, json);
  json["init_ms"] = init_ms;
  json["silence_ms"] = silence_ms;
  json["margin_ms"] = margin_ms;
  json["lag_credit_ms"] = lag_credit_ms;
  json["measure"] = kMeasures[static_cast<std::size_t>(measure)];
  json["wall_ms"] = wall_ms;
  if (rules_time != RulesTime::charged) {
    json["rules_time"] = kRulesTimes[static_cast<std::size_t>(rules_time)];
  }
  if (ponder != Ponder::free) {
    json["ponder"] = kPonders[static_cast<std::size_t>(ponder)];
  }
  return json;
}

std::int64_t ClockSpec::most_for_one() const {
  switch (kind) {
    case ClockKind::per_move:
    case ClockKind::bank:
      return ms + margin_ms;
    case ClockKind::mean:
      return ms + burst_ms + margin_ms;
    case ClockKind::score_rate:
      return floor_ms + margin_ms;
  }
  return ms;
}

std::optional<ClockSpec::CpuNeed> ClockSpec::cpu_need() const {
  if (measure == Measure::cpu) {
    return CpuNeed{"clock.measure", R"("cpu")", R"("auto" or "wall")"};
  }
  return ponder == Ponder::charged ? std::optional(CpuNeed{"clock.ponder", R"("charged")", R"("free")"})
                                   : std::nullopt;
}

const char* name_of(Measure measure) { return measure == Measure::cpu ? "cpu" : "wall"; }

}  // namespace referee
