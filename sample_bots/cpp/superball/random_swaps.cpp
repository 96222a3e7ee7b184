#include "sample_bots/cpp/superball/random_swaps.h"

namespace superball {

Move RandomSwaps::choose(const Board& board, const Limits&) {
  const auto below = [this](std::size_t n) { return static_cast<std::size_t>(rng_() % n); };
  if (board.empty() < kSwapAdds) {
    if (const auto sets = board.scoring_sets(); !sets.empty()) {
      return {sets[below(sets.size())].goal};
    }
  }
  const auto pieces = board.pieces();
  const std::size_t a = below(pieces.size());
  const std::size_t b = (a + 1 + below(pieces.size() - 1)) % pieces.size();
  return {pieces[a], pieces[b]};
}

}  // namespace superball
