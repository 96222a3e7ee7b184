#include "referee/match/wall_comparison.h"

namespace referee {

void WallComparison::answered(const Answer& answer, WallOver& over) {
  const Microseconds limit = on_wall_.limit(answer.score);
  const bool exceeded = exceeds(answer.wall, answer.score);
  on_wall_.charge(answer.wall);
  if (!exceeded) {
    return;
  }
  if (over.count++ == 0) {
    over.first_turn = answer.turn;
    over.first = answer.wall;
    over.first_spent = answer.spent;
    over.first_limit = limit;
  }
  if (answer.wall > over.worst) {
    over.worst = answer.wall;
    over.worst_turn = answer.turn;
  }
}

}  // namespace referee
