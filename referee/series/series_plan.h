#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace referee {

/// One game of a series before it is played.
struct PlannedGame {
  std::int64_t number = 1;  ///< from 1, in the order in which games begin; names its record
  /// From 0. Games of a group play the same instance: one seed and one salt. The two games of a
  /// pair are a group, and so are the games of several bots on one map.
  std::int64_t group = 0;
  /// From 0. Games with the same opening number begin alike: those of a group, and where seats rotate all
  /// games until each entrant has sat on each seat.
  std::int64_t opening = 0;
  std::vector<std::size_t> seating;  ///< by seat: the number of the entrant, from 0

  bool operator==(const PlannedGame&) const = default;
};

/// The games of a series: a pure function of a game's number, so that games can be played in any order, side
/// by side, and after a break.
class SeriesPlan {
 public:
  /// `entrants` at a table of as many seats: in game i entrant c sits at (c + i - 1) mod seats.
  static SeriesPlan rotating(std::size_t entrants, std::int64_t games);
  /// Two entrants: each pair is two games of one instance with seats swapped.
  static SeriesPlan pairs(std::int64_t pairs);
  /// Two entrants who take each other's place at a table of `seats`: each pair is two games of one instance,
  /// in which the same `seats` - 1 others, who come after the two, have the same seats. Seats rotate from
  /// pair to pair. REQUIRES: at least 3 seats.
  static SeriesPlan substitution(std::size_t seats, std::int64_t pairs);
  /// A game of one seat: every entrant plays every instance.
  static SeriesPlan same_instances(std::size_t entrants, std::int64_t instances, std::size_t challengers = 1);
  /// Each challenger, who are the first entrants, meets each of the `opponents` behind them at tables of two,
  /// in pairs or in games whose seats change. `each`: pairs or games between any two.
  enum class Meeting { pairs, games };
  static SeriesPlan gauntlet(std::size_t challengers, std::size_t opponents, Meeting meeting,
                             std::int64_t each);
  /// Tables of `seats`, at which each challenger, who are the first entrants, meets `seats` - 1 of the
  /// `opponents` behind them at a time, who are taken in turn; seats rotate. `each`: games for each
  /// challenger. REQUIRES: at least seats - 1 opponents.
  static SeriesPlan large_gauntlet(std::size_t challengers, std::size_t opponents, std::size_t seats,
                                   std::int64_t each);
  /// Entrants whose strengths are on one scale, none of them a challenger: at tables of `seats` each meets
  /// its neighbours, `seats` - 1 at a time, once on each seat in a group; in a game of one seat every entrant
  /// plays every group's instance. REQUIRES: at least `seats` entrants.
  static SeriesPlan neighbours(std::size_t entrants, std::size_t seats, std::int64_t groups);

  /// This plan, but the entrants from number `first` on, from 0, are one program that fills seats.
  SeriesPlan filled_from(std::size_t first) &&;

  std::int64_t games() const { return groups_ * games_of_group_; }
  std::int64_t groups() const { return groups_; }
  std::int64_t games_of_group() const { return games_of_group_; }
  /// The number of seats of each game.
  std::size_t seats() const { return line_ups_.front().size(); }
  /// The first entrants, who are compared with the others; the one who stands first, except in a gauntlet. 0:
  /// all are compared by their strengths on one scale.
  std::size_t challengers() const { return challengers_; }
  /// Whether games are played in pairs: any two entrants meet so, or take each other's place.
  bool paired() const { return paired_; }
  /// Whether the two games of a group are those of substitution().
  bool substitutes() const { return paired_ && seats() > 2; }
  /// Who an entrant is for ratings: the entrants of one program are the first of them.
  std::size_t player_of(std::size_t entrant) const { return std::min(entrant, fill_from_); }
  /// REQUIRES: 1 to games().
  PlannedGame game(std::int64_t number) const;

 private:
  using LineUp = std::vector<std::size_t>;  // entrants by seat

  /// Line-ups are played in turn. `rotates`: seats move on by one from group to group.
  SeriesPlan(std::vector<LineUp> line_ups, std::int64_t games_of_group, std::int64_t groups, bool rotates)
      : line_ups_(std::move(line_ups)), games_of_group_(games_of_group), groups_(groups), rotates_(rotates) {}
  static SeriesPlan of_groups(std::vector<LineUp> group, std::int64_t groups, bool rotates);

  std::vector<LineUp> line_ups_;
  std::int64_t games_of_group_;
  std::int64_t groups_;
  bool rotates_;
  std::size_t challengers_ = 1;
  bool paired_ = false;
  std::size_t fill_from_ = std::numeric_limits<std::size_t>::max();
};

}  // namespace referee
