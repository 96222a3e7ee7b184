#include "referee/queue/queued_build.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "engines/registry.h"
#include "protocol/fields.h"
#include "protocol/sha256.h"
#include "referee/prepare/archive.h"
#include "referee/rules/game_names.h"

namespace referee::queue {
namespace {

using Json = nlohmann::json;

constexpr const char* kKind = "kind";
constexpr const char* kMatch = "match";
constexpr const char* kBuild = "build";
constexpr std::size_t kShaDigits = 64;
constexpr std::size_t kMostProvided = 100;
constexpr std::size_t kMostWhy = 1024 * 1024;  // bytes
constexpr fields::Range kGameVersions{0, std::numeric_limits<int>::max()};

bool is_sha256(std::string_view text) {
  return text.size() == kShaDigits &&
         std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

/// It names one thing in a folder, and nothing outside.
bool is_name(std::string_view name) {
  return name != "." && name != ".." && name.find('/') == std::string_view::npos &&
         name.find('\0') == std::string_view::npos;
}

Json json_of(const QueuedBuild::Part& part) { return {{"bundle", part.bundle}, {"name", part.name}}; }

QueuedBuild::Part read_part(const Json& json, const std::string& path) {
  fields::Object in(json, path);
  QueuedBuild::Part part;
  part.bundle = in.text("bundle", kShaDigits);
  part.name = in.text("name", prepare::kMaxName);
  in.refuse_unknown();
  if (!in.error() && !is_sha256(part.bundle)) {
    in.fail("bundle", Json(part.bundle), "a SHA-256: 64 hex digits");
  }
  if (!in.error() && !is_name(part.name)) {
    in.fail("name", Json(part.name), "the name of a file or folder");
  }
  in.require();
  return part;
}

std::vector<QueuedBuild::Part> read_parts(fields::Object& in, std::string_view key) {
  const Json* const list = in.value(key);
  in.require();
  if (!list->is_array() || list->size() > kMostProvided) {
    in.fail(key, *list, "a list of at most " + std::to_string(kMostProvided));
    in.require();
  }
  std::vector<QueuedBuild::Part> parts;
  for (const Json& part : *list) {
    parts.push_back(read_part(part, std::string(key) + "[" + std::to_string(parts.size()) + "]"));
  }
  return parts;
}

/// An older or newer program would try the bot by other rules.
void require_game(const QueuedBuild& build) {
  if (!build.order.trial) {
    throw std::invalid_argument("order: expected the game by which the bot is tried");
  }
  const engines::Entry& game = *build.order.trial->game;
  if (game.version != build.game_version) {
    throw std::invalid_argument("this program does not have " + std::string(game.name) + "/" +
                                std::to_string(build.game_version));
  }
}

/// The order of a job. Its game, if it is a program, is a folder of this machine.
prepare::Order read_order(Json order, const QueuedRules& rules) {
  if (const engines::Entry* const game = engines::find_rules(rules.sha256)) {
    order["game"] = rules::place_of_copy(*game);
  }
  return prepare::Order::read(order);
}

FailedBuild read_failed(const Json& json) {
  fields::Object in(json, "failed_build");
  FailedBuild failed;
  failed.why = in.text("why", kMostWhy);
  failed.is_too_large = in.boolean("too_large");
  in.require();
  return failed;
}

}  // namespace

JobKind kind_of(const Json& body) {
  const Json kind = body.value(kKind, Json());
  if (kind == kMatch) {
    return JobKind::match;
  }
  if (kind != kBuild) {
    throw std::invalid_argument("kind: got " + fields::brief(kind) +
                                ", expected \"match\" or \"build\": is the referee newer than this worker?");
  }
  return JobKind::build;
}

Json QueuedBuild::json() const {
  Json parts = Json::array();
  for (const Part& part : provided) {
    parts.push_back(json_of(part));
  }
  Json json = {{kKind, kBuild},
               {"hand_in", json_of(hand_in)},
               {"provided", std::move(parts)},
               {"game_version", game_version},
               {"order", order.json()}};
  json["order"]["game"] = std::string(order.trial->game->name);
  add_rules(rules, json);
  return json;
}

QueuedBuild QueuedBuild::read(const Json& json) {
  fields::Object in(json, "");
  (void)in.value(kKind);
  const Json* const hand_in = in.value("hand_in");
  const Json* const order = in.value("order");
  QueuedBuild build;
  build.game_version = static_cast<int>(in.integer("game_version", kGameVersions));
  in.require();
  build.hand_in = read_part(*hand_in, "hand_in");
  build.provided = read_parts(in, "provided");
  for (const char* const key : {kRulesSha256, kRulesBundle}) {
    (void)in.find(key);
  }
  in.refuse_unknown();
  in.require();
  build.rules = rules_of(json);
  build.order = read_order(*order, build.rules);
  require_game(build);
  return build;
}

Json json_of(const BuildOutcome& outcome) {
  if (const auto* const failed = std::get_if<FailedBuild>(&outcome)) {
    return {{"failed_build", {{"why", failed->why}, {"too_large", failed->is_too_large}}}};
  }
  const auto& built = std::get<BuiltOutcome>(outcome);
  return {{"report", built.report.json()}, {"bundle", built.bundle}};
}

BuildOutcome read_build_outcome(const Json& json) {
  fields::Object in(json, "");
  in.require();
  if (const Json* const failed = in.find("failed_build")) {
    return read_failed(*failed);
  }
  BuiltOutcome built;
  const Json* const report = in.value("report");
  built.bundle = in.text("bundle", kShaDigits);
  in.require();
  built.report = prepare::Report::read(*report);
  const bool is_ready = built.report.is_ready();
  if (is_ready == built.bundle.empty() || (is_ready && built.report.command.empty())) {
    in.fail("bundle", Json(built.bundle),
            is_ready ? "that of a bot that is ready, with its command" : "none");
  }
  in.require();
  return built;
}

}  // namespace referee::queue
