#include "referee/queue/match_outcome.h"

#include "protocol/messages.h"

namespace referee::queue {
namespace {

using Json = nlohmann::json;

struct ToJson {
  Json operator()(const PlayedOutcome& played) const {
    Json json = {{"record", played.record},
                 {"how_bots_ended", played.how_bots_ended},
                 {"bot_stderr", played.bot_stderr},
                 {"seconds", played.seconds}};
    if (played.rules_failed) {
      json["rules_failed"] = true;
    }
    return json;
  }
  Json operator()(const FailedOutcome& failed) const {
    return {{"failed_start",
             {{"seat", failed.seat}, {"program", failed.is_programs_fault}, {"why", failed.why}}}};
  }
};

}  // namespace

Json json_of(const MatchOutcome& outcome) { return std::visit(ToJson(), outcome); }

MatchOutcome read_outcome(const Json& json) {
  if (const auto failed = json.find("failed_start"); failed != json.end()) {
    return FailedOutcome{failed->at("seat").get<std::size_t>(), failed->at("program").get<bool>(),
                         failed->at("why").get<std::string>()};
  }
  return PlayedOutcome{json.at("record").get<std::string>(),
                       json.at("how_bots_ended").get<std::vector<std::string>>(),
                       json.at("bot_stderr").get<std::vector<std::string>>(),
                       json.at("seconds").get<double>(), json.value("rules_failed", false)};
}

}  // namespace referee::queue
