#include "referee/games/turn_steps.h"

#include "engines/snake/snake.h"
#include "referee/games/snake/steps.h"

namespace referee::show {

std::unique_ptr<TurnSteps> turn_steps_of(std::string_view game, const nlohmann::json& options) {
  return game == engines::Snake::kName ? snake_steps(options) : nullptr;
}

}  // namespace referee::show
