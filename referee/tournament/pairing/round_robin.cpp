#include "referee/tournament/pairing/round_robin.h"

#include <algorithm>
#include <utility>

namespace referee {
namespace {

/// Players of the Berger table: with an odd number of entrants the last player is not an entrant.
std::size_t table_size(std::size_t entrants) { return entrants + entrants % 2; }

/// Round `round` (from 0) of the Berger table for `n` players, n even: pairs of places from 0, first seat
/// first. FIDE Handbook C.05, Annex 1, in closed form: the last player stays where it is, the others move on
/// by n / 2 a round.
std::vector<std::pair<std::size_t, std::size_t>> berger(std::size_t n, std::size_t round) {
  const auto at = [&](std::size_t place) { return (place + round * (n / 2)) % (n - 1); };
  std::vector<std::pair<std::size_t, std::size_t>> pairs = {{at(0), n - 1}};
  if (round % 2 == 1) {
    std::swap(pairs[0].first, pairs[0].second);
  }
  for (std::size_t place = 1; place < n / 2; ++place) {
    pairs.emplace_back(at(place), at(n - 1 - place));
  }
  return pairs;
}

}  // namespace

Encounter meeting(const History& history, Entrant first, Entrant second) {
  Encounter encounter;
  encounter.entrants = {first, second};
  const bool first_gone = history.entrants[first].withdrawn;
  const bool second_gone = history.entrants[second].withdrawn;
  if (first_gone || second_gone) {
    encounter.kind = Encounter::Kind::forfeit;
    if (!first_gone || !second_gone) {
      encounter.winner = first_gone ? 1 : 0;
    }
  }
  return encounter;
}

std::vector<Encounter> with_numbered_tables(std::vector<Encounter> encounters, int round) {
  std::ranges::stable_partition(encounters,
                                [](const Encounter& e) { return e.kind == Encounter::Kind::play; });
  for (std::size_t i = 0; i < encounters.size(); ++i) {
    encounters[i].round = round;
    encounters[i].table = static_cast<int>(i) + 1;
  }
  return encounters;
}

int RoundRobin::rounds(std::size_t entrants) const {
  return entrants < 2 ? 0 : cycles_ * static_cast<int>(table_size(entrants) - 1);
}

std::vector<Encounter> RoundRobin::pair(const History& history) const {
  const std::size_t entrants = history.entrants.size();
  const int round = static_cast<int>(history.rounds.size()) + 1;
  const bool nobody = std::ranges::all_of(history.entrants, &History::EntrantInfo::withdrawn);
  if (round > rounds(entrants) || nobody) {
    return {};
  }
  const std::size_t n = table_size(entrants);
  const std::size_t cycle = history.rounds.size() / (n - 1);
  std::vector<Encounter> encounters;
  for (auto [first, second] : berger(n, history.rounds.size() % (n - 1))) {
    if (cycle % 2 == 1) {
      std::swap(first, second);
    }
    if (std::max(first, second) < entrants) {
      encounters.push_back(meeting(history, first, second));
    }
  }
  return with_numbered_tables(std::move(encounters), round);
}

}  // namespace referee
