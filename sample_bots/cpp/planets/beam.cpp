#include "sample_bots/cpp/planets/beam.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <tuple>

namespace planets {
namespace {

constexpr int kRanks = 1 << 14;  // worse ranks count as equal

constexpr int kShades = 32;  // ranks of worlds that need the same number of turns
constexpr int kByChance = 8;
constexpr int kDangerousDistance = 6;  // of a chasing ghost, in cells
constexpr std::uint8_t kBefore = 1;
constexpr std::uint8_t kAfter = 2;

std::uint64_t packed(Body body) {
  return (static_cast<std::uint64_t>(body.at) << 32U) | static_cast<std::uint32_t>(body.held);
}

}  // namespace

bool Plan::is_better_than(const Plan& other) const {
  const auto worth = [](const Plan& plan) {
    return std::tuple(plan.wins, plan.score, plan.moves.size(), !plan.caught);
  };
  return worth(*this) > worth(other);
}

Plan Beam::search(const World& world, Tours::Set left, const BeamSettings& settings, Budget& budget) {
  begin(world, left, settings);
  for (; depth_ < horizon_ && !nodes_.empty() && !best_.wins; ++depth_) {
    advance_patrols();
    if (!expand(budget)) {
      exhaustive_ = false;
      break;
    }
    select();
  }
  return plan();
}

void Beam::begin(const World& world, Tours::Set left, const BeamSettings& settings) {
  settings_ = settings;
  score_ = world.score;
  first_left_ = left;
  can_win_ = static_cast<std::size_t>(std::ranges::count(world.scraps, 1)) == tours_.size(left);
  horizon_ = static_cast<std::size_t>(world.remaining_turns);
  depth_ = 0;
  exhaustive_ = true;
  best_ = {};
  patrols_after_.clear();
  transparencies_.clear();
  ghosts_.clear();
  for (const Ghost& ghost : world.ghosts) {
    if (ghost.chases) {
      transparencies_.push_back(ghost.transparency);
      ghosts_.push_back(ghost.body);
    } else {
      patrols_after_.push_back(ghost);
    }
  }
  patrolled_.assign(map_.cells(), 0);
  nodes_.assign(1, {world.ship, left});
  steps_.clear();
}

void Beam::advance_patrols() {
  std::ranges::fill(patrolled_, std::uint8_t{0});
  patrols_ = patrols_after_;
  for (Ghost& ghost : patrols_after_) {
    patrolled_[static_cast<std::size_t>(ghost.body.at)] |= kBefore;
    ghost.advance(map_, kNowhere);  // patrols do not look at the ship
    patrolled_[static_cast<std::size_t>(ghost.body.at)] |= kAfter;
  }
}

bool Beam::expand(Budget& budget) {
  candidates_.clear();
  seen_.clear(nodes_.size() * kMoves.size());
  ghosts_after_ = ghosts_;
  ghosts_key_.clear();
  for (std::uint32_t parent = 0; parent < nodes_.size(); ++parent) {
    if (!budget.spend()) {
      return false;
    }
    std::uint64_t key = settings_.seed;
    for (std::size_t i = 0; i < chasers(); ++i) {
      Body& ghost = ghosts_after_[parent * chasers() + i];
      chase(map_, transparencies_[i], ghost, nodes_[parent].ship.at);
      key = scramble(key ^ packed(ghost));
    }
    ghosts_key_.push_back(key);
    for (const Move move : kMoves) {
      try_move(parent, move);
    }
  }
  return true;
}

void Beam::try_move(std::uint32_t parent, Move move) {
  const Node& node = nodes_[parent];
  Candidate candidate;
  candidate.node.ship = ship_after(map_, node.ship, move);
  const Cell before = node.ship.at;
  const Cell after = candidate.node.ship.at;
  if (move != Move::stay && after == before) {
    return;  // equal to Move::stay
  }
  candidate.node.left = tours_.without_scrap_on(node.left, after);
  candidate.parent = parent;
  candidate.move = move;
  const std::int64_t score = score_ + tours_.value(first_left_) - tours_.value(candidate.node.left);
  if (patrol_catches(before, after) || chaser_catches(parent, before, after)) {
    note(score, true, false, {parent, move});
    return;
  }
  note(score, false, can_win_ && tours_.size(candidate.node.left) == 0, {parent, move});
  const std::uint64_t key = key_of(candidate);
  if (seen_.count(key) > 0) {
    return;
  }
  const int held = std::min(candidate.node.ship.held, kRanks);
  const int turns = settings_.hurried ? tours_.loss(candidate.node.left, after,
                                                    static_cast<int>(horizon_ - depth_) - 1 - held)
                                      : std::min(tours_.turns(candidate.node.left, after), kRanks) + held;
  const int shade = settings_.caution * danger_of(candidate) + static_cast<int>((key >> 40U) % kByChance);
  candidate.rank = turns * kShades + std::min(shade, kShades - 1);
  candidates_.push_back(candidate);
}

bool Beam::patrol_catches(Cell before, Cell after) const {
  const std::uint8_t marks = patrolled_[static_cast<std::size_t>(after)];
  if ((marks & kAfter) != 0) {
    return true;
  }
  if ((marks & kBefore) == 0) {
    return false;
  }
  for (std::size_t i = 0; i < patrols_.size(); ++i) {
    if (catches(patrols_[i].body.at, patrols_after_[i].body.at, before, after)) {
      return true;
    }
  }
  return false;
}

bool Beam::chaser_catches(std::uint32_t parent, Cell before, Cell after) const {
  for (std::size_t i = parent * chasers(); i < (parent + 1) * chasers(); ++i) {
    if (catches(ghosts_[i].at, ghosts_after_[i].at, before, after)) {
      return true;
    }
  }
  return false;
}

std::uint64_t Beam::key_of(const Candidate& candidate) const {
  return scramble(scramble(ghosts_key_[candidate.parent] ^ packed(candidate.node.ship)) ^
                  candidate.node.left);
}

int Beam::danger_of(const Candidate& candidate) const {
  int danger = 0;
  const Cell ship = candidate.node.ship.at;
  for (std::size_t i = candidate.parent * chasers();
       settings_.caution > 0 && i < (candidate.parent + 1) * chasers(); ++i) {
    const Cell ghost = ghosts_after_[i].at;
    const int distance =
        std::abs(map_.row(ghost) - map_.row(ship)) + std::abs(map_.column(ghost) - map_.column(ship));
    danger += std::max(0, kDangerousDistance - distance);
  }
  return danger;
}

/// Puts the candidates in order of their ranks (a counting sort) and makes the first ones the new nodes.
void Beam::select() {
  int least = std::numeric_limits<int>::max();
  for (const Candidate& candidate : candidates_) {
    least = std::min(least, candidate.rank);
  }
  const auto bucket = [&](const Candidate& candidate) {
    return static_cast<std::size_t>(std::min(candidate.rank - least, kRanks - 1));
  };
  bounds_.assign(kRanks + 1, 0);
  for (const Candidate& candidate : candidates_) {
    ++bounds_[bucket(candidate) + 1];
  }
  for (std::size_t i = 0; i < kRanks; ++i) {
    bounds_[i + 1] += bounds_[i];
  }
  order_.resize(candidates_.size());
  for (std::uint32_t i = 0; i < candidates_.size(); ++i) {
    order_[bounds_[bucket(candidates_[i])]++] = i;
  }
  keep();
}

void Beam::keep() {
  places_.clear(candidates_.size());
  nodes_.clear();
  ghosts_.clear();
  auto& steps = steps_.emplace_back();
  for (const std::uint32_t i : order_) {
    const auto& [node, parent, move, rank] = candidates_[i];
    const std::uint64_t place =
        scramble((static_cast<std::uint64_t>(node.left) << 32U) ^ static_cast<std::uint64_t>(node.ship.at));
    if (nodes_.size() == settings_.width || (chasers() > 0 && places_.count(place) > 0)) {
      exhaustive_ = false;
      continue;
    }
    nodes_.push_back(node);
    steps.push_back({parent, move});
    const auto first = ghosts_after_.begin() + static_cast<std::ptrdiff_t>(parent * chasers());
    ghosts_.insert(ghosts_.end(), first, first + static_cast<std::ptrdiff_t>(chasers()));
  }
}

void Beam::note(std::int64_t score, bool caught, bool wins, Step last) {
  const auto worth = [](const Best& best) {
    return std::tuple(best.known, best.wins, best.score, best.depth, !best.caught);
  };
  const Best found{true, score, caught, wins, depth_, last};
  if (worth(found) > worth(best_)) {
    best_ = found;
  }
}

Plan Beam::plan() const {
  Plan plan;
  plan.score = best_.score;
  plan.wins = best_.wins;
  plan.caught = best_.caught;
  plan.is_final = best_.wins || best_.caught || best_.depth + 1 == horizon_;
  const bool has_everything = plan.score == score_ + tours_.value(first_left_);
  plan.is_best = exhaustive_ || plan.wins || (has_everything && plan.is_final && !plan.caught);
  plan.moves.assign(best_.known ? best_.depth + 1 : 0, Move::stay);
  Step step = best_.last;
  for (std::size_t turn = plan.moves.size(); turn > 0; --turn) {
    plan.moves[turn - 1] = step.move;
    if (turn > 1) {
      step = steps_[turn - 2][step.parent];
    }
  }
  return plan;
}

}  // namespace planets
