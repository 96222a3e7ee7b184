#include "referee/tournament/pairing/swiss_pairs.h"

#include <string>
#include <utility>

#include "protocol/sha256.h"
#include "referee/swiss/first_colour.h"
#include "referee/tournament/pairing/requested_byes.h"
#include "referee/tournament/pairing/swiss_concessions.h"
#include "referee/tournament/pairing/swiss_tournament.h"

namespace referee {
namespace {

/// The lot that decides who begins in the first round.
swiss::Colour drawn_colour(std::uint64_t seed) {
  const std::string digits = protocol::Sha256::hex_of(std::to_string(seed) + "/initial-colour");
  return digits.front() < '8' ? swiss::Colour::white : swiss::Colour::black;
}

}  // namespace

PairedRound SwissPairs::pair_with_note(const History& history) const {
  if (history.rounds.size() >= static_cast<std::size_t>(rounds_)) {
    return {};
  }
  const int round = static_cast<int>(history.rounds.size()) + 1;
  PairedRound paired;
  const auto add = [&](Encounter::Kind kind, std::vector<Entrant> entrants) {
    paired.encounters.push_back({.round = round,
                                 .table = static_cast<int>(paired.encounters.size()) + 1,
                                 .kind = kind,
                                 .entrants = std::move(entrants)});
  };
  swiss::Tournament tournament = swiss_tournament_of(rules_, history, rounds_);
  // Once there was a round it tells the colour, as in a report file; nobody needs the seed.
  const auto colour = swiss::first_colour(tournament);
  tournament.initial_colour = colour ? *colour : drawn_colour(seed_);
  const ConcededPairing pairing = pair_with_concessions(tournament);
  for (const swiss::Board& board : pairing.boards) {
    add(Encounter::Kind::play, {board.white, board.black});
  }
  for (const swiss::PlayerIndex player : pairing.byes) {
    add(Encounter::Kind::bye, {player});
  }
  const auto asked_for = requested_byes(history, static_cast<int>(paired.encounters.size()) + 1);
  paired.encounters.insert(paired.encounters.end(), asked_for.begin(), asked_for.end());
  paired.note = pairing.concessions.text(round);
  return paired;
}

}  // namespace referee
