#include "referee/games/snake/adapter.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/games/adapters.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr char kHeadCell = 'o';

class SnakeGame final : public HandoutGame {
 public:
  SnakeGame(std::vector<std::string> arguments, const Json& setup)
      : arguments_(std::move(arguments)),
        cols_(setup.at("cols").get<int>()),
        rows_(setup.at("rows").get<int>()) {}

  ProgramInput input(const Json& view) const override {
    auto maze = view.at("maze").get<std::vector<std::string>>();
    const auto head = view.at("head").get<std::vector<std::size_t>>();
    maze.at(head.at(0)).at(head.at(1)) = kHeadCell;
    std::string text = std::to_string(cols_) + "\n" + std::to_string(rows_) + "\n";
    for (const std::string& row : maze) {
      text.append(row).append("\n");
    }
    return {arguments_, "maze", std::move(text)};
  }

  std::string move_in(std::string_view line) const override {
    return std::string(line.substr(0, line.find_last_not_of(kBlanks) + 1));
  }

 private:
  std::vector<std::string> arguments_;
  int cols_;
  int rows_;
};

}  // namespace

std::unique_ptr<HandoutGame> new_snake_challenge(const Json& setup) {
  return std::make_unique<SnakeGame>(std::vector<std::string>{"--challenge"}, setup);
}

std::unique_ptr<HandoutGame> new_snake_final(const Json& setup) {
  return std::make_unique<SnakeGame>(std::vector<std::string>{}, setup);
}

constexpr Adapter kSnakeChallenge{.name = "snake", .game = "snake", .new_game = new_snake_challenge};
constexpr Adapter kSnakeFinal{.name = "snake-final", .game = "snake", .new_game = new_snake_final};

}  // namespace referee
