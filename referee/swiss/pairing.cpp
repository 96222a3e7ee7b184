#include "referee/swiss/pairing.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "referee/swiss/bracket_pairing.h"
#include "referee/swiss/colours.h"
#include "referee/swiss/completion.h"
#include "referee/swiss/round_procedure.h"

namespace referee::swiss {
namespace {

/// C.04.2: boards by the score of the higher ranked player, by the sum of both scores, by the rank of the
/// higher ranked.
std::vector<Board> in_board_order(const Pool& pool, std::vector<Pair> pairs, Colour initial) {
  std::ranges::sort(pairs, {}, [&](const Pair& pair) {
    return std::tuple(-pool[pair.higher].score, -pool[pair.lower].score, pool[pair.higher].player);
  });
  std::vector<Board> boards;
  for (const auto& [higher, lower] : pairs) {
    const Card& first = pool[higher];
    const Card& second = pool[lower];
    const bool white = colour_of_higher(first, second, initial) == Colour::white;
    boards.push_back(white ? Board{first.player, second.player} : Board{second.player, first.player});
  }
  return boards;
}

}  // namespace

RoundPairing pair_round(const Tournament& tournament) {
  if (tournament.players.size() > kMaxPlayers) {
    throw std::length_error("pairing: " + std::to_string(tournament.players.size()) + " players, at most " +
                            std::to_string(kMaxPlayers) + " can be paired");
  }
  const Pool pool(tournament);
  const int round = static_cast<int>(tournament.played) + 1;
  RoundProcedure procedure(pool, bye_score_of(pool, round));
  procedure.run();
  const Colour initial = tournament.initial_colour.value_or(first_colour(tournament).value_or(Colour::white));
  RoundPairing pairing;
  pairing.boards = in_board_order(pool, procedure.pairs(), initial);
  if (const auto bye = procedure.bye()) {
    pairing.bye = pool[*bye].player;
  }
  return pairing;
}

}  // namespace referee::swiss
