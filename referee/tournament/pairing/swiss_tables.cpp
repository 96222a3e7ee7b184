#include "referee/tournament/pairing/swiss_tables.h"

#include <algorithm>
#include <utility>

#include "referee/tournament/pairing/past_rounds.h"
#include "referee/tournament/pairing/requested_byes.h"
#include "referee/tournament/pairing/table_certificate.h"
#include "referee/tournament/pairing/table_players.h"
#include "referee/tournament/pairing/table_search.h"
#include "referee/tournament/pairing/table_seats.h"

namespace referee {
namespace {

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

}  // namespace

TablePlayers SwissTables::players_of(const History& history, const std::vector<Entrant>& ranked) const {
  TablePlayers players = table_players(rules_, PastRounds(rules_, history), history, ranked);
  players.repeat_weight = repeat_weight_;
  players.more_rounds = history.rounds.size() + 1 < static_cast<std::size_t>(rounds_);
  return players;
}

std::vector<Encounter> SwissTables::pair(const History& history) const {
  if (history.rounds.size() >= static_cast<std::size_t>(rounds_)) {
    return {};
  }
  const PastRounds past(rules_, history);
  const std::vector<Entrant> ranked = past.ranked(history);
  std::vector<Encounter> encounters = encounters_of(history, past, ranked);
  const auto asked_for = requested_byes(history, static_cast<int>(encounters.size()) + 1);
  encounters.insert(encounters.end(), asked_for.begin(), asked_for.end());
  return encounters;
}

/// Without those who asked to be left out.
std::vector<Encounter> SwissTables::encounters_of(const History& history, const PastRounds& past,
                                                  const std::vector<Entrant>& ranked) const {
  const std::size_t round = history.rounds.size() + 1;
  if (ranked.empty()) {
    return {};
  }
  if (ranked.size() == 1) {
    return {{.round = static_cast<int>(round), .kind = Encounter::Kind::bye, .entrants = ranked}};
  }
  const TablePlayers players = players_of(history, ranked);
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

std::string SwissTables::remark(const History& history, const std::vector<Encounter>& encounters) const {
  const std::vector<Entrant> ranked = PastRounds(rules_, history).ranked(history);
  if (ranked.size() < 2) {
    return "";
  }
  return text_of(certificate_of(players_of(history, ranked), ranked, history, encounters));
}

}  // namespace referee
