#include "referee/prepare/report.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.h"

namespace referee::prepare {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostReportText = 1024 * 1024;  // bytes
constexpr std::size_t kMostReportTexts = 20'000;
constexpr fields::Range kReportBytes{0, std::numeric_limits<std::int64_t>::max()};
constexpr std::array kStageOrder = {Stage::unpack, Stage::start, Stage::build, Stage::trial, Stage::ready};

Stage stage_at(fields::Object& in, std::string_view key) {
  const std::string name = in.text(key, kMostReportText);
  const auto stage = stage_named(name);
  if (!stage) {
    std::string names;
    for (const Stage one : kStageOrder) {
      names.append(names.empty() ? "\"" : ", \"").append(name_of(one)).append("\"");
    }
    in.fail(key, Json(name), "one of " + names);
    in.require();
  }
  return *stage;
}

std::vector<std::string> list_at(fields::Object& in, std::string_view key) {
  const Json* const list = in.value(key);
  in.require();
  const bool fits = list->is_array() && list->size() <= kMostReportTexts &&
                    std::ranges::all_of(*list, [](const Json& text) { return text.is_string(); });
  if (!fits) {
    in.fail(key, *list, "a list of at most " + std::to_string(kMostReportTexts) + " texts");
    in.require();
  }
  return list->get<std::vector<std::string>>();
}

double seconds_at(fields::Object& in, std::string_view key) {
  const Json* const number = in.value(key);
  in.require();
  if (!number->is_number()) {
    in.fail(key, *number, "a number");
    in.require();
  }
  return number->get<double>();
}

}  // namespace

Json PreparationReport::json() const {
  Json out = {{"stage", name_of(prepared.stage)}, {"problem", prepared.problem},
              {"output", prepared.output},        {"command", prepared.command},
              {"left_out", prepared.left_out},    {"build_seconds", prepared.build_seconds},
              {"built_bytes", built_bytes}};
  if (prepared.turn_ms) {
    out["turn_ms"] = *prepared.turn_ms;
  }
  return out;
}

PreparationReport PreparationReport::read(const Json& json) {
  fields::Object in(json, "");
  in.require();
  PreparationReport report;
  Prepared& prepared = report.prepared;
  prepared.stage = stage_at(in, "stage");
  prepared.problem = in.text("problem", kMostReportText);
  prepared.output = in.text("output", kMostReportText);
  prepared.command = list_at(in, "command");
  prepared.left_out = list_at(in, "left_out");
  prepared.build_seconds = seconds_at(in, "build_seconds");
  report.built_bytes = static_cast<std::uint64_t>(in.integer("built_bytes", kReportBytes));
  if (in.find("turn_ms") != nullptr) {
    prepared.turn_ms = seconds_at(in, "turn_ms");
  }
  if (prepared.stage == Stage::ready && prepared.command.empty()) {
    in.fail("command", Json(prepared.command), "the command of a bot that is ready");
  }
  in.require();
  return report;
}

}  // namespace referee::prepare
