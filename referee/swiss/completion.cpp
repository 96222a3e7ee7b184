#include "referee/swiss/completion.h"

#include <cstdint>
#include <set>
#include <string>

#include "referee/swiss/matching/max_weight_matching.h"
#include "referee/swiss/pairing.h"

namespace referee::swiss {
namespace {

/// Edges between all compatible players, and, if the bye has a vertex (the last one), between it and all
/// players who may get it.
class CompletionWeights {
 public:
  using Value = std::uint64_t;

  CompletionWeights(const Pool& pool, const std::vector<std::size_t>& players, Tenths bye_score)
      : pool_(pool), players_(players), bye_score_(bye_score) {}

  std::size_t size() const { return players_.size() + players_.size() % 2; }
  Value operator()(std::size_t u, std::size_t v) const {
    const std::size_t last = std::max(u, v);
    if (last < players_.size()) {
      return pool_.compatible(players_[u], players_[v]) ? 2 : 0;
    }
    const Card& card = pool_[players_[std::min(u, v)]];
    return card.may_get_bye && card.score == bye_score_ ? 2 : 0;
  }

 private:
  const Pool& pool_;
  const std::vector<std::size_t>& players_;
  Tenths bye_score_;
};

/// Downfloaters have the first vertices and precedence; they meet residents only.
class NextBracketWeights {
 public:
  using Value = std::uint64_t;

  NextBracketWeights(const Pool& pool, const std::vector<std::size_t>& players, std::size_t downfloaters)
      : pool_(pool), players_(players), downfloaters_(downfloaters) {}

  std::size_t size() const { return players_.size(); }
  Value operator()(std::size_t u, std::size_t v) const {
    const bool u_floats = u < downfloaters_;
    const bool v_floats = v < downfloaters_;
    if ((u_floats && v_floats) || !pool_.compatible(players_[u], players_[v])) {
      return 0;
    }
    return u_floats || v_floats ? 4 : 2;
  }

 private:
  const Pool& pool_;
  const std::vector<std::size_t>& players_;
  std::size_t downfloaters_;
};

}  // namespace

bool can_be_completed(const Pool& pool, const std::vector<std::size_t>& players, Tenths bye_score) {
  MaxWeightMatching matching(CompletionWeights(pool, players, bye_score));
  matching.solve();
  for (std::size_t v = 0; v < players.size(); ++v) {
    if (matching.mate(v) == kNobody) {
      return false;
    }
  }
  return true;
}

Tenths bye_score_of(const Pool& pool, int round) {
  std::vector<std::size_t> all(pool.size());
  std::set<Tenths> scores;
  for (std::size_t place = 0; place < pool.size(); ++place) {
    all[place] = place;
    if (pool[place].may_get_bye) {
      scores.insert(pool[place].score);
    }
  }
  if (pool.size() % 2 == 0) {
    scores = {-1};
  }
  for (const Tenths score : scores) {
    if (can_be_completed(pool, all, score)) {
      return score;
    }
  }
  throw NoPairing(
      "round " + std::to_string(round) + ": no pairing of its " + std::to_string(pool.size()) +
      " players keeps the absolute criteria: nobody meets the same opponent twice (C1), no second "
      "bye (C2), nobody gets a colour it must not have (C3)");
}

NextBracket next_bracket_of(const Pool& pool, const std::vector<std::size_t>& downfloaters,
                            const std::vector<std::size_t>& next) {
  std::vector<std::size_t> players = downfloaters;
  players.insert(players.end(), next.begin(), next.end());
  MaxWeightMatching matching(NextBracketWeights(pool, players, downfloaters.size()));
  matching.solve();
  NextBracket result;
  bool all_floaters = true;
  for (std::size_t v = 0; v < players.size(); ++v) {
    if (matching.mate(v) == kNobody) {
      result.left_over.push_back(players[v]);
      all_floaters = all_floaters && v >= downfloaters.size();
    }
  }
  result.perfect = all_floaters && result.left_over.size() <= 1;
  return result;
}

}  // namespace referee::swiss
