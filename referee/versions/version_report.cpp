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

constexpr std::size_t kMostFileName = 1024 * 1024;  // bytes
constexpr std::size_t kShown = 60;                  // bytes of what is no report

}  // namespace

std::string VersionReport::json() const {
  Json out = {{"name", name}, {"folder", folder}};
  if (prepared) {
    out.update(prepared->json());
    out["as"] = adapter;
    out["pipes"] = pipes;
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
  report.name = in.text_or("name", kMostFileName, "");
  report.folder = in.text_or("folder", kMostFileName, "");
  report.adapter = in.text_or("as", kMostFileName, "");
  report.pipes = in.boolean_or("pipes", false);
  if (in.find("stage") != nullptr) {
    report.prepared = prepare::Report::read(in);
  }
  in.require();
  return report;
}

}  // namespace referee::versions
