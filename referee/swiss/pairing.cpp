#include "referee/swiss/pairing.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

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

/// Round 1 without forbidden meetings. Nothing tells the players apart but their numbers, so the first
/// candidate that the rules generate breaks no criterion: the upper half against the lower one in order, and
/// the last player has the bye (C.04.3, 4.2). Found without a Pool, whose size is the square of the players:
/// so many may come to a first round who then stay away.
RoundPairing pair_first_round(const Tournament& tournament, Colour initial) {
  std::vector<bool> out(tournament.players.size());
  for (const RequestedBye& bye : tournament.byes) {
    out[bye.player] = out[bye.player] || bye.round == 1;
  }
  std::vector<PlayerIndex> present;
  for (PlayerIndex player = 0; player < tournament.players.size(); ++player) {
    if (!out[player]) {
      present.push_back(player);
    }
  }
  const std::size_t half = present.size() / 2;
  RoundPairing pairing;
  for (std::size_t i = 0; i < half; ++i) {
    const bool white = (i % 2 == 0) == (initial == Colour::white);  // 5.2.5: its number is i + 1
    const auto [higher, lower] = std::pair(present[i], present[half + i]);
    pairing.boards.push_back(white ? Board{higher, lower} : Board{lower, higher});
  }
  if (present.size() % 2 == 1) {
    pairing.bye = present.back();
  }
  return pairing;
}

}  // namespace

RoundPairing pair_round(const Tournament& tournament) {
  if (tournament.players.size() > kMaxPlayers) {
    throw std::length_error("pairing: " + std::to_string(tournament.players.size()) + " players, at most " +
                            std::to_string(kMaxPlayers) + " can be paired");
  }
  if (tournament.played == 0 && tournament.forbidden.empty() && tournament.virtual_points.empty()) {
    return pair_first_round(tournament, tournament.initial_colour.value_or(Colour::white));
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
