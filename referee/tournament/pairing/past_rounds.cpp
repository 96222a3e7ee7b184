#include "referee/tournament/pairing/past_rounds.h"

#include <algorithm>
#include <optional>

#include "protocol/require.h"

namespace referee {
namespace {

/// By entrant: at how many short tables it has sat.
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

PastRounds::PastRounds(const EncounterRules& rules, const History& history)
    : points_(history.entrants.size()),
      byes_(points_.size()),
      played_(points_.size()),
      meetings_(points_.size() * points_.size()),
      seat_games_(points_.size(), std::vector<int>(rules.seats)) {
  for (const History::Round& round : history.rounds) {
    for (const PlayedEncounter& played : round) {
      add(rules, played);
    }
  }
}

void PastRounds::add(const EncounterRules& rules, const PlayedEncounter& played) {
  const Encounter& encounter = played.encounter;
  const EncounterState state = state_of(rules, encounter, played.games);
  for (std::size_t p = 0; p < encounter.entrants.size(); ++p) {
    points_[encounter.entrants[p]] += state.points[p];
  }
  if (encounter.kind == Encounter::Kind::bye) {
    ++byes_[encounter.entrants.front()];
  }
  if (encounter.kind != Encounter::Kind::play) {
    return;
  }
  for (const Entrant a : encounter.entrants) {
    ++played_[a];
    for (const Entrant b : encounter.entrants) {
      meetings_[a * points_.size() + b] += a != b ? 1 : 0;
    }
  }
  for (const GameResult& game : played.games) {
    add_seats(rules, encounter, game);
  }
}

void PastRounds::add_seats(const EncounterRules& rules, const Encounter& encounter, const GameResult& game) {
  const auto absent = static_cast<std::size_t>(std::ranges::count(game.no_show, true));
  // "A match with one seat present has no turns": a seat that did nothing has been no advantage.
  if (game.struck || rules.apart || rules.seats < absent + 2) {
    return;
  }
  const auto seating = seating_of(rules, encounter, game.game_no);
  for (std::size_t seat = 0; seat < seating.size(); ++seat) {
    if (!seating[seat] || game.no_show[*seating[seat]]) {
      continue;
    }
    const Entrant entrant = encounter.entrants[*seating[seat]];
    ++seat_games_[entrant][seat];
  }
}

std::vector<Entrant> PastRounds::ranked(const History& history) const {
  const int round = static_cast<int>(history.rounds.size()) + 1;
  std::vector<Entrant> active;
  for (Entrant entrant = 0; entrant < history.entrants.size(); ++entrant) {
    const History::EntrantInfo& info = history.entrants[entrant];
    if (!info.withdrawn && !info.byes.contains(round)) {
      active.push_back(entrant);
    }
  }
  std::ranges::stable_sort(active, [&](Entrant a, Entrant b) { return points_[a] > points_[b]; });
  return active;
}

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
  REQUIRE(players >= 1 && seats >= 1);
  REQUIRE(players >= 1 && seats >= 1);
  const std::size_t tables = (players + seats - 1) / seats;
  std::vector<std::size_t> sizes(tables, players / tables);
  std::fill_n(sizes.begin(), players % tables, players / tables + 1);
  return sizes;
}

}  // namespace referee
