#include "referee/swiss/round_procedure.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "referee/swiss/completion.h"
#include "referee/swiss/matching/blossom_forest.h"

namespace referee::swiss {
namespace {

/// The players of a bracket who are in none of its pairs.
std::vector<std::size_t> downfloaters_of(const Bracket& bracket, const BracketPairing& pairing) {
  std::vector<std::size_t> floaters;
  for (std::size_t v = 0; v < bracket.own; ++v) {
    const std::size_t other = pairing.partner[v];
    if (other == kNobody || !bracket.is_own_pair(std::min(v, other), std::max(v, other))) {
      floaters.push_back(bracket.players[v]);
    }
  }
  return floaters;
}

std::vector<std::size_t> places(std::size_t begin, std::size_t end) {
  std::vector<std::size_t> all(end - begin);
  std::iota(all.begin(), all.end(), begin);
  return all;
}

}  // namespace

/// The end of the score group that begins there.
std::size_t RoundProcedure::group_end(std::size_t begin) const {
  std::size_t end = begin;
  while (end < pool_.size() && pool_[end].score == pool_[begin].score) {
    ++end;
  }
  return end;
}

Bracket RoundProcedure::bracket_at(std::size_t begin, Scope scope) const {
  const std::size_t end = group_end(begin);
  const std::size_t next_end = end < pool_.size() ? group_end(end) : end;
  const std::size_t in_view = scope == Scope::bracket     ? end
                              : scope == Scope::with_next ? next_end
                                                          : pool_.size();
  Bracket bracket;
  bracket.players = moved_down_;
  bracket.moved_down = moved_down_.size();
  for (std::size_t place = begin; place < in_view; ++place) {
    bracket.players.push_back(place);
  }
  bracket.own = bracket.moved_down + end - begin;
  bracket.next_end = scope == Scope::bracket ? bracket.own : bracket.moved_down + next_end - begin;
  return bracket;
}

/// Whether a pairing found in a narrow scope is the one of the widest, too: the rest can be completed (C4,
/// C5), and the next bracket can be paired as well as with any other downfloaters (C8). The best of all
/// pairings, if it is allowed, is the best of the allowed ones.
bool RoundProcedure::stands(const Bracket& bracket, const BracketPairing& pairing, std::size_t end,
                            Scope scope) const {
  const std::vector<std::size_t> floaters = downfloaters_of(bracket, pairing);
  const std::size_t next_end = group_end(end);
  std::vector<std::size_t> open;
  if (scope == Scope::bracket) {
    const std::vector<std::size_t> next = places(end, next_end);
    if (floaters.empty()) {
      open = next;  // C8 has no choice between sets of downfloaters
    } else {
      const NextBracket following = next_bracket_of(pool_, floaters, next);
      if (!following.perfect) {
        return false;
      }
      open = following.left_over;
    }
  } else {
    for (std::size_t v = 0; v < bracket.players.size(); ++v) {
      if (pairing.partner[v] == kNobody) {
        if (v < bracket.own) {
          return false;  // this player may get the bye, so that C9 matters
        }
        open.push_back(bracket.players[v]);
      }
    }
  }
  const std::vector<std::size_t> rest = places(next_end, pool_.size());
  open.insert(open.end(), rest.begin(), rest.end());
  return can_be_completed(pool_, open, bye_score_);
}

/// Pairs the bracket in the narrowest scope that suffices.
BracketPairing RoundProcedure::pair_narrowly(std::size_t begin, Bracket& bracket) const {
  const std::size_t end = group_end(begin);
  for (const Scope scope : {Scope::bracket, Scope::with_next}) {
    if (end < pool_.size() && scope >= narrowest_) {
      bracket = bracket_at(begin, scope);
      BracketPairing pairing = pair_bracket(pool_, bracket, scope, bye_score_);
      if (stands(bracket, pairing, end, scope)) {
        return pairing;
      }
    }
  }
  bracket = bracket_at(begin, Scope::all);
  return pair_bracket(pool_, bracket, Scope::all, bye_score_);
}

void RoundProcedure::run() {
  for (std::size_t begin = 0; begin < pool_.size(); begin = group_end(begin)) {
    Bracket bracket;
    const BracketPairing pairing = pair_narrowly(begin, bracket);
    for (std::size_t v = 0; v < bracket.own; ++v) {
      const std::size_t other = pairing.partner[v];
      if (other != kNobody && bracket.is_own_pair(v, other)) {
        pairs_.push_back({bracket.players[v], bracket.players[other]});
      }
    }
    moved_down_ = downfloaters_of(bracket, pairing);
  }
  if (moved_down_.size() > 1 || (moved_down_.size() == 1) != (bye_score_ >= 0)) {
    throw std::logic_error("pairing: players are left over, though a complete pairing exists");
  }
  if (!moved_down_.empty()) {
    bye_ = moved_down_.front();
  }
}

}  // namespace referee::swiss
