#include "referee/tournament/swiss_tables.h"

#include <algorithm>
#include <utility>

#include "referee/tournament/matching.h"
#include "referee/tournament/past_rounds.h"
#include "referee/tournament/table_search.h"

namespace referee {
namespace {

/// As few tables as hold all, as even as possible, the larger ones first. REQUIRES: players >= 1.
std::vector<std::size_t> table_sizes(std::size_t players, std::size_t seats) {
  const std::size_t tables = (players + seats - 1) / seats;
  std::vector<std::size_t> sizes(tables, players / tables);
  std::fill_n(sizes.begin(), players % tables, players / tables + 1);
  return sizes;
}

/// The best at the first table, the next at the second: small differences of points.
Tables slices(const std::vector<std::size_t>& sizes) {
  Tables tables;
  std::size_t next = 0;
  for (const std::size_t size : sizes) {
    auto& table = tables.emplace_back();
    while (table.size() < size) {
      table.push_back(next++);
    }
  }
  return tables;
}

/// Dealt to and fro: 1 8 9 16, 2 7 10 15, ...: all tables equally strong by pairing numbers.
Tables snake(const std::vector<std::size_t>& sizes, std::size_t players) {
  Tables tables(sizes.size());
  std::size_t next = 0;
  for (std::size_t row = 0; next < players; ++row) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const std::size_t table = row % 2 == 0 ? i : sizes.size() - 1 - i;
      if (tables[table].size() < sizes[table]) {
        tables[table].push_back(next++);
      }
    }
  }
  return tables;
}

TablePlayers table_players(const PastRounds& past, const std::vector<Entrant>& ranked) {
  TablePlayers players;
  for (const Entrant a : ranked) {
    players.points.push_back(past.points()[a]);
    for (const Entrant b : ranked) {
      players.meetings.push_back(past.meetings(a, b));
    }
  }
  return players;
}

/// Highest mean of points first, then the table of the best ranked; at a table the best ranked first.
void order_tables(const TablePlayers& players, Tables& tables) {
  for (auto& table : tables) {
    std::ranges::sort(table);
  }
  const auto sum = [&](const std::vector<std::size_t>& table) {
    Points points;
    for (const std::size_t player : table) {
      points += players.points[player];
    }
    return points.units();
  };
  std::ranges::sort(tables, [&](const auto& a, const auto& b) {
    // Means compared without dividing: tables differ in size.
    const std::int64_t of_a = sum(a) * static_cast<std::int64_t>(b.size());
    const std::int64_t of_b = sum(b) * static_cast<std::int64_t>(a.size());
    return std::pair(of_b, a.front()) < std::pair(of_a, b.front());
  });
}

/// How uneven an entrant's games by seat would be after an encounter begun at `position`: the sum of their
/// squares. A game that an early winner may save counts half.
int unevenness(const EncounterRules& rules, const std::vector<int>& seat_games, std::size_t position) {
  std::vector<int> halves;
  for (const int games : seat_games) {
    halves.push_back(2 * games);
  }
  for (int game = 0; game < rules.best_of; ++game) {
    const bool certain = game <= rules.best_of / 2;
    halves[(position + static_cast<std::size_t>(game)) % rules.seats] += certain ? 2 : 1;
  }
  int sum = 0;
  for (const int count : halves) {
    sum += count * count;
  }
  return sum;
}

/// The entrants of a table in the order of their seats: the assignment that leaves seats most even. What
/// decides between equal ones, `turn`, only keeps the best ranked from always getting the first seat.
std::vector<Entrant> deal_seats(const EncounterRules& rules, const PastRounds& past,
                                const std::vector<Entrant>& entrants, std::size_t turn) {
  const std::size_t n = entrants.size();
  // Seats and entrants are matched to each other, never among themselves: dearer than anything else.
  constexpr WideInt kNever = static_cast<WideInt>(1) << 80;
  constexpr int kTurns = 512;  // more than the sum of n times less than n, n up to Points::kMaxTable
  const auto cost = [&](std::size_t i, std::size_t j) -> WideInt {
    if (i >= n || j < n) {
      return kNever;
    }
    const std::size_t position = j - n;
    const std::size_t off_turn = (position + 2 * n - i - turn % n) % n;
    return static_cast<WideInt>(unevenness(rules, past.seat_games(entrants[i]), position)) * kTurns +
           static_cast<WideInt>(off_turn);
  };
  const auto partner = cheapest_perfect_matching(2 * n, cost);
  std::vector<Entrant> seated;
  for (std::size_t position = 0; position < n; ++position) {
    seated.push_back(entrants[partner[n + position]]);
  }
  return seated;
}

}  // namespace

std::vector<Encounter> SwissTables::pair(const History& history) const {
  if (history.rounds.size() >= static_cast<std::size_t>(rounds_)) {
    return {};
  }
  const PastRounds past(rules_, history);
  const std::vector<Entrant> ranked = past.ranked(history);
  const std::size_t round = history.rounds.size() + 1;
  if (ranked.empty()) {
    return {};
  }
  if (ranked.size() == 1) {
    return {{.round = static_cast<int>(round), .kind = Encounter::Kind::bye, .entrants = ranked}};
  }
  const TablePlayers players = table_players(past, ranked);
  const std::vector<std::size_t> sizes = table_sizes(ranked.size(), rules_.seats);
  const Tables start = round == 1 ? snake(sizes, ranked.size()) : slices(sizes);
  // An odd factor keeps the seeds of all rounds apart.
  Tables tables = search_tables(players, start, seed_ + round * 0x9E3779B97F4A7C15U);
  order_tables(players, tables);

  std::vector<Encounter> encounters;
  for (std::size_t t = 0; t < tables.size(); ++t) {
    std::vector<Entrant> entrants;
    for (const std::size_t player : tables[t]) {
      entrants.push_back(ranked[player]);
    }
    encounters.push_back({.round = static_cast<int>(round),
                          .table = static_cast<int>(t) + 1,
                          .entrants = deal_seats(rules_, past, entrants, round - 1 + t)});
  }
  return encounters;
}

}  // namespace referee
