#include "referee/games/superball/adapter.h"

#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/games/adapters.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr const char* kBoardFile = "tmp.superball";  // the name that the course's own player uses

/// What sscanf("%d") reads of `word`, as the rules write it; `word` itself if that is no number.
std::string number_in(std::string_view word) {
  std::string_view digits = word;
  const bool has_sign = digits.starts_with('+') || digits.starts_with('-');
  digits.remove_prefix(has_sign ? 1 : 0);
  digits = digits.substr(0, std::min(digits.find_first_not_of("0123456789"), digits.size()));
  if (digits.empty()) {
    return std::string(word);
  }
  const bool is_zero = digits.find_first_not_of('0') == std::string_view::npos;
  return (word.starts_with('-') && !is_zero ? "-" : "") + std::string(digits);
}

class SuperballGame final : public HandoutGame {
 public:
  explicit SuperballGame(const Json& setup) {
    for (const char* key : {"rows", "cols", "min_score_size"}) {
      arguments_.push_back(std::to_string(setup.at(key).get<int>()));
    }
    arguments_.push_back(setup.at("colors").get<std::string>());
  }

  ProgramInput input(const Json& view) const override {
    return {arguments_, kBoardFile, superball_board(view)};
  }

  std::string move_in(std::string_view line) const override { return superball_move(line); }

 private:
  std::vector<std::string> arguments_;
};

}  // namespace

std::unique_ptr<HandoutGame> new_superball_game(const Json& setup) {
  return std::make_unique<SuperballGame>(setup);
}

std::string superball_move(std::string_view line) {
  std::string move;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    if (line.empty()) {
      return move;
    }
    const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
    move += move.empty() ? std::string(word) : " " + number_in(word);
    line.remove_prefix(word.size());
  }
}

std::string superball_board(const Json& view) {
  std::string board;
  for (const Json& row : view.at("board")) {
    board.append(row.get_ref<const std::string&>()).append("\n");
  }
  return board;
}

std::string superball_position(const Json& view) {
  const std::string empty = view.at("empty").dump();
  return "Empty Cells: " + std::string(empty.size() < 2 ? " " : "") + empty +
         "     Score: " + view.at("score").dump() + "\n\n" + superball_board(view);
}

constexpr Adapter kSuperball{.name = "superball",
                             .game = "superball",
                             .program = "./sb-play",
                             .works_in = WorksIn::copy,
                             .new_game = new_superball_game};

}  // namespace referee
