#include "referee/games/snake/adapter.h"

#include <nlohmann/json.hpp>

#include "referee/adapt/program_bot.h"
#include "referee/base/files.h"
#include "referee/games/snake/parts.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr char kHeadCell = 'o';

class SnakeGame final : public HandoutGame {
 public:
  SnakeGame(std::vector<std::string> words, const Json& setup)
      : words_(std::move(words)), cols_(setup.at("cols").get<int>()), rows_(setup.at("rows").get<int>()) {}

  ProgramCall call(const Json& view) override {
    auto maze = view.at("maze").get<std::vector<std::string>>();
    const auto head = view.at("head").get<std::vector<std::size_t>>();
    maze.at(head.at(0)).at(head.at(1)) = kHeadCell;
    std::string text = std::to_string(cols_) + "\n" + std::to_string(rows_) + "\n";
    for (const std::string& row : maze) {
      text.append(row).append("\n");
    }
    const auto file = folder_.path() / "maze";
    put_file(file, text);
    return {words_, file};
  }

  std::string move_in(std::string_view line) const override {
    return std::string(line.substr(0, line.find_last_not_of(kBlanks) + 1));
  }

 private:
  ScratchFolder folder_;
  std::vector<std::string> words_;
  int cols_;
  int rows_;
};

}  // namespace

std::unique_ptr<HandoutGame> new_snake_game(const std::vector<std::string>& words, const Json& setup) {
  return std::make_unique<SnakeGame>(words, setup);
}

namespace {

int play_snake(const std::vector<std::string>& found) {
  return play_program(found, [&](const Json& setup) { return new_snake_game(found, setup); });
}

int play_challenge(const std::vector<std::string>& words) {
  std::vector<std::string> found = found_words(kSnakeAdapters[0], words);
  found.emplace_back("--challenge");
  return play_snake(found);
}

int play_final(const std::vector<std::string>& words) {
  return play_snake(found_words(kSnakeAdapters[1], words));
}

constexpr Adapter adapter_for(std::string_view name, int (*play)(const std::vector<std::string>&)) {
  return {.name = name,
          .game = "snake",
          .interpreter = "",
          .package = "",
          .starts_programs = true,
          .expects = kAProgram,
          .accepts = is_program,
          .play = play};
}

}  // namespace

constexpr std::array<Adapter, 2> kSnakeAdapters = {adapter_for("snake", play_challenge),
                                                   adapter_for("snake-final", play_final)};

}  // namespace referee
