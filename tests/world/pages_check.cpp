#include <algorithm>
#include <set>
#include <string>

#include "tests/support/sample_record.h"
#include "tests/world/checks.h"

// What spectators are shown that they may see. What they may not is in secret_check.cpp.
namespace world {
namespace {

constexpr const char* kMatches = "/api/matches/";

/// docs/reference/spectators.md: the rounds before the last ones, of a Swiss whose number of rounds stays.
bool is_never_frozen(const TournamentWorld& world, int round) {
  const referee::TournamentConfig& config = world.config();
  return world.people().subjects({"rounds"}).empty() && config.format->own_rounds() &&
         !config.format->json().contains("final") &&
         round <= *config.format->own_rounds() - config.web.freeze_rounds;
}

/// Each entrant by a name that no other one has; rounds that need not be hidden.
void check_tournament(const TournamentWorld& world, const Json& data, std::vector<std::string>& faults) {
  std::set<std::string> names;
  for (const Json& entrant : data.at("entrants")) {
    if (!names.insert(entrant.at("name")).second) {
      faults.push_back("two entrants are shown as " + entrant.at("name").dump());
    }
  }
  for (const Json& round : data.at("rounds")) {
    if (round.at("hidden") && is_never_frozen(world, round.at("round"))) {
      faults.push_back("round " + round.at("round").dump() + " is hidden");
    }
  }
}

/// The positions that a page is told one after the other (RFC 7396) lead to that of the record.
void check_match(const TournamentWorld& world, const Json& data, std::vector<std::string>& faults) {
  const std::string& record = world.record(data.at("match"), data.at("attempt"));
  if (data.at("status") != "done" || record.empty()) {
    return;
  }
  Json view = data.at("view");
  for (const Json& turn : data.at("turns")) {
    for (const Json& frame : turn.at("frames")) {
      if (frame.contains("view")) {
        view = frame["view"];
      } else {
        view.merge_patch(frame.at("patch"));
      }
    }
  }
  const Json last = test_support::last_of(record);
  if (last.contains("view") && last["view"] != view) {
    faults.push_back(data.at("match").get<std::string>() + ": a page shows another end: " + view.dump());
  }
}

/// docs/reference/spectators.md (`web.delay_turns`, `web.delay_s`), of the newest turn that is shown then.
bool is_early(const referee::WebSpec& web, const ToldLog::Attempt& attempt, std::int64_t newest,
              referee::TimePoint then) {
  const auto shown = attempt.turns.find(newest);
  if (shown == attempt.turns.end()) {
    return false;  // it is given
  }
  const auto later =
      std::count_if(shown, attempt.turns.end(), [&](const auto& turn) { return turn.second <= then; });
  return shown->second + web.delay > then || later <= web.delay_turns;
}

void check_delay(const TournamentWorld& world, const Json& data, referee::TimePoint then,
                 std::vector<std::string>& faults) {
  const ToldLog::Attempts& attempts = world.told().attempts();
  const auto attempt = attempts.find({data.at("match"), data.at("attempt")});
  const auto newest = static_cast<std::int64_t>(data.at("turns").size()) - 1;
  if (data.at("status") == "running" && attempt != attempts.end() &&
      is_early(world.config().web, attempt->second, newest, then)) {
    faults.push_back(data.at("match").get<std::string>() + ": turn " + std::to_string(newest) +
                     " is shown too early");
  }
}

/// The name of a match, "" of other addresses.
std::string match_of(const std::string& address) {
  const bool is_match = address.starts_with(kMatches);
  const std::string match = is_match ? address.substr(std::string(kMatches).size()) : "";
  return match.find('/') == std::string::npos ? match : "";
}

}  // namespace

void check_pages(const TournamentWorld& world, std::vector<std::string>& faults) {
  for (const ToldLog::Stream& stream : world.told().streams()) {
    if (stream.source != "/api/tournament" && match_of(stream.source).empty()) {
      continue;
    }
    const Json data = Json::parse(stream.bytes);
    if (data.contains("entrants")) {
      check_tournament(world, data, faults);
    } else if (data.contains("turns")) {
      check_match(world, data, faults);
      check_delay(world, data, stream.pieces.front().at, faults);
    }
  }
}

}  // namespace world
