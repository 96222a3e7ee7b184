#include "referee/score/criterion.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/base/text.h"
#include "referee/score/game_values.h"

namespace referee::score {
namespace {

using Json = nlohmann::json;

constexpr NumberRange kAnyNumber{-kMaxNumber, kMaxNumber};
constexpr NumberRange kShare{0, 1};
constexpr std::size_t kMaxSteps = 100;

/// A measure that all games have.
struct CommonMeasure {
  Measured::Common measured;
  std::string_view key;
  std::string_view text;
  bool is_mean = false;
  bool more_is_better = true;
};
// In the order of the enum.
constexpr std::array kCommon = {
    CommonMeasure{Measured::score, "score", "mean score", true},
    CommonMeasure{Measured::attained, "attained", "mean share of what can be attained", true},
    CommonMeasure{Measured::wins, "wins", "games won"},
    CommonMeasure{Measured::pairwise, "pairwise", "mean pairwise result", true},
    CommonMeasure{Measured::faults, "faults", "faults", false, false}};

constexpr CommonMeasure kOfOutcome{Measured::score, "", "", true};
constexpr std::string_view kOutcome = "outcome.";
constexpr std::size_t kLongestList = 32;  // bytes of a list's name

const CommonMeasure& common_of(const Measured& measured) {
  return measured.outcome().empty() ? kCommon[static_cast<std::size_t>(measured.common())] : kOfOutcome;
}

/// The measures that all games have, and after them those of single games.
const std::vector<Measured>& all_measured() {
  static const std::vector<Measured> measured = [] {
    std::vector<Measured> all;
    for (const CommonMeasure& common : kCommon) {
      all.emplace_back(common.measured);
    }
    for (const GameParts& parts : all_parts()) {
      for (const GameMeasure& own : parts.measures) {
        all.emplace_back(own);
      }
    }
    return all;
  }();
  return measured;
}

std::string expected_measure(std::string_view other) {
  std::vector<std::string_view> keys;
  for (const Measured& measured : all_measured()) {
    keys.push_back(measured.own() != nullptr ? measured.own()->key : common_of(measured).key);
  }
  if (!other.empty()) {
    keys.push_back(other);
  }
  return "one of " + quoted_list(keys) + ", or \"outcome.LIST\"";
}

/// The kinds of criteria: each has exactly one of these keys.
struct Bound {
  Criterion::Scale scale;
  std::string_view key;
  std::string_view text;
};
constexpr std::array kBounds = {Bound{Criterion::Scale::at_least, "at_least", "at least "},
                                Bound{Criterion::Scale::more_than, "more_than", "more than "},
                                Bound{Criterion::Scale::at_most, "at_most", "at most "},
                                Bound{Criterion::Scale::linear, "linear", ""},
                                Bound{Criterion::Scale::steps, "steps", ""}};
constexpr const char* kOneBound = "exactly one of at_least, more_than, at_most, linear, steps";

void read_linear(Criterion& criterion, const Json& json, const std::string& path) {
  fields::Object in(json, path);
  criterion.from = number_at(in, "from", kAnyNumber);
  criterion.to = number_at(in, "to", kAnyNumber);
  in.refuse_unknown();
  if (!in.error() && criterion.from == criterion.to) {
    in.fail("to", json.at("to"), "another number than `from`");
  }
  in.require();
}

void read_steps(Criterion& criterion, const Json& json, const std::string& path) {
  if (!json.is_array() || json.empty() || json.size() > kMaxSteps) {
    throw fields::Exception(
        {path, fields::brief(json),
         "a list of 1 to " + std::to_string(kMaxSteps) + R"( steps, as {"at_least":50,"share":0.5})"});
  }
  for (const Json& step : json) {
    fields::Object in(step, path + "[" + std::to_string(criterion.steps.size()) + "]");
    const Criterion::Step read{number_at(in, "at_least", kAnyNumber), number_at(in, "share", kShare)};
    in.refuse_unknown();
    if (!in.error() && !criterion.steps.empty()) {
      const Criterion::Step& before = criterion.steps.back();
      if (read.at_least <= before.at_least) {
        in.fail("at_least", step.at("at_least"), "more than the step before it");
      } else if (read.share <= before.share) {
        in.fail("share", step.at("share"), "more than the step before it");
      }
    }
    in.require();
    criterion.steps.push_back(read);
  }
}

const Bound& read_bound(fields::Object& in, const Json& json, const std::string& path) {
  const Bound* found = nullptr;
  for (const Bound& bound : kBounds) {
    if (in.find(bound.key) == nullptr) {
      continue;
    }
    if (found != nullptr) {
      throw fields::Exception({path, fields::brief(json), kOneBound});
    }
    found = &bound;
  }
  in.refuse_unknown();
  in.require();
  if (found == nullptr) {
    throw fields::Exception({path, fields::brief(json), kOneBound});
  }
  return *found;
}

double share_of_steps(const std::vector<Criterion::Step>& steps, double value) {
  double share = 0;
  for (const Criterion::Step& step : steps) {
    if (value >= step.at_least - kTiny) {
      share = step.share;
    }
  }
  return share;
}

}  // namespace

std::optional<Measured> read_measured(fields::Object& in, std::string_view other) {
  const Json* const found = in.find("measure");
  if (found == nullptr) {
    if (other.empty() && !in.error()) {
      in.fail_missing("measure", expected_measure(other));
    }
    return std::nullopt;
  }
  const auto* const key = found->get_ptr<const std::string*>();
  if (key != nullptr && key->starts_with(kOutcome) && key->size() > kOutcome.size() &&
      key->size() <= kOutcome.size() + kLongestList) {
    return Measured::of_outcome(*key);
  }
  for (const Measured& measured : all_measured()) {
    if (key != nullptr && *key == key_of(measured)) {
      return measured;
    }
  }
  if (key == nullptr || other.empty() || *key != other) {
    in.fail("measure", *found, expected_measure(other));
  }
  return std::nullopt;
}

std::string key_of(const Measured& measured) {
  return !measured.outcome().empty()
             ? measured.outcome()
             : std::string(measured.own() != nullptr ? measured.own()->key : common_of(measured).key);
}

std::string text_of(const Measured& measured) {
  if (!measured.outcome().empty()) {
    return "mean " + printable(measured.outcome().substr(kOutcome.size()));
  }
  return std::string(measured.own() != nullptr ? measured.own()->text : common_of(measured).text);
}

bool more_is_better(const Measured& measured) {
  return measured.own() != nullptr ? measured.own()->more_is_better : common_of(measured).more_is_better;
}

bool is_mean(const Measured& measured) {
  return measured.own() != nullptr ? measured.own()->is_mean : common_of(measured).is_mean;
}

double Criterion::share_of(double value) const {
  switch (scale) {
    case Scale::at_least:
      return value >= from - kTiny ? 1 : 0;
    case Scale::more_than:
      return value > from + kTiny ? 1 : 0;
    case Scale::at_most:
      return value <= from + kTiny ? 1 : 0;
    case Scale::linear: {
      const double share = std::clamp((value - from) / (to - from), 0.0, 1.0);
      return share > 1 - kTiny ? 1 : share;
    }
    case Scale::steps:
      return share_of_steps(steps, value);
  }
  return 0;
}

std::string Criterion::text_of(double value) const {
  return score::text_of(measured) + " " + short_text(value) + ", asked: " + asked();
}

std::string Criterion::asked() const {
  if (scale == Scale::linear) {
    return "nothing at " + number_text(from) + ", all at " + number_text(to);
  }
  if (scale != Scale::steps) {
    return std::string(kBounds[static_cast<std::size_t>(scale)].text) + number_text(from);
  }
  std::string list;
  for (const Step& step : steps) {
    list.append(list.empty() ? "" : ", ").append(number_text(step.share * 100)).append(" % from ");
    list.append(number_text(step.at_least));
  }
  return list;
}

Criterion Criterion::read(const Json& json, const std::string& path) {
  fields::Object in(json, path);
  Criterion criterion;
  criterion.measured = read_measured(in).value_or(Measured::score);
  in.require();
  const Bound& bound = read_bound(in, json, path);
  criterion.scale = bound.scale;
  const std::string inner = path + "." + std::string(bound.key);
  if (bound.scale == Scale::linear) {
    read_linear(criterion, json.at("linear"), inner);
  } else if (bound.scale == Scale::steps) {
    read_steps(criterion, json.at("steps"), inner);
  } else {
    criterion.from = number_at(in, bound.key, kAnyNumber);
    in.require();
  }
  return criterion;
}

}  // namespace referee::score
