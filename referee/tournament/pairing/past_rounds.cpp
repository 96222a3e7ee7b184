#include "referee/tournament/pairing/past_rounds.h"

#include <algorithm>

namespace referee {

PastRounds::PastRounds(const EncounterRules& rules, const History& history)
    : points_(history.entrants.size()),
      byes_(points_.size()),
      played_(points_.size()),
      meetings_(points_.size() * points_.size()),
      first_seats_(points_.size()),
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
    if (game.game_no == 1) {
      first_seats_[entrant].push_back(seat);
    }
  }
}

std::vector<Entrant> PastRounds::ranked(const History& history) const {
  const int round = static_cast<int>(history.rounds.size()) + 1;
  std::vector<Entrant> active;
  for (Entrant entrant = 0; entrant < history.entrants.size(); ++entrant) {
    const History::Contestant& contestant = history.entrants[entrant];
    if (!contestant.withdrawn && !contestant.byes.contains(round)) {
      active.push_back(entrant);
    }
  }
  std::ranges::stable_sort(active, [&](Entrant a, Entrant b) { return points_[a] > points_[b]; });
  return active;
}

}  // namespace referee
