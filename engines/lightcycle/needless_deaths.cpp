#include "engines/lightcycle/needless_deaths.h"

#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "engines/lightcycle/lightcycle.h"
#include "engines/lightcycle/steps.h"

namespace engines {
namespace {

using lightcycle::are_neighbours;
using lightcycle::Cell;
using lightcycle::kSteps;
using lightcycle::moved;

Cell cell_of(const Json& pair) {
  return {.x = pair.at(0).get<std::int64_t>(), .y = pair.at(1).get<std::int64_t>()};
}

/// Follows a game from its record. The deaths show which cycle got a contested cell, so charges are not
/// needed.
class Course {
 public:
  Course(const Json& options, Seat team) : team_(team) {
    fields::Object in(options, "options");
    const auto read = LightCycle::Options::read(in);
    in.require();
    size_ = read.size;
    taken_.assign(static_cast<std::size_t>(size_ * size_), false);
    for (Seat owner = 0; owner < read.starts.size(); ++owner) {
      first_.push_back(cycles_.size());
      for (const Cell& start : read.starts[owner]) {
        cycles_.push_back({.team = owner, .alive = true, .trail = {}});
        advance(cycles_.back(), start);
      }
    }
  }

  /// Plays a turn; returns how many cycles of the team died needlessly in it.
  std::size_t play(const Json& line) {
    const Targets targets = targets_of(line.at("answers"));
    const std::size_t needless = most_kept() - kept_by(targets);
    for (const Json& death : line.at("events").at("terminated")) {
      terminate(cycles_.at(death.at("cycle").get<std::size_t>()));
    }
    for (std::size_t number = 0; number < cycles_.size(); ++number) {
      if (cycles_[number].alive) {
        advance(cycles_[number], targets[number].value());
      }
    }
    return needless;
  }

 private:
  struct Cycle {
    Seat team = 0;
    bool alive = true;
    std::vector<Cell> trail;  // its current cell last
  };
  using Targets = std::vector<std::optional<Cell>>;   // by cycle; nothing for a cycle without an applied move
  using Takers = std::map<std::size_t, std::size_t>;  // number of the cycle by index of the cell

  Targets targets_of(const Json& answers) const {
    Targets targets(cycles_.size());
    for (const Json& answer : answers) {
      const auto move = answer.find("move");
      if (move == answer.end()) {
        continue;
      }
      std::size_t number = first_.at(answer.at("seat").get<Seat>());
      for (const Json& target : *move) {
        targets.at(number++) = target.is_null() ? std::nullopt : std::optional(cell_of(target));
      }
    }
    return targets;
  }

  /// The number of the team's cycles that its answer keeps, other teams left aside: a free neighbouring cell
  /// keeps one of the cycles that go there, even if another team gets the cell.
  std::size_t kept_by(const Targets& targets) const {
    std::set<std::size_t> cells;
    for (std::size_t number = 0; number < cycles_.size(); ++number) {
      const auto& target = targets[number];
      const bool moves = is_of_team(cycles_[number]) && target.has_value();
      if (moves && are_neighbours(cycles_[number].trail.back(), *target) && is_free(*target)) {
        cells.insert(index(*target));
      }
    }
    return cells.size();
  }

  /// The most cycles that any answer keeps: a maximum matching of cycles and free neighbouring cells.
  std::size_t most_kept() const {
    Takers takers;
    std::size_t kept = 0;
    for (std::size_t number = 0; number < cycles_.size(); ++number) {
      std::set<std::size_t> tried;
      kept += is_of_team(cycles_[number]) && find_cell(number, takers, tried) ? 1 : 0;
    }
    return kept;
  }

  /// Gives the cycle a cell. If another cycle has that cell, it first tries to move this cycle to another
  /// cell.
  bool find_cell(std::size_t number, Takers& takers, std::set<std::size_t>& tried) const {
    for (const Cell& step : kSteps) {
      const Cell cell = moved(cycles_[number].trail.back(), step);
      if (!is_free(cell) || !tried.insert(index(cell)).second) {
        continue;
      }
      const auto taker = takers.find(index(cell));
      if (taker == takers.end() || find_cell(taker->second, takers, tried)) {
        takers[index(cell)] = number;
        return true;
      }
    }
    return false;
  }

  bool is_of_team(const Cycle& cycle) const { return cycle.team == team_ && cycle.alive; }
  bool is_free(const Cell& cell) const { return is_on_grid(cell) && !taken_[index(cell)]; }
  bool is_on_grid(const Cell& cell) const {
    return cell.x >= 0 && cell.x < size_ && cell.y >= 0 && cell.y < size_;
  }
  std::size_t index(const Cell& cell) const { return static_cast<std::size_t>(cell.y * size_ + cell.x); }

  void advance(Cycle& cycle, const Cell& cell) {
    if (!is_on_grid(cell)) {
      throw std::out_of_range("a living cycle is off the grid");
    }
    taken_[index(cell)] = true;
    cycle.trail.push_back(cell);
  }

  void terminate(Cycle& cycle) {
    for (const Cell& cell : cycle.trail) {
      taken_[index(cell)] = false;
    }
    cycle.alive = false;
  }

  Seat team_;
  std::int64_t size_ = 0;
  std::vector<bool> taken_;  // row by row
  std::vector<Cycle> cycles_;
  std::vector<std::size_t> first_;  // by team: number of its first cycle
};

}  // namespace

std::vector<NeedlessDeaths> needless_deaths(const Json& options, std::span<const Json> turns, Seat team) {
  Course course(options, team);
  std::vector<NeedlessDeaths> found;
  for (const Json& line : turns) {
    if (const std::size_t cycles = course.play(line); cycles > 0) {
      found.push_back({.turn = line.at("turn").get<std::int64_t>(), .cycles = cycles});
    }
  }
  return found;
}

}  // namespace engines
