#include <variant>

#include "engines/registry.h"
#include "referee/games/superball/adapter.h"
#include "referee/games/superball/parts.h"

namespace referee::play {
namespace {

using Json = nlohmann::json;

class SuperballLines : public LineController {
 public:
  explicit SuperballLines(const engines::Game& begin) : game_(begin.clone()) {}

  std::string position(const Json& view) const override { return superball_position(view); }
  std::string_view prompt() const override { return "Your Move: "; }

  Reply receive(std::string_view line) override {
    auto submitted = game_->submit(0, Json(line));
    if (const auto* refusal = std::get_if<engines::Refusal>(&submitted)) {
      return {std::nullopt, refusal->why};
    }
    game_->settle(0, engines::Microseconds{0}, false);
    game_->step();
    return {Json::parse(std::get<std::string>(submitted)), ""};
  }

  std::string ending(const ShownResult& result) const override {
    return "Game over. Final Score: " + result.values.front();
  }

 private:
  std::unique_ptr<engines::Game> game_;
};

}  // namespace

std::unique_ptr<LineController> superball_lines(const engines::Game& begin, const InputSetup& /*setup*/) {
  return std::make_unique<SuperballLines>(begin);
}

}  // namespace referee::play
