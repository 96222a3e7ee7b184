#include "referee/show/reel.h"

#include <nlohmann/json.hpp>

#include "referee/games/painters.h"

namespace referee::show {

Reel::Reel(std::string_view record) : replay_(record) {
  const auto& game = replay_.header().at("game").get_ref<const std::string&>();
  if (game == "snake") {
    steps_.emplace(replay_.game().options());
  }
  painter_ = screen::painter_of(game, replay_.game().setup());
  painter_->see(view());
}

Reel::Reel(const Reel& other)
    : replay_(other.replay_), steps_(other.steps_), painter_(other.painter_->clone()) {}

bool Reel::next() {
  if (!in_turn()) {
    if (!replay_.next_turn()) {
      return false;
    }
    if (steps_) {
      steps_->begin(replay_.line().at("events").at("steps").get<std::string>());
    }
  }
  if (in_turn()) {
    steps_->next();
  }
  if (painter_->needs_every_view()) {
    painter_->see(view());
  }
  return true;
}

std::string Reel::step_text() const {
  if (!in_turn()) {
    return "";
  }
  return ", step " + std::to_string(steps_->taken()) + " of " +
         std::to_string(steps_->taken() + steps_->left());
}

screen::Picture Reel::picture() {
  if (!painter_->needs_every_view()) {
    painter_->see(view());
  }
  return painter_->picture();
}

}  // namespace referee::show
