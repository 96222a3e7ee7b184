#include "referee/queue/match_outcome.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/messages.h"

namespace referee::queue {
namespace {

using Json = nlohmann::json;

Json texts_of(const std::vector<MarkedText>& written) {
  Json texts = Json::array();
  for (const MarkedText& of_seat : written) {
    texts.push_back(of_seat.text());
  }
  return texts;
}

Json marks_of(const std::vector<MarkedText>& written) {
  Json marks = Json::array();
  for (const MarkedText& of_seat : written) {
    marks.push_back(of_seat.marks_json());
  }
  return marks;
}

/// Text for people, which reports and logs have; a worker of ours says a few lines. Too much is cut.
std::string words(const Json& text) {
  constexpr std::size_t kMost = 65'536;  // bytes
  return text.get<std::string>().substr(0, kMost);
}

std::vector<MarkedText> read_stderr(const Json& json) {
  std::vector<MarkedText> written;
  const Json& turns = json.at("stderr_turns");
  for (const Json& text : json.at("bot_stderr")) {
    written.emplace_back(text.get<std::string>(), turns.at(written.size()));
  }
  return written;
}

struct ToJson {
  Json operator()(const PlayedOutcome& played) const {
    Json json = {{"record", played.record},
                 {"how_bots_ended", played.how_bots_ended},
                 {"bot_stderr", texts_of(played.bot_stderr)},
                 {"stderr_turns", marks_of(played.bot_stderr)},
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
                         words(failed->at("why"))};
  }
  std::vector<std::string> ended;
  std::ranges::transform(json.at("how_bots_ended"), std::back_inserter(ended), words);
  return PlayedOutcome{json.at("record").get<std::string>(), std::move(ended), read_stderr(json),
                       json.at("seconds").get<double>(), json.value("rules_failed", false)};
}

}  // namespace referee::queue
