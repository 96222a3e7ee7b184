#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "engines/game.h"

namespace engines {

/// Light Cycle (CS-257L, UNM): teams of cycles that all move at once, one cell a turn, leaving a trail that
/// no cycle may enter while its own cycle lives. The last team with a living cycle wins. RULES.md has the
/// rules, README.md the JSON shapes. Cycles are numbered from 0, team by team.
class LightCycle {
 public:
  static constexpr std::string_view kName = "lightcycle";
  static constexpr int kVersion = 1;
  static constexpr std::string_view kClock = R"({"kind":"mean","ms":50})";

  /// Any pair of integers from -2^53 to 2^53: bots may name cells that are not on the grid.
  struct Cell {
    std::int64_t x = 0;
    std::int64_t y = 0;
    bool operator==(const Cell&) const = default;
  };
  using Starts = std::vector<std::vector<Cell>>;  ///< by team, then by cycle of that team

  struct Options {
    std::int64_t size = 170;           ///< cells a side: 2..1000
    Starts starts = handout_starts();  ///< 2..64 teams of 1..64 cycles, at most 256 in all; distinct cells

    static Starts handout_starts();
    /// Mistakes are recorded in `in`; do not use the options that are returned then.
    static Options read(fields::Object& in);
    Json json() const;
  };

  /// The answer of a team.
  struct Move {
    std::vector<std::optional<Cell>> targets;  ///< by cycle of the team; nothing for a dead one
  };

  /// `options` as read() returns them without error. The game draws nothing: the seed has no effect.
  LightCycle(Options options, const Seed& seed);

  const Options& options() const { return options_; }
  std::size_t seats() const { return teams_.size(); }
  std::size_t max_turns() const;
  std::vector<Seat> to_move() const;
  std::variant<Move, Fault> parse(Seat seat, const Json& json) const;
  /// Every move is legal: a bad target terminates its cycle, and the rest of the answer stays valid.
  std::optional<Fault> check(Seat seat, const Move& move) const;
  void write_move(const Move& move, JsonWriter& out) const;
  /// For each cycle of the team: the free neighbours of a living one, by which it is terminated only if
  /// another cycle gets the cell; null for a dead one.
  std::vector<std::vector<Json>> legal_parts(Seat seat) const;
  /// For each living cycle a free neighbour that no earlier cycle of the team has chosen, if one is left.
  Move sample(Seat seat, Rng& rng) const;
  void apply(std::span<const Answer<Move>> by_seat, JsonWriter& events);
  Json setup() const;
  void write_view(Observer observer, JsonWriter& out) const;
  /// Turns at whose end the team had a living cycle, and one more for a sole survivor.
  std::vector<double> scores() const;
  Json outcome() const;

 private:
  /// Why a cycle is terminated: the first cause that applies, in this order.
  enum class Cause : std::uint8_t {
    clock,
    no_move,
    still,
    not_adjacent,
    off_grid,
    occupied,
    lost_square,
    none
  };
  using Index = std::uint32_t;  // of a cell in grid_
  using Square =
      std::uint16_t;  // kFree, kTaken, or kFirstClaim + number of the cycle that claims it this turn
  static constexpr Square kFree = 0;
  static constexpr Square kTaken = 1;
  static constexpr Square kFirstClaim = 2;
  struct Cycle {
    Seat team = 0;
    Cell at;
    bool alive = true;
    std::vector<Index> trail;  // start cell first, current cell last; empty when dead
  };
  struct Team {
    std::size_t first = 0;  // number of its first cycle
    std::size_t size = 0;   // its cycles, dead ones included
    std::size_t living = 0;
    std::size_t turns = 0;  // turns at whose end it had a living cycle
    Microseconds charged{0};
  };

  /// Decides what this turn does to each cycle; leaves the winning claims in grid_.
  std::vector<Cause> judge(std::span<const Answer<Move>> by_seat);
  /// Why a living cycle is terminated by its own team's answer and the trails: any cause but lost_square.
  Cause cause_of(std::size_t number, const Answer<Move>& answer) const;
  const Cell& target_of(std::size_t number, const Answer<Move>& answer) const;
  /// Lets a cycle claim its target, and marks in `causes` the cycle that has to give way.
  void claim(std::size_t number, const Cell& target, std::vector<Cause>& causes);
  void advance(Cycle& cycle, const Cell& target);
  void terminate(Cycle& cycle);
  Cell choose(const Cycle& cycle, const Move& so_far, Rng& rng) const;
  bool on_grid(const Cell& cell) const;
  bool is_free(const Cell& cell) const { return on_grid(cell) && grid_[index(cell)] == kFree; }
  Index index(const Cell& cell) const { return static_cast<Index>(cell.y * options_.size + cell.x); }
  bool over() const { return living_teams_ <= 1; }
  bool is_sole_survivor(const Team& team) const { return living_teams_ == 1 && team.living > 0; }

  Options options_;
  std::vector<Square> grid_;  // row by row; between turns no cell is claimed
  std::vector<Cycle> cycles_;
  std::vector<Team> teams_;
  std::size_t living_teams_ = 0;
};

}  // namespace engines
