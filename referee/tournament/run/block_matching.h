#pragma once

#include <set>
#include <vector>

#include "referee/tournament/run/ladder_matching.h"

namespace referee {

/// Matches of a game of one seat: every entrant plays each instance of the open block once, in their order.
class BlockMatching final : public LadderMatching {
 public:
  /// `instances`: of a block, from 1.
  explicit BlockMatching(int instances) : instances_(instances) {}

  void arrive(Entrant entrant) override { at(entrant).here = true; }
  void leave(Entrant entrant) override { at(entrant).here = false; }
  /// A match of the free entrant that has played the fewest instances of the open block; nothing: no one is
  /// free, or no block is open.
  std::optional<LadderMatch> next() override;
  void begin(const LadderMatch& match) override { at(match.entrants.front()).playing = true; }
  void end(const LadderMatch& match, const GameResult* result) override;
  void count(const GameResult& result) override;
  void begin_block(int block) override;

  /// Whether the entrant has played all instances of the open block.
  bool is_through(Entrant entrant) const override;

 private:
  struct State {
    bool here = false;
    bool playing = false;
    std::set<int> played = {};  // instances of the open block
  };
  State& at(Entrant entrant);

  int instances_;
  int block_ = 0;
  std::vector<State> states_;  // by entrant
};

}  // namespace referee
