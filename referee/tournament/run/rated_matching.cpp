#include "referee/tournament/run/rated_matching.h"

#include <algorithm>
#include <utility>

#include "referee/record/match_result.h"
#include "referee/statistics/weng_lin.h"

namespace referee {
namespace {

constexpr double kEloPerUnit = 173.717793;  // 400 / ln 10

rating::Belief belief_of(const rating::Estimate& estimate) {
  return {estimate.elo / kEloPerUnit, (estimate.high - estimate.low) / (2 * rating::kNormal95) / kEloPerUnit};
}

}  // namespace

void RatedMatching::new_version(Entrant entrant) {
  pairing_.set_belief(entrant, rating::of_next_version(pairing_.belief(entrant)));
}

std::optional<LadderMatch> RatedMatching::next(TimePoint /*now*/) {
  auto entrants = pairing_.next();
  return entrants ? std::optional(LadderMatch{.entrants = std::move(*entrants)}) : std::nullopt;
}

void RatedMatching::end(const LadderMatch& match, const LadderGame* result) {
  if (result != nullptr) {
    learn(*result);
  }
  pairing_.end(match.entrants);
}

/// The fast update, until the next estimate.
void RatedMatching::learn(const LadderGame& result) {
  std::vector<double> scores = result.scores;
  if (result.house) {
    scores.push_back(*result.house);
  }
  const bool all_came = std::ranges::find(result.no_show, true) == result.no_show.end();
  if (!all_came || scores.size() < 2) {
    return;
  }
  const std::vector<int> ranks = ranks_of(scores);
  std::vector<rating::RankedBelief> seats;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const bool house = i >= result.entrants.size();
    seats.push_back({house ? rating::Belief{0, 0} : pairing_.belief(result.entrants[i]), ranks[i]});
  }
  const std::vector<rating::Belief> after = rating::beliefs_after(seats);
  for (std::size_t i = 0; i < result.entrants.size(); ++i) {
    pairing_.set_belief(result.entrants[i], after[i]);
  }
}

/// What is shown is the better estimate: pairings go by it, and by the fast update of the matches since.
void RatedMatching::renewed(const LadderTable& table) {
  for (Entrant entrant = 0; entrant < table.sums().size(); ++entrant) {
    const LadderTable::Player* const player = table.present(entrant);
    if (player != nullptr && player->rating) {
      pairing_.set_belief(entrant, belief_of(*player->rating));
    }
  }
}

}  // namespace referee
