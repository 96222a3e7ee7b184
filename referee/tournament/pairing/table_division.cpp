#include "referee/tournament/pairing/table_division.h"

#include <algorithm>
#include <bit>

#include "protocol/require.h"

namespace referee {
namespace {

/// More tables count as this many: it matters only whether few or none are left.
constexpr std::int64_t kEnoughTables = 100;

/// How many sets of `missing` players out of `common`, all strangers to each other, there are.
std::int64_t cliques(const Division::Strangers& strangers, std::uint64_t common, std::size_t missing) {
  if (missing == 1) {
    return std::popcount(common);
  }
  std::int64_t count = 0;
  while (static_cast<std::size_t>(std::popcount(common)) >= missing && count < kEnoughTables) {
    const auto player = static_cast<std::size_t>(std::countr_zero(common));
    common &= common - 1;
    count += cliques(strangers, common & strangers[player], missing - 1);
  }
  return count;
}

std::size_t pairs_among(std::size_t players) { return players * (players - (players > 0 ? 1 : 0)) / 2; }

/// The fewest pairs of one group among `players` players of `groups` groups: the groups then have equal
/// sizes, as far as possible.
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

/// The bounds by what each player needs for itself.
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

Division::Division(const TablePlayers& players, const Tables& tables)
    : players_(players), tables_(tables), table_(players.points.size()), spread_(tables.size()) {
  const std::size_t n = players.points.size();
  int most = 0;
  for (const int meetings : players.meetings) {
    REQUIRE(meetings < kForbidden);
    pairs_.push_back(static_cast<std::uint16_t>(meetings));
    most = std::max(most, meetings);
  }
  pairs_with_.resize(static_cast<std::size_t>(most) + 1);
  for (const auto& [a, b] : players.forbidden) {
    pairs_[a * n + b] |= kForbidden;
    pairs_[b * n + a] |= kForbidden;
  }
  for (std::size_t t = 0; t < tables.size(); ++t) {
    for (std::size_t i = 0; i < tables[t].size(); ++i) {
      table_[tables[t][i]] = t;
      count_short(tables[t][i], is_short(t) ? 1 : 0);
      for (std::size_t j = 0; j < i; ++j) {
        count_pair(tables[t][i], tables[t][j], 1);
      }
    }
    spread_sum_ += spread_[t] = spread(t);
  }
  sum_up();
}

/// Enters (sign = 1) or strikes out (-1) two at one table.
void Division::count_pair(std::size_t a, std::size_t b, int sign) {
  const std::uint16_t pair = pairs_[a * table_.size() + b];
  const int meetings = pair & ~kForbidden;
  pairs_with_[static_cast<std::size_t>(meetings)] += sign;
  squares_ += sign * meetings * meetings;
  most_meetings_ = std::max(most_meetings_, meetings);
  while (most_meetings_ > 0 && pairs_with_[static_cast<std::size_t>(most_meetings_)] == 0) {
    --most_meetings_;
  }
  cost_.forbidden += (pair & kForbidden) != 0 ? sign : 0;
}

void Division::count_short(std::size_t player, int sign) {
  cost_.short_again += sign * (2 * players_.short_before(player) + 1);
  cost_.short_points += sign * players_.points[player].units();
}

void Division::replace(std::size_t leaver, std::size_t comer, std::size_t table) {
  for (std::size_t& player : tables_[table]) {
    if (player == leaver) {
      player = comer;
    } else {
      count_pair(comer, player, 1);
      count_pair(leaver, player, -1);
    }
  }
  if (is_short(table)) {
    count_short(comer, 1);
    count_short(leaver, -1);
  }
  table_[comer] = table;
  spread_sum_ -= spread_[table];
  spread_sum_ += spread_[table] = spread(table);
}

WideInt Division::spread(std::size_t table) const {
  // Best first: the smallest number has the most points.
  const auto [best, worst] = std::ranges::minmax(tables_[table]);
  const WideInt difference = (players_.points[best] - players_.points[worst]).units();
  return difference * difference;
}

void Division::exchange(std::size_t a, std::size_t b) {
  const std::size_t table_of_a = table_[a];
  const std::size_t table_of_b = table_[b];
  replace(a, b, table_of_a);
  replace(b, a, table_of_b);
  sum_up();
}

void Division::sum_up() {
  if (players_.repeat_weight) {
    constexpr WideInt kSquaredPoint = static_cast<WideInt>(Points::kUnit) * Points::kUnit;
    cost_.weighed = squares_ * *players_.repeat_weight * kSquaredPoint + 1000 * spread_sum_;
    return;
  }
  cost_.most_meetings = most_meetings_;
  cost_.squares = squares_;
  cost_.spread = spread_sum_;
  if (foreseen_) {
    cost_.strangers = squares_ <= *foreseen_ ? -tables_of_strangers() : 0;
  }
}

void Division::foresee(std::int64_t most_squares) {
  REQUIRE(table_.size() <= kMaxForeseen && !players_.repeat_weight);
  const std::size_t n = table_.size();
  std::optional<int> least;
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      least = least ? std::min(*least, players_.met(a, b)) : players_.met(a, b);
    }
  }
  strangers_.fill(0);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      strangers_[a] |= std::uint64_t{a != b && players_.met(a, b) == *least} << b;
    }
  }
  foreseen_ = most_squares;
  sum_up();
}

std::int64_t Division::tables_of_strangers() const {
  Strangers left = strangers_;
  for (const auto& table : tables_) {
    std::uint64_t mates = 0;
    for (const std::size_t player : table) {
      mates |= std::uint64_t{1} << player;
    }
    for (const std::size_t player : table) {
      left[player] &= ~mates;
    }
  }
  const std::size_t n = table_.size();
  const std::uint64_t all = n == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
  return std::min(kEnoughTables, cliques(left, all, std::min(players_.seats, n)));
}

std::vector<int> Division::meetings_after() const {
  std::vector<int> meetings = players_.meetings;
  for (const auto& table : tables_) {
    for (const std::size_t a : table) {
      for (const std::size_t b : table) {
        meetings[a * table_.size() + b] += a != b ? 1 : 0;
      }
    }
  }
  return meetings;
}

TablesCost cost_of(const TablePlayers& players, const Tables& tables) {
  return Division(players, tables).cost();
}

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
