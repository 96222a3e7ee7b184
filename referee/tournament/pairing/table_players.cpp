#include "referee/tournament/pairing/table_players.h"

#include <algorithm>
#include <optional>

namespace referee {
namespace {

/// By entrant: at how many tables it has sat that were not full.
std::vector<int> short_tables(const EncounterRules& rules, const History& history) {
  std::vector<int> times(history.entrants.size());
  for (const History::Round& round : history.rounds) {
    for (const auto& [encounter, unused] : round) {
      const bool is_short =
          encounter.kind == Encounter::Kind::play && encounter.entrants.size() < rules.seats;
      for (const Entrant entrant : encounter.entrants) {
        times[entrant] += is_short ? 1 : 0;
      }
    }
  }
  return times;
}

/// By entrant: its place among `ranked`, if it has one.
std::vector<std::optional<std::size_t>> places(const History& history, const std::vector<Entrant>& ranked) {
  std::vector<std::optional<std::size_t>> places(history.entrants.size());
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    places[ranked[i]] = i;
  }
  return places;
}

}  // namespace

TablePlayers table_players(const EncounterRules& rules, const PastRounds& past, const History& history,
                           const std::vector<Entrant>& ranked) {
  TablePlayers players;
  players.seats = rules.seats;
  const std::vector<int> times = short_tables(rules, history);
  for (const Entrant a : ranked) {
    players.points.push_back(past.points()[a]);
    players.short_tables.push_back(times[a]);
    for (const Entrant b : ranked) {
      players.meetings.push_back(past.meetings(a, b));
    }
  }
  const auto place = places(history, ranked);
  for (const auto& [a, b] : history.forbidden) {
    if (place[a] && place[b]) {
      players.forbidden.emplace_back(*place[a], *place[b]);
    }
  }
  return players;
}

Tables tables_of(const std::vector<Entrant>& ranked, const std::vector<Encounter>& encounters) {
  Tables tables;
  for (const Encounter& encounter : encounters) {
    if (encounter.kind != Encounter::Kind::play) {
      continue;
    }
    auto& table = tables.emplace_back();
    for (const Entrant entrant : encounter.entrants) {
      table.push_back(static_cast<std::size_t>(std::ranges::find(ranked, entrant) - ranked.begin()));
    }
  }
  return tables;
}

std::size_t fewest_groups(const History& history, const std::vector<Entrant>& ranked) {
  const auto place = places(history, ranked);
  std::size_t fewest = history.rounds.empty() ? 0 : ranked.size();
  for (const History::Round& round : history.rounds) {
    std::size_t groups = ranked.size();
    for (const auto& [encounter, unused] : round) {
      const auto here = static_cast<std::size_t>(std::ranges::count_if(
          encounter.entrants, [&](Entrant entrant) { return place[entrant].has_value(); }));
      const bool met = encounter.kind == Encounter::Kind::play && here > 0;
      groups -= met ? here - 1 : 0;
    }
    fewest = std::min(fewest, groups);
  }
  return fewest;
}

std::vector<std::size_t> table_sizes(std::size_t players, std::size_t seats) {
  const std::size_t tables = (players + seats - 1) / seats;
  std::vector<std::size_t> sizes(tables, players / tables);
  std::fill_n(sizes.begin(), players % tables, players / tables + 1);
  return sizes;
}

}  // namespace referee
