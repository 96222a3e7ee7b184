#include "referee/tournament/pairing/table_bounds.h"

#include <algorithm>

namespace referee {
namespace {

std::size_t pairs_among(std::size_t players) { return players * (players - (players > 0 ? 1 : 0)) / 2; }

/// Pairs from one group among `players` from `groups` groups: fewest if they come evenly from all.
std::size_t pairs_in_groups(std::size_t players, std::size_t groups) {
  const std::size_t large = players % groups;
  return large * pairs_among(players / groups + 1) + (groups - large) * pairs_among(players / groups);
}

/// The meetings of a player with all others, fewest first.
std::vector<int> sorted_meetings(const TablePlayers& players, std::size_t player) {
  std::vector<int> meetings;
  for (std::size_t other = 0; other < players.points.size(); ++other) {
    if (other != player) {
      meetings.push_back(players.met(player, other));
    }
  }
  std::ranges::sort(meetings);
  return meetings;
}

/// By what each player needs for itself.
LeastMeetings least_by_player(const TablePlayers& players, std::size_t mates) {
  LeastMeetings twice;
  for (std::size_t player = 0; player < players.points.size(); ++player) {
    const std::vector<int> meetings = sorted_meetings(players, player);
    for (std::size_t mate = 0; mate < mates; ++mate) {
      twice.repeats += meetings[mate] > 0 ? 1 : 0;
      twice.squares += meetings[mate] * meetings[mate];
    }
  }
  return {(twice.repeats + 1) / 2, (twice.squares + 1) / 2};
}

}  // namespace

LeastMeetings least_meetings(const TablePlayers& players, const std::vector<std::size_t>& sizes,
                             std::size_t fewest_groups) {
  if (sizes.empty()) {
    return {};
  }
  LeastMeetings least = least_by_player(players, std::ranges::min(sizes) - 1);
  std::size_t by_groups = 0;
  for (const std::size_t size : sizes) {
    by_groups += fewest_groups > 0 ? pairs_in_groups(size, fewest_groups) : 0;
  }
  least.repeats = std::max(least.repeats, static_cast<int>(by_groups));
  least.squares = std::max(least.squares, static_cast<std::int64_t>(by_groups));
  return least;
}

std::vector<std::size_t> sizes_of(const Tables& tables) {
  std::vector<std::size_t> sizes;
  for (const auto& table : tables) {
    sizes.push_back(table.size());
  }
  return sizes;
}

}  // namespace referee
