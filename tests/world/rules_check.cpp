#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/sample_record.h"
#include "tests/world/checks.h"

// What the rules of a game forbid whatever is played, as a record shows it without them.
namespace world {
namespace {

/// A game by the turns of its record.
class Course {
 public:
  virtual ~Course() = default;
  /// What is wrong with the next turn; "" if nothing is.
  virtual std::string fault_of(const Json& turn) = 0;
};

/// engines/planets/RULES.md, 2.4 and 5: no asteroid is entered, and who exchanges cells with a ghost is
/// caught.
class Flight final : public Course {
 public:
  explicit Flight(const Json& header)
      : grid_(header.at("options").at("map").at("grid")), ship_(header["options"]["map"]["ship"]) {
    for (const Json& ghost : header["options"]["map"]["ghosts"]) {
      ghosts_.push_back(ghost.at("location"));
    }
  }

  std::string fault_of(const Json& turn) override {
    const Json& events = turn.at("events");
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

/// engines/walls/RULES.md, 2 and 4: nobody leaves the board, and who has laid no brick for nine turns plays
/// no more.
class Walk final : public Course {
 public:
  explicit Walk(const Json& header) : size_(header.at("options").at("n")) {
    const int centre = size_ / 2;
    players_ = {{{centre, centre - 1, 3}, {centre, centre + 1, 1}}};
  }

  std::string fault_of(const Json& turn) override {
    const Json& answer = turn.at("answers").at(0);
    const Json& events = turn.at("events");
    Player& player = players_.at(answer.at("seat").get<std::size_t>());
    if (player.idle >= kMostIdle) {
      return "a stalled player has moved";
    }
    player.idle = answer.value("forfeited", false) ? kMostIdle
                  : events.at("laid").is_null()    ? player.idle + 1
                                                   : 0;
    const std::string move = answer.value("move", "");
    if (move == "forward" && !events.at("blocked")) {
      player.row += (player.face == 2 ? 1 : 0) - (player.face == 0 ? 1 : 0);
      player.col += (player.face == 1 ? 1 : 0) - (player.face == 3 ? 1 : 0);
    } else if (move == "left" || move == "right") {
      player.face = (player.face + (move == "right" ? 1 : 3)) % 4;
    }
    const auto [least, most] = std::minmax({player.row, player.col});
    return least < 0 || most >= size_ ? "a player is off the board" : "";
  }

 private:
  static constexpr int kMostIdle = 9;
  struct Player {
    int row = 0;
    int col = 0;
    int face = 0;  // north, east, south, west
    int idle = 0;
  };

  int size_;
  std::array<Player, 2> players_;
};

/// engines/lightcycle/RULES.md, 4.1: a cell that several enter is of the team that has used the least time.
class Race final : public Course {
 public:
  explicit Race(const Json& header) : counts_time_(header.at("clock").value("rules_time", "") != "none") {
    for (const Json& starts : header.at("options").at("starts")) {
      first_.push_back(first_.empty() ? 0 : first_.back() + team_size_.back());
      team_size_.push_back(starts.size());
    }
    used_.resize(first_.size());
  }

  std::string fault_of(const Json& turn) override {
    std::map<std::size_t, std::pair<Json, std::int64_t>> entering;  // by cycle: where, and its team's time
    for (const Json& answer : turn.at("answers")) {
      const auto seat = answer.at("seat").get<std::size_t>();
      used_[seat] += counts_time_ ? answer.at("spent_us").get<std::int64_t>() : 0;
      const Json& cells = answer.value("move", Json::array());
      for (std::size_t i = 0; i < cells.size(); ++i) {
        entering[first_[seat] + i] = {cells[i], used_[seat]};
      }
    }
    std::map<std::size_t, std::pair<Json, std::int64_t>> losers;
    for (const Json& end : turn.at("events").at("terminated")) {
      auto gone = entering.extract(end.at("cycle").get<std::size_t>());
      if (end.at("cause") == "lost_square") {
        losers.insert(std::move(gone));
      }
    }
    for (const auto& [cycle, loser] : losers) {
      const auto winner =
          std::ranges::find_if(entering, [&](const auto& one) { return one.second.first == loser.first; });
      if (winner == entering.end() || winner->second.second > loser.second) {
        return "cycle " + std::to_string(cycle) + " has lost its cell to nobody with less time";
      }
    }
    return "";
  }

 private:
  bool counts_time_;
  std::vector<std::size_t> first_;  // cycle, by team
  std::vector<std::size_t> team_size_;
  std::vector<std::int64_t> used_;  // us, by team
};

/// Null: of that game nothing is known here.
std::unique_ptr<Course> course_of(std::string_view game, const Json& header) {
  if (game == "told_planets") {
    return std::make_unique<Flight>(header);
  }
  if (game == "told_walls") {
    return std::make_unique<Walk>(header);
  }
  if (game == "told_lightcycle") {
    return std::make_unique<Race>(header);
  }
  return nullptr;
}

}  // namespace

void check_rules(const TournamentWorld& world, std::vector<std::string>& faults) {
  for (const referee::StoredAttempt& attempt : world.content().games) {
    const std::string& record = world.record(attempt.match, attempt.attempt);
    const auto course = course_of(world.config().game->name, test_support::head_of(record));
    if (course == nullptr) {
      return;
    }
    for (const std::string& line : test_support::lines_of(record)) {
      const Json turn = Json::parse(line);
      const std::string fault = turn.contains("answers") ? course->fault_of(turn) : "";
      if (!fault.empty()) {
        faults.push_back(attempt.match + ": " + fault + ": " + line);
      }
    }
  }
}

}  // namespace world
