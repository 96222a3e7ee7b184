#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/tournament/pairing/swiss_tournament.h"
#include "referee/tournament/run/stored_page.h"
#include "tests/referee/swiss/oracle.h"
#include "tests/world/checks.h"

namespace world {
namespace {

using referee::Encounter;
using referee::History;
using referee::PlayedEncounter;
using referee::StandingsPage;
using referee::swiss::Board;
using referee::swiss::Colour;
using referee::swiss::RoundPairing;

constexpr std::size_t kMostPaired = 8;  // the oracle tries all pairings

/// The boards, by their first seats, and the bye.
using Paired = std::pair<std::set<std::pair<std::size_t, std::size_t>>, std::optional<std::size_t>>;

Paired paired(const History::Round& round) {
  Paired paired;
  for (const PlayedEncounter& played : round) {
    const auto& entrants = played.encounter.entrants;
    if (entrants.size() == 2) {
      paired.first.emplace(entrants[0], entrants[1]);
    } else if (played.encounter.kind == Encounter::Kind::bye) {
      paired.second = entrants[0];
    }
  }
  return paired;
}

Paired paired(const RoundPairing& pairing) {
  Paired paired{{}, pairing.bye};
  for (const Board& board : pairing.boards) {
    paired.first.emplace(board.white, board.black);
  }
  return paired;
}

/// The arbiter was told that a round was paired otherwise.
bool is_conceded(const StandingsPage& page, std::size_t round) {
  const std::string begin = "round " + std::to_string(round + 1) + " has no pairing by the rules";
  return std::ranges::any_of(page.notes, [&](const auto& note) { return note.text.starts_with(begin); });
}

/// Whether it is the pairing of a round, whatever colour was drawn for the first one of those in `initial`;
/// leaves there only what it may have been.
bool is_by_rules(const StandingsPage& page, std::size_t round, std::set<Colour>& initial) {
  const Paired found = paired(page.history.rounds[round]);
  auto tournament = referee::swiss_tournament_of(page.rules(), referee::history_after(page.history, round),
                                                 *page.format->own_rounds());
  std::erase_if(initial, [&](Colour colour) {
    tournament.initial_colour = colour;
    return paired(referee::swiss::oracle_pairing(tournament)) != found;
  });
  return !initial.empty();
}

}  // namespace

void check_dutch(const TournamentWorld& world, std::vector<std::string>& faults) {
  const StandingsPage page = referee::page_of(world.content());
  // Results that the arbiter has changed are not those by which rounds were paired.
  const bool changed = !world.people().subjects({"rounds", "void", "rerun"}).empty();
  if (page.format->json().at("kind") != "swiss" || page.rules().seats != 2 || changed ||
      page.history.entrants.size() > kMostPaired) {
    return;
  }
  std::set<Colour> initial{Colour::white, Colour::black};
  for (std::size_t round = 0; round < page.history.rounds.size(); ++round) {
    const bool of_bracket = page.history.rounds[round].front().encounter.stage != 0;
    if (!of_bracket && !is_conceded(page, round) && !is_by_rules(page, round, initial)) {
      faults.push_back("round " + std::to_string(round + 1) + " is not paired as C.04.3 has it");
      return;
    }
  }
}

}  // namespace world
