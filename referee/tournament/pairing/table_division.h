#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "referee/tournament/standings/history.h"

namespace referee {

/// What a repeat is worth against spread, in thousandths of a squared point.
using RepeatWeight = std::int64_t;

/// The players to be seated, numbers from 0.
struct TablePlayers {
  std::vector<Points> points;          ///< by player, best first
  std::vector<int> meetings;           ///< how often a and b have met, at a * points.size() + b; symmetric
  std::size_t seats = 0;               ///< of a full table; a table with fewer players is short
  std::vector<int> short_tables = {};  ///< by player: at how many short ones it sat; empty: all at none
  /// Pairs that must not meet, in any order.
  std::vector<std::pair<std::size_t, std::size_t>> forbidden = {};
  /// Nothing: no spread outweighs a repeat.
  std::optional<RepeatWeight> repeat_weight = {};
  bool more_rounds = false;  ///< whether it matters what is left for the round after this one

  int met(std::size_t a, std::size_t b) const { return meetings[a * points.size() + b]; }
  int short_before(std::size_t player) const { return short_tables.empty() ? 0 : short_tables[player]; }
};

using Tables = std::vector<std::vector<std::size_t>>;

/// What a division costs; less is better, and the first number counts most. The sizes of tables are not in
/// it: they are given. Where repeats are weighed, `most_meetings` and `squares` are 0 and `weighed` holds
/// what they and the spread cost; else `weighed` is 0.
struct TablesCost {
  int forbidden = 0;    ///< pairs at a table that must not meet
  int short_again = 0;  ///< sum over players at short tables of 2 n + 1; n: how often each sat at one before
  int most_meetings = 0;     ///< of two at one table, before this round
  std::int64_t squares = 0;  ///< sum of the squared meetings of all pairs at one table
  WideInt weighed = 0;       ///< squares x weight + spread, in thousandths of squared Points units
  /// Minus the number of full tables that strangers could still form in the next round, where that is looked
  /// at, else 0. Strangers are those who have met no oftener than the pair that has met least so far.
  std::int64_t strangers = 0;
  std::int64_t short_points = 0;  ///< of all at short tables, in Points units: less is better
  WideInt spread = 0;             ///< sum over tables of (best - worst)^2, in squared Points units

  auto operator<=>(const TablesCost&) const = default;
};

/// Players at tables, with the cost kept up to date through exchanges.
class Division {
 public:
  /// Tables of strangers can be counted for up to this many players.
  static constexpr std::size_t kMaxForeseen = 64;
  /// By player, a bit for each other.
  using Strangers = std::array<std::uint64_t, kMaxForeseen>;

  /// Keeps a reference to `players`.
  Division(const TablePlayers& players, const Tables& tables);

  const TablesCost& cost() const { return cost_; }
  bool together(std::size_t a, std::size_t b) const { return table_[a] == table_[b]; }
  /// Exchanges two players at different tables. The same call again takes it back.
  void exchange(std::size_t a, std::size_t b);
  const Tables& tables() const { return tables_; }
  /// How often players will have met after this round.
  std::vector<int> meetings_after() const;

  /// From now on the cost counts tables of strangers, in divisions whose squares are at most `most_squares`;
  /// in others none. REQUIRES: at most kMaxForeseen players, repeats are not weighed.
  void foresee(std::int64_t most_squares);

 private:
  static constexpr std::uint16_t kForbidden = 1 << 15;

  bool is_short(std::size_t table) const { return tables_[table].size() < players_.seats; }
  void count_pair(std::size_t a, std::size_t b, int sign);
  void count_short(std::size_t player, int sign);
  void replace(std::size_t leaver, std::size_t comer, std::size_t table);
  WideInt spread(std::size_t table) const;
  void sum_up();
  std::int64_t tables_of_strangers() const;

  const TablePlayers& players_;
  Tables tables_;
  std::vector<std::size_t> table_;  // of a player
  // How often each two have met, with kForbidden if they must not: once more, small enough for the cache.
  std::vector<std::uint16_t> pairs_;
  std::vector<int> pairs_with_;  // by number of meetings
  std::vector<WideInt> spread_;  // by table
  int most_meetings_ = 0;
  std::int64_t squares_ = 0;
  WideInt spread_sum_ = 0;
  std::optional<std::int64_t> foreseen_;  // strangers are counted up to these squares
  Strangers strangers_{};                 // before this round
  TablesCost cost_;
};

TablesCost cost_of(const TablePlayers& players, const Tables& tables);

/// Lower bounds that no division of some players into tables can undercut.
struct LeastMeetings {
  int repeats = 0;           ///< pairs at one table that have met before
  std::int64_t squares = 0;  ///< sum of the squared meetings of all pairs at one table
};

/// The bounds for tables of these sizes. Each player needs mates, at best those that it has met least; and of
/// more players than an earlier round had groups, two were in the same group and have met. `fewest_groups`:
/// the tables of a round and the players without a table, each as a group; the least of all rounds, 0 before
/// the first.
LeastMeetings least_meetings(const TablePlayers& players, const std::vector<std::size_t>& sizes,
                             std::size_t fewest_groups);

std::vector<std::size_t> sizes_of(const Tables& tables);

}  // namespace referee
