#pragma once

#include <cstdint>
#include <vector>

#include "sample_bots/cpp/planets/budget.h"
#include "sample_bots/cpp/planets/tally.h"
#include "sample_bots/cpp/planets/tours.h"

namespace planets {

/// Moves for the coming turns, and where they lead.
struct Plan {
  std::vector<Move> moves;
  std::int64_t score = 0;  ///< value picked up on the way
  bool wins = false;
  bool caught = false;    ///< by the last move
  bool is_final = false;  ///< the game is over after the last move, one way or another
  bool is_best = false;   ///< nothing better exists

  bool is_better_than(const Plan& other) const;
};

/// How to search.
struct BeamSettings {
  std::size_t width = 100;  ///< worlds kept a turn
  int caution = 0;          ///< 1: of worlds that look equally good, the ones with ghosts far away
  bool hurried = false;     ///< there is no time for all scraps: the most value that time allows
  std::uint64_t seed = 0;   ///< decides where nothing else does
};

/// Plays all moves from a world, turn by turn; of the worlds that come out it keeps those from which the rest
/// of the scraps is nearest, and of those with the ship on the same cell and the same scraps left only one:
/// so it has the ship in many places, and sees where ghosts follow it to. Ghosts move as the rules say, so
/// what it finds will happen.
class Beam {
 public:
  Beam(const Map& map, Tours& tours) : map_(map), tours_(tours) {}

  /// The best plan found. REQUIRES: turns remain, and tours are about this world or an earlier one.
  Plan search(const World& world, Tours::Set left, const BeamSettings& settings, Budget& budget);

 private:
  /// A world but for what all worlds of a turn have in common (patrols) and the chasing ghosts.
  struct Node {
    Body ship;
    Tours::Set left = 0;
  };
  struct Candidate {
    Node node;
    std::uint32_t parent = 0;
    Move move = Move::stay;
    int rank = 0;
  };
  struct Step {
    std::uint32_t parent = 0;
    Move move = Move::stay;
  };
  struct Best {
    bool known = false;
    std::int64_t score = 0;
    bool caught = false;
    bool wins = false;
    std::size_t depth = 0;  // turns before the last move
    Step last;
  };

  void begin(const World& world, Tours::Set left, const BeamSettings& settings);
  void advance_patrols();
  /// All moves of all nodes. False if the budget is used up or the game is won.
  bool expand(Budget& budget);
  void try_move(std::uint32_t parent, Move move);
  bool patrol_catches(Cell before, Cell after) const;
  bool chaser_catches(std::uint32_t parent, Cell before, Cell after) const;
  void select();
  /// Makes candidates nodes, in order, as long as the settings allow.
  void keep();
  void note(std::int64_t score, bool caught, bool wins, Step last);
  std::uint64_t key_of(const Candidate& candidate) const;
  int danger_of(const Candidate& candidate) const;
  Plan plan() const;
  std::size_t chasers() const { return transparencies_.size(); }

  const Map& map_;
  Tours& tours_;
  BeamSettings settings_;
  std::int64_t score_ = 0;  // at the start
  Tours::Set first_left_ = 0;
  bool can_win_ = false;     // no scrap is out of reach
  std::size_t horizon_ = 0;  // turns that remain at the start
  std::size_t depth_ = 0;
  bool exhaustive_ = true;
  Best best_;

  std::vector<Ghost> patrols_;  // before and after the turn
  std::vector<Ghost> patrols_after_;
  std::vector<std::uint8_t> patrolled_;       // by cell: 1 before, 2 after the turn
  std::vector<Transparency> transparencies_;  // of the chasing ghosts
  std::vector<Node> nodes_;
  std::vector<Body> ghosts_;        // the chasing ghosts of each node
  std::vector<Body> ghosts_after_;  // after the turn
  std::vector<std::uint64_t> ghosts_key_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> bounds_;
  std::vector<std::vector<Step>> steps_;  // by turn and node: how it came about
  Tally seen_;
  Tally places_;
};

}  // namespace planets
