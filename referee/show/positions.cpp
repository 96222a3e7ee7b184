#include "referee/show/positions.h"

#include <string>

#include <nlohmann/json.hpp>

namespace referee::show {

Positions::Positions(std::string_view record) : replay_(record) {
  steps_ = turn_steps_of(replay_.header().at("game").get_ref<const std::string&>(), replay_.game().options());
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
