#include "sample_bots/cpp/superball/expert.h"

#include "sample_bots/cpp/superball/weights.h"

namespace superball {

Expert::Game::Game(const Board& board, std::uint64_t seed)
    : shape(board), planner(shape, learned_weights(), seed) {}

Move Expert::choose(const Board& board, const Limits& limits) {
  if (!Shape::fits(board.rules())) {
    return gatherer_.choose(board, limits);
  }
  if (!game_) {
    game_ = std::make_unique<Game>(board, seed_);
  }
  const Shape& shape = game_->shape;
  const Choice choice = game_->planner.choose(Position(shape, board), limits);
  const int a = shape.cell_of(choice.a);
  return choice.b < 0 ? Move{a} : Move{a, shape.cell_of(choice.b)};
}

}  // namespace superball
