#include "referee/versions/version_report.h"

#include <limits>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/json_writer.h"

namespace referee::versions {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostReportText = 1024 * 1024;  // bytes
constexpr std::size_t kShown = 60;                    // bytes of what is no report
constexpr fields::Range kBytes{0, std::numeric_limits<std::int64_t>::max()};

std::vector<std::string> texts_at(fields::Object& in, std::string_view key) {
  std::vector<std::string> texts;
  const Json* const list = in.find(key);
  if (list == nullptr) {
    return texts;
  }
  if (!list->is_array()) {
    in.fail(key, *list, "a list of texts");
    in.require();
  }
  for (const Json& text : *list) {
    if (!text.is_string()) {
      in.fail(key, text, "a text");
      in.require();
    }
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

double number_at(fields::Object& in, std::string_view key) {
  const Json* const number = in.find(key);
  if (number == nullptr) {
    return 0;
  }
  if (!number->is_number()) {
    in.fail(key, *number, "a number");
    in.require();
  }
  return number->get<double>();
}

}  // namespace

VersionReport VersionReport::of(prepare::PreparationReport of_it, std::string adapter, bool pipes) {
  prepare::Prepared& prepared = of_it.prepared;
  VersionReport report;
  report.stage = name_of(prepared.stage);
  report.problem = std::move(prepared.problem);
  report.output = std::move(prepared.output);
  report.command = std::move(prepared.command);
  report.left_out = std::move(prepared.left_out);
  report.adapter = std::move(adapter);
  report.pipes = pipes;
  report.build_seconds = prepared.build_seconds;
  report.turn_ms = prepared.turn_ms;
  report.built_bytes = of_it.built_bytes;
  return report;
}

std::string VersionReport::json() const {
  Json out = {{"name", name}, {"folder", folder}};
  if (!stage.empty()) {
    out["stage"] = stage;
    out["problem"] = problem;
    out["output"] = output;
    out["command"] = command;
    out["left_out"] = left_out;
    out["as"] = adapter;
    out["pipes"] = pipes;
    out["build_seconds"] = build_seconds;
    out["built_bytes"] = built_bytes;
  }
  if (turn_ms) {
    out["turn_ms"] = *turn_ms;
  }
  return protocol::dump(out);
}

VersionReport VersionReport::read(const std::string& json) {
  const Json value = Json::parse(json, nullptr, false);
  if (!value.is_object()) {
    throw fields::Exception({"", fields::brief_text(json, kShown), "the report of a version"});
  }
  fields::Object in(value, "");
  VersionReport report;
  report.name = in.text_or("name", kMostReportText, "");
  report.folder = in.text_or("folder", kMostReportText, "");
  report.stage = in.text_or("stage", kMostReportText, "");
  report.problem = in.text_or("problem", kMostReportText, "");
  report.output = in.text_or("output", kMostReportText, "");
  report.command = texts_at(in, "command");
  report.left_out = texts_at(in, "left_out");
  report.adapter = in.text_or("as", kMostReportText, "");
  report.pipes = in.boolean_or("pipes", false);
  report.build_seconds = number_at(in, "build_seconds");
  report.built_bytes = static_cast<std::uint64_t>(in.integer_or("built_bytes", kBytes, 0));
  if (in.find("turn_ms") != nullptr) {
    report.turn_ms = number_at(in, "turn_ms");
  }
  in.require();
  return report;
}

}  // namespace referee::versions
