#pragma once

#include <optional>
#include <span>
#include <vector>

#include "protocol/require.h"
#include "referee/tournament/standings/tie_breaks/score_card.h"
#include "referee/tournament/standings/tie_breaks/shares.h"

namespace referee {

/// C.07, Article 6, applied once to entrants who are tied.
struct DirectEncounter {
  bool all_met = false;
  /// By position in the group: the score against the others in the group, of several encounters with the same
  /// one the mean (6.1.2). In a Swiss forfeits are no encounters (6.1.1).
  std::vector<TieBreakValue> scores;
  std::vector<int> missing;  ///< by position: others in the group that it has not met
  /// Best first, in the order of the group where nothing tells them apart. 6.2: if all have met, by scores.
  /// 6.3: else an entrant that is alone on top with any missing results is first, then the same for the next
  /// place; all the others are one part.
  std::vector<std::vector<Entrant>> parts;

  bool decides() const { return parts.size() > 1; }
};

/// REQUIRES: at least two, each once.
DirectEncounter direct_encounter(const Opposition& opposition, const std::vector<Entrant>& group);

/// Applies direct encounter until it decides nothing more: if there are several parts, it starts again in
/// each.
std::vector<std::vector<Entrant>> split_by_direct_encounter(const Opposition& opposition,
                                                            const std::vector<Entrant>& group);

/// What ranks before the points, the greatest first.
struct RankedFirst {
  enum class What {
    mean_score,     ///< points decide between equal ones
    points_a_match  ///< it takes the place of the points
  };
  std::vector<double> values = {};  ///< by entrant; empty: the points are first
  What what = What::mean_score;
};

/// Puts entrants in order by points and a list of tie-breaks, exactly: in whole units, never in floating
/// point. Means of scores may rank before the points, and so may tie-breaks of a list that has the points in
/// it. It also explains each value and each place.
class TieBreaker {
 public:
  /// `final_round`: the number from 0 of the last planned round, if it has been paired. REQUIRES: the
  /// opposition has ratings if a tie-break needs them.
  TieBreaker(Opposition opposition, TieBreaks tie_breaks, std::optional<std::size_t> final_round,
             RankedFirst first = {});

  const TieBreaks& tie_breaks() const { return tie_breaks_; }
  const Opposition& opposition() const { return opposition_; }
  bool ranks_by_means() const { return ranks_first(RankedFirst::What::mean_score); }
  bool ranks_by_points_a_match() const { return ranks_first(RankedFirst::What::points_a_match); }
  /// What ranks before the points; equal for all where nothing does.
  double before_points(Entrant entrant) const { return first_.values.empty() ? 0 : first_.values[entrant]; }
  /// The opposition as if all had drawn in the final round, if that has been paired; else opposition().
  const Opposition& fore() const { return fore_ ? *fore_ : opposition_; }

  /// The shares that a tie-break adds up. REQUIRES: not direct encounter, whose value depends on who is tied.
  std::vector<Share> shares(const TieBreak& tie_break, Entrant entrant) const {
    return shares_of(tie_break, entrant, opposition_, fore());
  }
  /// Nothing where it does not apply to the entrant: a mean over opponents, if it has played none.
  std::optional<TieBreakValue> value(const TieBreak& tie_break, Entrant entrant) const {
    return value_of(tie_break, shares(tie_break, entrant));
  }

  /// The value of the tie-break at place `at` of the list. REQUIRES: not direct encounter.
  const std::optional<TieBreakValue>& listed_value(std::size_t at, Entrant entrant) const {
    REQUIRE(at < values_.size() && entrant < values_[at].size());
    return values_[at][entrant];
  }

  /// Tied entrants as the tie-break at place `at` puts them, best first; each part is still tied.
  std::vector<std::vector<Entrant>> split(std::size_t at, const std::vector<Entrant>& tied) const;
  /// All of `entrants` as groups that share a place, best first.
  std::vector<std::vector<Entrant>> ranked(const std::vector<Entrant>& entrants) const;
  /// By the number of tie-breaks that have been applied, from 0 to all: the groups of `entrants` that are
  /// tied then, after means and points, best first. C.07, 4.2: each tie-break is applied in each group that
  /// is still tied.
  std::vector<std::vector<std::vector<Entrant>>> ties(const std::vector<Entrant>& entrants) const;
  /// By entrant: the values of the tie-breaks in their order. That of direct encounter is the score against
  /// those who are tied then by `ties`, which ties() has returned; nothing where it decides nothing, and not
  /// all have met.
  std::vector<std::vector<std::optional<TieBreakValue>>> values(
      const std::vector<std::vector<std::vector<Entrant>>>& ties) const;

 private:
  bool ranks_first(RankedFirst::What what) const { return !first_.values.empty() && first_.what == what; }

  TieBreaks tie_breaks_;
  Opposition opposition_;
  std::optional<Opposition> fore_;
  RankedFirst first_;
  std::vector<std::vector<std::optional<TieBreakValue>>>
      values_;  // by place in the list and entrant; of DE none
};

}  // namespace referee
