#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/sample_record.h"
#include "tests/world/checks.h"

// What the rules of a game forbid whatever is played, as a record shows it without them.
namespace world {
namespace {

/// engines/planets/RULES.md, 2.4 and 5: no asteroid is entered, and who exchanges cells with a ghost is
/// caught.
class Flight {
 public:
  explicit Flight(const Json& header)
      : grid_(header.at("options").at("map").at("grid")), ship_(header["options"]["map"]["ship"]) {
    for (const Json& ghost : header["options"]["map"]["ghosts"]) {
      ghosts_.push_back(ghost.at("location"));
    }
  }

  /// What is wrong with the events of the next turn; "" if nothing is.
  std::string fault_of(const Json& events) {
    const Json ship = std::exchange(ship_, events.at("ship"));
    const Json ghosts = std::exchange(ghosts_, events.at("ghosts"));
    if (grid_[ship_[0].get<std::size_t>()][ship_[1].get<std::size_t>()].is_null()) {
      return "the ship is on an asteroid";
    }
    for (std::size_t i = 0; i < ghosts_.size(); ++i) {
      if (ship != ship_ && ghosts_[i] == ship && ghosts[i] == ship_ && events.at("caught_by").empty()) {
        return "the ship has passed through a ghost";
      }
    }
    return "";
  }

 private:
  Json grid_;
  Json ship_;
  Json ghosts_ = Json::array();
};

}  // namespace

void check_rules(const TournamentWorld& world, std::vector<std::string>& faults) {
  if (world.config().game->name != "told_planets") {
    return;
  }
  for (const referee::StoredAttempt& attempt : world.content().games) {
    const std::string& record = world.record(attempt.match, attempt.attempt);
    Flight flight(test_support::head_of(record));
    for (const std::string& line : test_support::lines_of(record)) {
      const Json turn = Json::parse(line);
      const std::string fault = turn.contains("answers") ? flight.fault_of(turn.at("events")) : "";
      if (!fault.empty()) {
        faults.push_back(attempt.match + ": " + fault + ": " + line);
      }
    }
  }
}

}  // namespace world
