#include "referee/tournament/run/block_matching.h"

#include <algorithm>

namespace referee {

BlockMatching::State& BlockMatching::at(Entrant entrant) {
  if (entrant >= states_.size()) {
    states_.resize(entrant + 1);
  }
  return states_[entrant];
}

bool BlockMatching::is_through(Entrant entrant) const {
  return entrant < states_.size() && states_[entrant].played.size() >= static_cast<std::size_t>(instances_);
}

std::optional<int> BlockMatching::turn_of(const LadderMatch& match) const {
  return match.instance ? (match.instance->block - 1) * instances_ + match.instance->number
                        : LadderMatching::turn_of(match);
}

std::optional<LadderMatch> BlockMatching::next(TimePoint /*now*/) {
  std::optional<Entrant> next;
  for (Entrant entrant = 0; entrant < states_.size(); ++entrant) {
    const State& state = states_[entrant];
    const bool is_free = state.here && !state.playing && !is_through(entrant);
    if (is_free && (!next || state.played.size() < states_[*next].played.size())) {
      next = entrant;
    }
  }
  if (!next || block_ == 0) {
    return std::nullopt;
  }
  int instance = 1;
  while (states_[*next].played.contains(instance)) {
    ++instance;
  }
  LadderMatch match{.entrants = {*next}, .instance = BlockInstance{block_, instance}};
  begin(match);
  return match;
}

void BlockMatching::end(const LadderMatch& match, const LadderGame* result) {
  at(match.entrants.front()).playing = false;
  if (result != nullptr) {
    count(*result);
  }
}

void BlockMatching::count(const LadderGame& result) {
  if (result.instance && result.instance->block == block_) {
    at(result.entrants.front()).played.insert(result.instance->number);
  }
}

std::string BlockMatching::waiting_text(Entrant entrant, TimePoint /*now*/) const {
  return is_through(entrant) ? "you have played all instances: " + times_.text(block_)
                             : "your next match is called soon";
}

void BlockMatching::begin_block(int block) {
  block_ = block;
  for (State& state : states_) {
    state.played.clear();
  }
}

}  // namespace referee
