#include "referee/prepare/report.h"

#include <algorithm>
#include <array>
#include <limits>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/json_writer.h"

namespace referee::prepare {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostReportText = 1024 * 1024;  // bytes
constexpr std::size_t kMostReportTexts = 20'000;
constexpr fields::Range kReportBytes{0, std::numeric_limits<std::int64_t>::max()};
constexpr std::array<std::string_view, 6> kStages = {"unpack", "start", "build", "trial", "ready", "machine"};

Stage stage_at(fields::Object& in, std::string_view key) {
  const std::string name = in.text(key, kMostReportText);
  in.require();
  const auto stage = stage_named(name);
  if (!stage) {
    std::string names;
    for (const std::string_view one : kStages) {
      names.append(names.empty() ? "\"" : ", \"").append(one).append("\"");
    }
    in.fail(key, Json(name), "one of " + names);
    in.require();
  }
  return *stage;
}

double number_at(fields::Object& in, std::string_view key) {
  const Json* const number = in.value(key);
  in.require();
  if (!number->is_number()) {
    in.fail(key, *number, "a number");
    in.require();
  }
  return number->get<double>();
}

}  // namespace

std::string_view name_of(Stage stage) { return kStages[static_cast<std::size_t>(stage)]; }

std::optional<Stage> stage_named(std::string_view name) {
  const auto* const found = std::ranges::find(kStages, name);
  return found == kStages.end() ? std::nullopt : std::optional(static_cast<Stage>(found - kStages.begin()));
}

std::vector<std::string> texts_at(fields::Object& in, std::string_view key) {
  const Json* const list = in.value(key);
  in.require();
  if (!list->is_array() || list->size() > kMostReportTexts || !std::ranges::all_of(*list, &Json::is_string)) {
    in.fail(key, *list, "a list of at most " + std::to_string(kMostReportTexts) + " texts");
    in.require();
  }
  return list->get<std::vector<std::string>>();
}

bool Report::sleeps() const {
  constexpr double kLeastMs = 300;  // more than a busy machine lets a bot wait
  constexpr double kTimes = 5;      // the processor time
  return turn_ms && turn_wall_ms && *turn_wall_ms >= kLeastMs && *turn_wall_ms >= kTimes * *turn_ms;
}

Json Report::json() const {
  Json out = {{"stage", name_of(stage)},   {"problem", problem},   {"output", output},
              {"command", command},        {"left_out", left_out}, {"build_seconds", build_seconds},
              {"built_bytes", built_bytes}};
  if (turn_ms) {
    out["turn_ms"] = *turn_ms;
  }
  if (turn_wall_ms) {
    out["turn_wall_ms"] = *turn_wall_ms;
  }
  if (!folder.empty()) {
    out["built_in"] = folder;  // a version's report has another "folder"
  }
  if (unpacked) {
    out["unpacked"] = true;
  }
  if (!provided.empty()) {
    out["provided"] = provided;
  }
  return out;
}

Json Report::shown() const {
  Json out = Json::parse(protocol::dump(json()));  // without bytes that are no UTF-8
  out.erase("built_bytes");
  out.erase("turn_wall_ms");
  out.emplace("turn_ms", nullptr);  // no effect on one that is there
  return out;
}

Report Report::read(const Json& json) {
  fields::Object in(json, "");
  return read(in);
}

Report Report::read(fields::Object& in) {
  in.require();
  Report report;
  report.stage = stage_at(in, "stage");
  report.problem = in.text("problem", kMostReportText);
  report.output = in.text("output", kMostReportText);
  report.command = texts_at(in, "command");
  report.left_out = texts_at(in, "left_out");
  report.build_seconds = number_at(in, "build_seconds");
  report.built_bytes = static_cast<std::uint64_t>(in.integer_or("built_bytes", kReportBytes, 0));
  if (const Json* const turn = in.find("turn_ms"); turn != nullptr && !turn->is_null()) {
    report.turn_ms = number_at(in, "turn_ms");
  }
  if (in.find("turn_wall_ms") != nullptr) {
    report.turn_wall_ms = number_at(in, "turn_wall_ms");
  }
  report.folder = in.text_or("built_in", kMostReportText, "");
  report.unpacked = in.boolean_or("unpacked", false);
  if (in.find("provided") != nullptr) {
    report.provided = texts_at(in, "provided");
  }
  in.require();
  return report;
}

}  // namespace referee::prepare
