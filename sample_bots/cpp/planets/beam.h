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
  bool caught = false;    ///< by a ghost, after the last move
  bool is_final = false;  ///< the game is over after the last move, won or not
  bool is_best = false;   ///< nothing better exists

  bool is_better_than(const Plan& other) const;
};

/// How to search.
struct BeamSettings {
  std::size_t width = 100;  ///< worlds kept per turn
  int caution = 0;          ///< 1: of equally good worlds, prefer those with ghosts far away
  bool hurried = false;     ///< there is no time for all scraps: look for the most value in the time
  std::uint64_t seed = 0;   ///< decides between worlds that are equal otherwise
};

/// Beam search: plays all moves from a world, turn by turn, and keeps the worlds that need the fewest turns
/// for the rest of the scraps. Of worlds with the ship on the same cell and the same scraps left it keeps
/// only one, to try many places of the ship and see how ghosts follow it there. Ghosts move by fixed rules,
/// so the future that it finds is exact.
class Beam {
 public:
  Beam(const Map& map, Tours& tours) : map_(map), tours_(tours) {}

  /// The best plan found. REQUIRES: turns remain, and tours are about this world or an earlier one.
  Plan search(const World& world, Tours::Set left, const BeamSettings& settings, Budget& budget);

 private:
  /// A world without its ghosts: all worlds of a turn have the same patrols; ghosts_ has the chasing ghosts.
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
  /// Turns the first candidates into nodes, as many as the settings allow.
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
  std::vector<std::vector<Step>> steps_;  // by turn and node: the move that led to it
  Tally seen_;
  Tally places_;
};

}  // namespace planets
