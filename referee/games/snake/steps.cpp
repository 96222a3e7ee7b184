#include "referee/games/snake/steps.h"

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "engines/registry.h"

namespace referee::show {
namespace {

constexpr int kTurns = 100'000;  // the largest value of max_turns, and of max_steps

std::unique_ptr<engines::Game> game_of(nlohmann::json options) {
  options["whole_path"] = false;
  options["max_turns"] = kTurns;
  return engines::find_game("snake")->make(options, {});
}

class SnakeSteps : public TurnSteps {
 public:
  explicit SnakeSteps(nlohmann::json options) : game_(game_of(std::move(options))) {}
  SnakeSteps(const SnakeSteps& other)
      : game_(other.game_->clone()), steps_(other.steps_), taken_(other.taken_) {}

  std::unique_ptr<TurnSteps> clone() const override { return std::make_unique<SnakeSteps>(*this); }

  void begin(const nlohmann::json& events) override {
    steps_ = events.at("steps").get<std::string>();
    taken_ = 0;
  }
  void next() override {
    game_->submit(0, std::string(1, steps_[taken_++]));
    game_->settle(0, engines::Microseconds(0), false);
    game_->step();
  }
  std::size_t taken() const override { return taken_; }
  std::size_t left() const override { return steps_.size() - taken_; }
  nlohmann::json view(engines::Observer observer) const override { return game_->view(observer); }

 private:
  std::unique_ptr<engines::Game> game_;
  std::string steps_;  // of the present turn
  std::size_t taken_ = 0;
};

}  // namespace

std::unique_ptr<TurnSteps> snake_steps(const nlohmann::json& options) {
  return std::make_unique<SnakeSteps>(options);
}

}  // namespace referee::show
