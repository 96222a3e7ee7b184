#include "referee/tournament/formats/double_elimination/bracket_pairing.h"

#include <algorithm>
#include <array>
#include <utility>

#include "referee/tournament/pairing/round_robin.h"

namespace referee {
namespace {

Encounter bye_of(const BracketEncounter& place) {
  Encounter encounter;
  encounter.kind = Encounter::Kind::bye;
  encounter.entrants = {place.winner.entrant};
  return encounter;
}

Encounter meeting_of(const BracketEncounter& place, const Bracket& bracket, const History& history) {
  const auto [better, worse] =
      std::ranges::minmax(std::array{place.sides[0].entrant, place.sides[1].entrant}, {},
                          [&](Entrant entrant) { return bracket.seed_of(entrant); });
  return meeting(history, better, worse);
}

}  // namespace

std::optional<Bracket> bracket_from(const EncounterRules& rules, const History& history, std::size_t first) {
  if (history.rounds.size() <= first) {
    return std::nullopt;
  }
  return Bracket(rules, Bracket::seeds_of(history.rounds[first]), std::span(history.rounds).subspan(first));
}

std::vector<Encounter> paired_step(const Bracket& bracket, const History& history) {
  std::vector<Encounter> encounters;
  if (!bracket.next_step()) {
    return encounters;
  }
  for (const BracketEncounter& place : bracket.in_step(*bracket.next_step())) {
    if (place.meets() || place.bye()) {
      encounters.push_back(place.meets() ? meeting_of(place, bracket, history) : bye_of(place));
      encounters.back().stage = stage_of(place.part);
    }
  }
  // Encounters of two keep their order, forfeits too: Bracket::seeds_of reads it.
  std::ranges::stable_partition(
      encounters, [](const Encounter& encounter) { return encounter.kind != Encounter::Kind::bye; });
  for (std::size_t i = 0; i < encounters.size(); ++i) {
    encounters[i].round = static_cast<int>(history.rounds.size()) + 1;
    encounters[i].table = static_cast<int>(i) + 1;
  }
  return encounters;
}

std::vector<Encounter> first_step(const EncounterRules& rules, std::vector<Entrant> seeds,
                                  const History& history) {
  return seeds.size() < 2 ? std::vector<Encounter>()
                          : paired_step(Bracket(rules, std::move(seeds), {}), history);
}

std::string why_settled(const Bracket& bracket, const History& history, const MatchPlace& place) {
  const History::Round& round = history.rounds.at(static_cast<std::size_t>(place.round) - 1);
  const auto played =
      std::ranges::find(round, place.table, [](const auto& one) { return one.encounter.table; });
  const bool settled = played != round.end() && bracket.settled(played->encounter);
  return settled ? "matches that depend on its result have been paired" : "";
}

std::vector<Encounter> BracketPairing::pair(const History& history) const {
  if (const auto bracket = bracket_from(rules_, history, 0)) {
    return paired_step(*bracket, history);
  }
  std::vector<Entrant> seeds;
  for (Entrant entrant = 0; entrant < history.entrants.size(); ++entrant) {
    if (!history.entrants[entrant].withdrawn) {
      seeds.push_back(entrant);
    }
  }
  return first_step(rules_, std::move(seeds), history);
}

}  // namespace referee
