#include <algorithm>
#include <map>
#include <string>

#include "tests/support/sample_record.h"
#include "tests/world/checks.h"

namespace world {
namespace {

/// The scores of a record, by seat; null if it has no result.
Json scores_in(const std::string& record) {
  const Json last = test_support::last_of(record);
  return last.contains("result") ? last["result"].value("scores", Json()) : Json();
}

}  // namespace

void check_acknowledged(const TournamentWorld& world, std::vector<std::string>& faults) {
  std::multimap<std::string, Json> kept;  // scores by match
  for (const referee::StoredAttempt& attempt : world.content().games) {
    kept.emplace(attempt.match, scores_in(world.record(attempt.match, attempt.attempt)));
  }
  for (const auto& bot : world.bots()) {
    for (const Json& message : bot->received()) {
      if (message.at("type") != "end") {
        continue;
      }
      const auto [first, last] = kept.equal_range(message.at("match"));
      const bool is_kept =
          std::any_of(first, last, [&](const auto& of) { return of.second == message.at("scores"); });
      const bool may_be_forgotten = first == last && world.config().format->ladder() != nullptr;
      if (!is_kept && !may_be_forgotten) {
        faults.push_back(message.at("match").get<std::string>() + ": " + bot->person().name +
                         " was told a result that is not kept: " + message.dump());
      }
    }
  }
}

}  // namespace world
