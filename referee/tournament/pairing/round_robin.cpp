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

/// Round `round`, from 0 through all cycles, of `entrants` entrants: who meets whom, first seat first.
std::vector<std::pair<Entrant, Entrant>> scheduled(std::size_t entrants, std::size_t round) {
  const std::size_t n = table_size(entrants);
  auto pairs = berger(n, round % (n - 1));
  std::erase_if(pairs, [&](const auto& pair) { return std::max(pair.first, pair.second) >= entrants; });
  if (round / (n - 1) % 2 == 1) {
    std::ranges::for_each(pairs, [](auto& pair) { std::swap(pair.first, pair.second); });
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

RoundRobin::RoundRobin(int cycles, std::vector<std::size_t> entered)
    : cycles_(cycles), entered_(std::move(entered)) {
  for (std::size_t change = 1; change < entered_.size(); ++change) {
    const auto rounds = static_cast<std::size_t>(rounds_of(entered_[change]));
    for (std::size_t round = 0; round < rounds; ++round) {
      auto pairs = scheduled(entered_[change], round);
      std::erase_if(pairs, [&](const auto& pair) {
        return std::max(pair.first, pair.second) < entered_[change - 1];  // these have their match already
      });
      if (!pairs.empty()) {
        late_rounds_.push_back(std::move(pairs));
      }
    }
  }
}

/// Without changes of the list.
int RoundRobin::rounds_of(std::size_t entrants) const {
  return entrants < 2 ? 0 : cycles_ * static_cast<int>(table_size(entrants) - 1);
}

int RoundRobin::rounds(std::size_t entrants) const {
  return rounds_of(entered_.empty() ? entrants : entered_.front()) + static_cast<int>(late_rounds_.size());
}

std::vector<std::size_t> RoundRobin::late_matches() const {
  std::vector<std::size_t> matches;
  for (const auto& pairs : late_rounds_) {
    matches.push_back(pairs.size());
  }
  return matches;
}

std::vector<Encounter> RoundRobin::pair(const History& history) const {
  const std::size_t all = history.entrants.size();
  const std::size_t over = history.rounds.size();
  const bool nobody = std::ranges::all_of(history.entrants, &History::EntrantInfo::withdrawn);
  if (static_cast<int>(over) >= rounds(all) || nobody) {
    return {};
  }
  const std::size_t at_first = entered_.empty() ? all : entered_.front();
  const auto first_rounds = static_cast<std::size_t>(rounds_of(at_first));
  std::vector<Encounter> encounters;
  for (const auto& [first, second] :
       over < first_rounds ? scheduled(at_first, over) : late_rounds_[over - first_rounds]) {
    encounters.push_back(meeting(history, first, second));
  }
  return with_numbered_tables(std::move(encounters), static_cast<int>(over) + 1);
}

}  // namespace referee
