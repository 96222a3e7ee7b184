#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/tournament/run/block_times.h"
#include "referee/tournament/run/ladder_matching.h"

namespace referee {

/// Matches of a game of one seat: every entrant plays each instance of the open block once, in their order.
class BlockMatching final : public LadderMatching {
 public:
  explicit BlockMatching(const BlockTerms& terms) : instances_(terms.instances), times_(terms) {}

  void arrive(Entrant entrant) override { at(entrant).here = true; }
  void leave(Entrant entrant) override { at(entrant).here = false; }
  /// A match of the free entrant that has played the fewest instances of the open block; nothing: no one is
  /// free, or no block is open.
  std::optional<LadderMatch> next(TimePoint now) override;
  void begin(const LadderMatch& match) override { at(match.entrants.front()).playing = true; }
  void end(const LadderMatch& match, const LadderGame* result) override;
  void count(const LadderGame& result) override;
  /// Each instance of a block takes the next one.
  std::optional<int> turn_of(const LadderMatch& match) const override;
  std::string waiting_text(Entrant entrant, TimePoint now) const override;
  void begin_block(int block) override;

  /// Whether the entrant has played all instances of the open block.
  bool is_through(Entrant entrant) const;

 private:
  struct State {
    bool here = false;
    bool playing = false;
    std::set<int> played = {};  // instances of the open block
  };
  State& at(Entrant entrant);

  int instances_;
  BlockTimes times_;
  int block_ = 0;
  std::vector<State> states_;  // by entrant
};

}  // namespace referee
