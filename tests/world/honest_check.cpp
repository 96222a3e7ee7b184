#include <set>
#include <string>

#include "tests/support/sample_record.h"
#include "tests/world/checks.h"

namespace world {

/// Tournaments 6.1: what others do wrong has no consequence for it.
void check_honest(const TournamentWorld& world, std::vector<std::string>& faults) {
  const referee::ClockSpec& clock = world.config().clock;
  if (clock.kind != referee::ClockKind::per_move ||
      clock.silence_ms < 4 * (clock.ms + clock.margin_ms + clock.lag_credit_ms)) {
    return;  // what is left of a clock may be less than the way there and back
  }
  const std::set<std::string> disturbed = world.people().disturbed();
  const std::set<std::string> retaken = world.people().retaken();  // a running one ends at any turn
  std::set<std::string> honest;
  for (const auto& bot : world.bots()) {
    const bool is_known = !bot->person().token.empty();  // it has heard of its registration
    const bool comes_at_once = bot->person().comes_after == referee::Nanoseconds{0};
    if (is_known && comes_at_once && is_honest(bot->person()) && !disturbed.contains(bot->person().name)) {
      honest.insert(bot->person().name);
    }
  }
  for (const referee::StoredAttempt& attempt : world.content().games) {
    if (retaken.contains(attempt.match)) {
      continue;
    }
    const std::string& record = world.record(attempt.match, attempt.attempt);
    const Json players = test_support::head_of(record).at("players");
    for (const std::string& line : test_support::lines_of(record)) {
      for (const Json& answer : Json::parse(line).value("answers", Json::array())) {
        const std::string name = players.at(answer.at("seat").get<std::size_t>());
        if (answer.at("verdict") != "ok" && honest.contains(name)) {
          faults.push_back(attempt.match + ": " + name + " has done nothing wrong: " + line);
        }
      }
    }
  }
}

}  // namespace world
