#include "referee/show/positions.h"

#include <string>

#include <nlohmann/json.hpp>

#include "referee/games/game_pictures.h"

namespace referee::show {

Positions::Positions(std::string_view record) : replay_(record) {
  const GamePicture& picture = picture_of(replay_.header().at("game").get_ref<const std::string&>());
  if (picture.turn_steps != nullptr) {
    steps_ = picture.turn_steps(replay_.game().options());
  }
}

Positions::Positions(const Positions& other)
    : replay_(other.replay_), steps_(other.steps_ ? other.steps_->clone() : nullptr) {}

bool Positions::next() {
  if (!in_turn()) {
    if (!replay_.next_turn()) {
      return false;
    }
    if (steps_) {
      steps_->begin(replay_.line().at("events"));
    }
  }
  if (in_turn()) {
    steps_->next();
  }
  return true;
}

nlohmann::json Positions::view(engines::Observer observer) const {
  return in_turn() ? steps_->view(observer) : replay_.game().view(observer);
}

}  // namespace referee::show
