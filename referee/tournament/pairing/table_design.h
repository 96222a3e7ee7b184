#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/pairing/table_division.h"

namespace referee {

/// A round robin at tables of k > 2 in which every two meet equally often: rounds of tables, no entrant at
/// two tables of one round. All constructions are from design theory: resolvable designs (every entrant plays
/// in each round), near-resolvable ones (one is free in each round) and affine planes, most of them developed
/// from a first round by a group: that is what a difference family is. If a design has more points than there
/// are entrants, seats stay empty, but no table has a single entrant; the entrants meet as often as before.
class TableDesign {
 public:
  /// The design with the fewest empty seats; nothing if none is known here. REQUIRES: entrants >= 2, seats >=
  /// 3.
  static std::optional<TableDesign> find(std::size_t entrants, std::size_t seats);

  std::size_t rounds() const { return base_.size() * group_size(); }
  /// How often every two meet in all rounds.
  int meetings() const { return meetings_; }
  /// "resolvable design of 12 by a difference family over Z11 and a fixed point".
  std::string name() const;
  /// The tables of a round, by entrant from 0. REQUIRES: round < rounds().
  Tables round(std::size_t round) const;

 private:
  /// A product of two cyclic groups; the second may be trivial.
  using Group = std::array<std::size_t, 2>;

  static std::optional<TableDesign> of_points(std::size_t points, std::size_t seats);
  static TableDesign one_table(std::size_t points);
  static TableDesign affine_plane(std::size_t order);
  static TableDesign near_resolvable(const Group& group, Tables first_round);
  static TableDesign resolvable(std::size_t points, const Group& group, Tables first_round);
  static std::optional<TableDesign> of_four(std::size_t points);

  std::size_t group_size() const { return group_[0] * group_[1]; }
  std::size_t moved(std::size_t point, std::size_t by) const;

  std::string construction_;
  std::size_t points_ = 0;
  std::size_t entrants_ = 0;
  int meetings_ = 1;
  /// The rounds from which the group makes all others. Point p is the element p % group_size() in the copy
  /// p / group_size() of the group; an incomplete last copy stays where it is.
  std::vector<Tables> base_;
  Group group_ = {1, 1};
};

}  // namespace referee
