#include "referee/swiss/bracket_pairing.h"

#include <stdexcept>
#include <string>

#include "referee/swiss/bracket_solver.h"

namespace referee::swiss {
namespace {

/// C9 is for "the assignee of the bye" if that player is the bracket's only downfloater. The player who gets
/// the bye has the score of C5; so in a bracket of that score or below, one of its own players gets the bye.
bool bye_can_come_from_here(const Pool& pool, const Bracket& bracket, Scope scope, Tenths bye_score) {
  return scope == Scope::all && bye_score >= pool[bracket.players[bracket.own - 1]].score;
}

template <std::size_t Words>
BracketPairing pair_with(const Bracket& bracket, const Criteria& criteria, const WeightLayout& layout) {
  BracketSolver<Words> solver(bracket, criteria, layout);
  solver.solve();
  solver.choose_first();
  return {solver.partners()};
}

BracketPairing pair_by(const Bracket& bracket, const Criteria& criteria) {
  const WeightLayout layout(criteria, bracket);
  // Sums of duals need two bits more than the weights.
  const std::size_t bits = layout.bits() + 3;
  if (bits <= 64 * 2) {
    return pair_with<2>(bracket, criteria, layout);
  }
  if (bits <= 64 * 4) {
    return pair_with<4>(bracket, criteria, layout);
  }
  if (bits <= 64 * 8) {
    return pair_with<8>(bracket, criteria, layout);
  }
  if (bits <= 64 * 32) {
    return pair_with<32>(bracket, criteria, layout);
  }
  throw std::length_error("pairing: a bracket of " + std::to_string(bracket.own) +
                          " players of too many different scores");
}

std::size_t downfloaters(const Bracket& bracket, const BracketPairing& pairing) {
  std::size_t count = 0;
  for (std::size_t v = 0; v < bracket.own; ++v) {
    const std::size_t other = pairing.partner[v];
    const bool paired = other != kNobody && bracket.is_own_pair(std::min(v, other), std::max(v, other));
    count += paired ? 0 : 1;
  }
  return count;
}

}  // namespace

BracketPairing pair_bracket(const Pool& pool, const Bracket& bracket, Scope scope, Tenths bye_score) {
  if (!bye_can_come_from_here(pool, bracket, scope, bye_score)) {
    return pair_by(bracket, Criteria(pool, bracket, scope, bye_score, false));
  }
  // C6 precedes C9 and decides how many players float down: an odd bracket mostly has one downfloater.
  const bool likely = bracket.own % 2 == 1;
  BracketPairing pairing = pair_by(bracket, Criteria(pool, bracket, scope, bye_score, likely));
  if ((downfloaters(bracket, pairing) == 1) == likely) {
    return pairing;
  }
  return pair_by(bracket, Criteria(pool, bracket, scope, bye_score, !likely));
}

}  // namespace referee::swiss
