#include "sample_bots/cpp/lightcycle/pilot.h"

#include <algorithm>
#include <cstdlib>

namespace lightcycle {
namespace {

// Space counts first. Of targets with equal space, the one along walls does not divide the rest of the space.
constexpr int kPerCell = 8;
constexpr int kPerMatesCell = 2;
constexpr int kPerProspect = 4;
constexpr int kMaxProspect = 4000;  // more cells count no more
// Divides the worth of a cell that an opponent can enter too: a faster team may get it.
constexpr int kContestedDivisor = 8;
// A team is about to lose its last cycle if each of its cycles has at most so many cells to go to.
constexpr int kLastCells = 10;
// All cells of the handout's grid; on much larger grids, cells far away do not matter.
constexpr std::size_t kMaxFlood = 40'000;

bool are_neighbours(Cell a, Cell b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y) == 1; }

}  // namespace

std::vector<Cell> Pilot::choose(const Grid& grid, std::size_t team) {
  grid_ = &grid;
  team_ = team;
  targets_.clear();
  const auto cells = static_cast<std::size_t>(grid.size()) * static_cast<std::size_t>(grid.size());
  claimed_.assign(cells, 0);
  owner_.resize(cells);
  for (const Cycle& cycle : grid.cycles()) {
    if (cycle.team != team || !cycle.alive) {
      continue;
    }
    const Cell target = steer(cycle);
    targets_.push_back(target);
    if (grid.inside(target)) {
      claimed_[grid.index(target)] = 1;
    }
  }
  sacrifice();
  return targets_;
}

/// A team lives as long as its last cycle, and a dead cycle's trail is free again. So before all cycles are
/// walled in, we end the one whose trail gives most space to another.
void Pilot::sacrifice() {
  std::vector<const Cycle*> mates;
  for (const Cycle& cycle : grid_->cycles()) {
    if (cycle.team == team_ && cycle.alive) {
      mates.push_back(&cycle);
    }
  }
  for (const Cycle* mate : mates) {
    if (space_before(*mate, nullptr) > kLastCells) {
      return;
    }
  }
  int most = kLastCells;
  std::size_t victim = mates.size();
  for (std::size_t i = 0; i < mates.size(); ++i) {
    for (const Cycle* heir : mates) {
      const int space = heir == mates[i] ? 0 : space_before(*heir, mates[i]);
      if (space > most) {
        most = space;
        victim = i;
      }
    }
  }
  if (victim < mates.size()) {
    targets_[victim] = mates[victim]->at;  // standing still ends a cycle
  }
}

Cell Pilot::steer(const Cycle& cycle) {
  Cell best = cycle.at + cycle.heading;  // if no target is open, any answer ends the cycle
  int best_worth = -1;
  for (const Cell step : kSteps) {
    const Cell target = cycle.at + step;
    if (!is_open(target)) {
      continue;
    }
    const int worth = worth_of(cycle, target);
    if (worth > best_worth) {
      best_worth = worth;
      best = target;
    }
  }
  return best;
}

int Pilot::worth_of(const Cycle& cycle, Cell target) {
  const Share share = share_of(cycle, target);
  const int worth = kPerCell * share.room + kPerMatesCell * share.mates +
                    kPerProspect * std::min(prospect_of(cycle, target), kMaxProspect) + walls_round(target);
  return is_contested(target) ? worth / kContestedDivisor : worth;
}

Pilot::Share Pilot::share_of(const Cycle& cycle, Cell target) {
  share_out(cycle, target);
  Share share;
  for (std::uint8_t& owner : owner_) {
    share.mates += owner == kMates ? 1 : 0;
    owner = owner == kMine ? 1 : 0;
  }
  share.room = chambers_.count(owner_, static_cast<std::size_t>(grid_->size()), grid_->index(target));
  return share;
}

int Pilot::prospect_of(const Cycle& cycle, Cell target) {
  mark_trail(&cycle);
  return flood(target, [this](Cell cell) {
    const std::size_t index = grid_->index(cell);
    return marked_[index] == 0 && claimed_[index] == 0;
  });
}

int Pilot::space_before(const Cycle& cycle, const Cycle* without) {
  mark_trail(without);
  return flood(cycle.at,
               [this](Cell cell) { return grid_->is_free(cell) || marked_[grid_->index(cell)] != 0; });
}

void Pilot::share_out(const Cycle& cycle, Cell target) {
  owner_.assign(owner_.size(), kNobody);
  queue_.clear();
  // The cells that each cycle can reach in this turn. Other cycles come first: they get the cells that both
  // reach at the same time.
  std::size_t steered = 0;
  for (const Cycle& other : grid_->cycles()) {
    if (&other == &cycle || !other.alive) {
      continue;
    }
    if (other.team == team_ && steered < targets_.size()) {
      const Cell there = targets_[steered++];
      if (grid_->inside(there)) {
        start_from(there, kMates);
      }
      continue;
    }
    for (const Cell step : kSteps) {
      if (other.at + step != target) {
        reach(other.at + step, other.team == team_ ? kMates : kOpponents);
      }
    }
  }
  start_from(target, kMine);
  for (std::size_t next = 0; next < queue_.size() && next < kMaxFlood; ++next) {
    const Cell cell = queue_[next];
    const auto owner = static_cast<Owner>(owner_[grid_->index(cell)]);
    for (const Cell step : kSteps) {
      reach(cell + step, owner);
    }
  }
}

void Pilot::reach(Cell cell, Owner owner) {
  if (is_open(cell) && owner_[grid_->index(cell)] == kNobody) {
    start_from(cell, owner);
  }
}

void Pilot::start_from(Cell cell, Owner owner) {
  owner_[grid_->index(cell)] = owner;
  queue_.push_back(cell);
}

template <class MayEnter>
int Pilot::flood(Cell from, MayEnter may_enter) {
  owner_.assign(owner_.size(), kNobody);
  queue_.clear();
  start_from(from, kMine);
  for (std::size_t next = 0; next < queue_.size() && next < kMaxFlood; ++next) {
    for (const Cell step : kSteps) {
      const Cell cell = queue_[next] + step;
      if (grid_->inside(cell) && owner_[grid_->index(cell)] == kNobody && may_enter(cell)) {
        start_from(cell, kMine);
      }
    }
  }
  return static_cast<int>(queue_.size()) - 1;
}

void Pilot::mark_trail(const Cycle* cycle) {
  marked_.assign(claimed_.size(), 0);
  if (cycle == nullptr) {
    return;
  }
  for (const Cell cell : cycle->trail) {
    marked_[grid_->index(cell)] = 1;
  }
}

bool Pilot::is_contested(Cell cell) const {
  for (const Cycle& other : grid_->cycles()) {
    if (other.alive && other.team != team_ && are_neighbours(other.at, cell)) {
      return true;
    }
  }
  return false;
}

/// Trails of other teams do not count: cells beside them are best left for later, when the trails are gone.
int Pilot::walls_round(Cell cell) const {
  int walls = 0;
  for (const Cell step : kSteps) {
    const Cell next = cell + step;
    const bool others = grid_->inside(next) && !grid_->is_free(next) && grid_->team_on(next) != team_;
    walls += is_open(next) || others ? 0 : 1;
  }
  return walls;
}

}  // namespace lightcycle
