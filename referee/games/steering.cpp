#include "referee/games/steering.h"

#include <stdexcept>

namespace referee::play {

std::unique_ptr<Steering> steering_of(std::string_view game, const Helm& helm) {
  if (game == "planets") {
    return planets_steering();
  }
  if (game == "lightcycle") {
    return lightcycle_steering(helm);
  }
  if (game == "snake") {
    return snake_steering();
  }
  if (game == "walls") {
    return walls_steering(helm);
  }
  throw std::logic_error("nobody can steer this game");
}

}  // namespace referee::play
