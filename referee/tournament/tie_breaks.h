#pragma once

#include <optional>
#include <span>
#include <vector>

#include "referee/tournament/standings.h"

namespace referee {

/// A decided encounter that counts.
struct CountedEncounter {
  const PlayedEncounter* played = nullptr;
  EncounterState state;
};

/// Puts entrants of equal points in order, exactly: in whole units, never in floating point.
class TieBreaker {
 public:
  /// Products of points: Points::units() squared. With R rounds a sum is below (R x Points::kUnit)^2, which
  /// is below 2^104 for every R that is an int.
  __extension__ using Product = __int128;

  /// `points` are by entrant; `rounds` have been paired. All that is passed must outlive it.
  TieBreaker(Ranking kind, std::span<const CountedEncounter> counted, const std::vector<Points>& points,
             std::size_t rounds);

  /// Entrants of equal points as groups that share a place, best first; the order within a group is kept.
  std::vector<std::vector<Entrant>> refine(const std::vector<Entrant>& tied) const;

  /// By position in `group`: the sum of its pairwise results in encounters with the others. Nothing unless
  /// all pairs have met, and equally often: other sums say nothing about who was better.
  std::optional<std::vector<Points>> head_to_head(const std::vector<Entrant>& group) const;
  /// Pairwise results times the opponents' points, a mean over a table. A round without an opponent is one
  /// against somebody with the own points; so is a forfeit in a Swiss.
  Product sonneborn_berger(Entrant entrant) const { return sonneborn_berger_[entrant]; }
  /// The opponents' points, a mean over a table; the own points for a round without an opponent, or one that
  /// is not decided.
  Product buchholz(Entrant entrant) const { return buchholz_[entrant]; }
  /// For display.
  static double value(Product product);

 private:
  struct Meetings {
    int count = 0;
    Points points;  // of the first of the two
  };
  using Step = std::size_t;  // 0 head to head, 1 Sonneborn-Berger, 2 Buchholz

  void add(const CountedEncounter& encounter);
  void add_without_opponent(const CountedEncounter& encounter);
  const Meetings& meetings(Entrant a, Entrant b) const { return meetings_[a * points_.size() + b]; }
  std::vector<Product> keys(const std::vector<Entrant>& group, Step step) const;
  void refine(const std::vector<Entrant>& group, Step step, std::vector<std::vector<Entrant>>& out) const;

  Ranking kind_;
  const std::vector<Points>& points_;
  std::vector<Meetings> meetings_;  // by pair, in both orders
  std::vector<Product> sonneborn_berger_;
  std::vector<Product> buchholz_;
};

}  // namespace referee
