#include "sample_bots/cpp/planets/tours.h"

#include <algorithm>
#include <utility>

namespace planets {
namespace {

constexpr std::int64_t kShares = 1'000'000;
constexpr std::size_t kMostExact = 12;  // scraps: they have 4096 subsets

}  // namespace

Tours::Tours(const Map& map, const Routes& routes, const World& world)
    : map_(map), routes_(routes), turns_(std::max(world.remaining_turns, 1)) {
  std::vector<Scrap> reachable;
  for (std::size_t scrap = 0; scrap < world.scraps.size(); ++scrap) {
    if (world.scraps[scrap] != 0 && routes.turns(world.ship.at, scrap) < kUnreachable) {
      reachable.push_back(static_cast<Scrap>(scrap));
    }
  }
  exact_ = reachable.size() <= kMostExact;
  all_ = number_of(std::move(reachable));
  for (const auto& scrap : map.scraps()) {
    shares_.push_back(scrap.value * kShares / std::max<std::int64_t>(value(all_), 1));
  }
}

Tours::Set Tours::without_scrap_on(Set set, Cell cell) {
  const int scrap = map_.scrap_on(cell);
  if (scrap < 0) {
    return set;
  }
  const auto& scraps = sets_[set].scraps;
  const auto found = std::ranges::lower_bound(scraps, static_cast<Scrap>(scrap));
  if (found == scraps.end() || *found != scrap) {
    return set;
  }
  std::vector<Scrap> rest(scraps.begin(), found);
  rest.insert(rest.end(), found + 1, scraps.end());
  return number_of(std::move(rest));
}

int Tours::turns(Set set, Cell from) const {
  const Entry& entry = sets_[set];
  int least = entry.scraps.empty() ? 0 : kUnreachable;
  for (std::size_t i = 0; i < entry.scraps.size(); ++i) {
    least = std::min(least, routes_.turns(from, entry.scraps[i]) + entry.after[i]);
  }
  return least;
}

/// Counts all of a scrap that is too far for the turns left, of others at least half: the farther, the more.
int Tours::loss(Set set, Cell from, int turns_left) const {
  std::int64_t sum = 0;  // of shares, times twice the turns
  for (const Scrap scrap : sets_[set].scraps) {
    const int turns = routes_.turns(from, scrap);
    sum += shares_[scrap] * (turns > turns_left ? 2 * turns_ : turns_ + std::min(turns, turns_));
  }
  return static_cast<int>(sum * kAll / (2 * kShares * turns_));
}

Tours::Set Tours::number_of(std::vector<Scrap> scraps) {
  if (const auto known = numbers_.find(scraps); known != numbers_.end()) {
    return known->second;
  }
  Entry entry;
  entry.after = turns_after_each(scraps);  // may add smaller sets to sets_
  entry.scraps = scraps;
  for (const Scrap scrap : scraps) {
    entry.value += map_.scraps()[scrap].value;
  }
  const auto number = static_cast<Set>(sets_.size());
  sets_.push_back(std::move(entry));
  numbers_.emplace(std::move(scraps), number);
  return number;
}

std::vector<int> Tours::turns_after_each(const std::vector<Scrap>& scraps) {
  std::vector<int> after;
  if (exact_) {
    for (std::size_t i = 0; i < scraps.size(); ++i) {
      after.push_back(exact_turns_after(scraps, i));
    }
  } else {
    after.assign(scraps.size(), least_turns_between(scraps));
  }
  return after;
}

int Tours::exact_turns_after(const std::vector<Scrap>& scraps, std::size_t first) {
  if (scraps.size() == 1) {
    return 0;
  }
  std::vector<Scrap> rest = scraps;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(first));
  const Set set = number_of(std::move(rest));
  return std::min(kUnreachable, hold_at(scraps[first]) + turns(set, map_.scraps()[scraps[first]].at));
}

/// A minimum spanning tree by Prim's algorithm, and the hold at every scrap but the last one.
int Tours::least_turns_between(const std::vector<Scrap>& scraps) const {
  std::vector<int> nearest(scraps.size(), kUnreachable);  // distance to the tree; -1: in the tree
  std::int64_t sum = 0;
  int longest_hold = 0;
  std::size_t joined = 0;
  for (std::size_t size = 1; size <= scraps.size(); ++size) {
    nearest[joined] = -1;
    sum += hold_at(scraps[joined]);
    longest_hold = std::max(longest_hold, hold_at(scraps[joined]));
    std::size_t next = joined;
    for (std::size_t i = 0; i < scraps.size(); ++i) {
      nearest[i] = std::min(nearest[i], turns_between(scraps[joined], scraps[i]));
      next = nearest[i] >= 0 && (nearest[next] < 0 || nearest[i] < nearest[next]) ? i : next;
    }
    sum += std::max(nearest[next], 0);
    joined = next;
  }
  return static_cast<int>(std::min<std::int64_t>(sum - longest_hold, kUnreachable));
}

int Tours::hold_at(Scrap scrap) const {
  return std::min(map_.nebula(map_.scraps()[scrap].at), kUnreachable / 2);
}

std::size_t Tours::Hash::operator()(const std::vector<Scrap>& scraps) const {
  std::size_t hash = scraps.size();
  for (const Scrap scrap : scraps) {
    hash = (hash ^ scrap) * 0x9E3779B97F4A7C15U;
  }
  return hash ^ (hash >> 29U);
}

}  // namespace planets
