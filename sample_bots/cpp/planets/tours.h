#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sample_bots/cpp/planets/routes.h"

namespace planets {

/// Sets of scraps that are left, each with a number, and the turns to pick all of them up if there were no
/// ghosts: exact for few scraps, a lower bound (by a minimum spanning tree) for many.
class Tours {
 public:
  using Set = std::uint32_t;

  /// The scraps that are left in the world and that its ship can reach.
  Tours(const Map& map, const Routes& routes, const World& world);

  Set all() const { return all_; }
  std::size_t size(Set set) const { return sets_[set].scraps.size(); }
  std::int64_t value(Set set) const { return sets_[set].value; }
  /// The set without the scrap on a cell; the set itself if there is none.
  Set without_scrap_on(Set set, Cell cell);
  /// Turns from the moment when the ship may leave `from` until it has all scraps of the set.
  int turns(Set set, Cell from) const;
  /// For games too short for all scraps: how much of the value the ship will probably not get, from 0 to
  /// kAll, if it may leave `from` and then has `turns_left` turns.
  int loss(Set set, Cell from, int turns_left) const;
  static constexpr int kAll = 400;

 private:
  using Scrap = std::uint16_t;

  struct Entry {
    std::vector<Scrap> scraps;  // ascending
    std::vector<int> after;     // turns from the arrival at each of them until the ship has all
    std::int64_t value = 0;
  };

  struct Hash {
    std::size_t operator()(const std::vector<Scrap>& scraps) const;
  };

  Set number_of(std::vector<Scrap> scraps);
  std::vector<int> turns_after_each(const std::vector<Scrap>& scraps);
  int exact_turns_after(const std::vector<Scrap>& scraps, std::size_t first);
  int least_turns_between(const std::vector<Scrap>& scraps) const;
  int turns_between(Scrap a, Scrap b) const { return routes_.turns(map_.scraps()[a].at, b); }
  int hold_at(Scrap scrap) const;

  const Map& map_;
  const Routes& routes_;
  int turns_;  // that remain in the world
  bool exact_ = false;
  std::vector<Entry> sets_;
  std::unordered_map<std::vector<Scrap>, Set, Hash> numbers_;
  Set all_ = 0;
  std::vector<std::int64_t> shares_;  // by scrap: its part of the value of all_, in millionths
};

}  // namespace planets
