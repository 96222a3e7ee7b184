#include "referee/queue/build_outcome.h"

#include "protocol/fields.h"

namespace referee::queue {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostWhy = 1024 * 1024;  // bytes
constexpr std::size_t kSha256Digits = 64;

struct BuildToJson {
  Json operator()(const BuiltOutcome& built) const {
    return {{"report", built.report.json()}, {"bundle", built.bundle}};
  }
  Json operator()(const FailedBuild& failed) const {
    return {{"failed_build", {{"why", failed.why}, {"too_large", failed.is_too_large}}}};
  }
};

FailedBuild read_failed(const Json& json) {
  fields::Object in(json, "failed_build");
  FailedBuild failed;
  failed.why = in.text("why", kMostWhy);
  failed.is_too_large = in.boolean("too_large");
  in.require();
  return failed;
}

}  // namespace

Json json_of(const BuildOutcome& outcome) { return std::visit(BuildToJson(), outcome); }

BuildOutcome read_build_outcome(const Json& json) {
  fields::Object in(json, "");
  in.require();
  if (const Json* const failed = in.find("failed_build")) {
    return read_failed(*failed);
  }
  BuiltOutcome built;
  const Json* const report = in.value("report");
  built.bundle = in.text("bundle", kSha256Digits);
  in.require();
  built.report = prepare::PreparationReport::read(*report);
  const bool is_ready = built.report.prepared.stage == prepare::Stage::ready;
  if (is_ready == built.bundle.empty()) {
    in.fail("bundle", Json(built.bundle), is_ready ? "that of a bot that is ready" : "none");
  }
  in.require();
  return built;
}

}  // namespace referee::queue
