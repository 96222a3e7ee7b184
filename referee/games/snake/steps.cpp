#include "referee/games/snake/steps.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "engines/registry.h"

namespace referee::show {
namespace {

constexpr int kTurns = 100'000;  // the most that the options may allow, as of steps

std::unique_ptr<engines::Game> game_of(nlohmann::json options) {
  options["whole_path"] = false;
  options["max_turns"] = kTurns;
  return engines::find_game("snake")->make(options, {});
}

}  // namespace

SnakeSteps::SnakeSteps(nlohmann::json options) : game_(game_of(std::move(options))) {}

SnakeSteps::SnakeSteps(const SnakeSteps& other)
    : game_(other.game_->clone()), steps_(other.steps_), taken_(other.taken_) {}

void SnakeSteps::begin(std::string steps) {
  steps_ = std::move(steps);
  taken_ = 0;
}

void SnakeSteps::next() {
  game_->submit(0, std::string(1, steps_[taken_++]));
  game_->settle(0, engines::Microseconds(0), false);
  game_->step();
}

}  // namespace referee::show
