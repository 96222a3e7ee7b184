#include "referee/games/superball/adapter.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "referee/adapt/game_folder.h"
#include "referee/adapt/program_bot.h"
#include "referee/base/files.h"
#include "referee/games/superball/parts.h"

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
  SuperballGame(std::vector<std::string> words, const Json& setup, const std::filesystem::path& folder)
      : folder_(folder), words_(std::move(words)) {
    for (const char* key : {"rows", "cols", "min_score_size"}) {
      words_.push_back(std::to_string(setup.at(key).get<int>()));
    }
    words_.push_back(setup.at("colors").get<std::string>());
  }

  ProgramCall call(const Json& view) override {
    const auto file = folder_.writable() / kBoardFile;
    put_file(file, superball_board(view));
    return {words_, file, folder_.path()};
  }

  std::string move_in(std::string_view line) const override { return superball_move(line); }

 private:
  GameFolder folder_;
  std::vector<std::string> words_;
};

}  // namespace

std::unique_ptr<HandoutGame> new_superball_game(const std::vector<std::string>& words, const Json& setup,
                                                const std::filesystem::path& folder) {
  return std::make_unique<SuperballGame>(words, setup, folder);
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

namespace {

int play_superball(const std::vector<std::string>& words) {
  const std::vector<std::string> found = found_words(kSuperballAdapter, words);
  return play_program(found, [&](const Json& setup) {
    return new_superball_game(found, setup, std::filesystem::current_path());
  });
}

}  // namespace

constexpr Adapter kSuperballAdapter{.name = "superball",
                                    .game = "superball",
                                    .interpreter = "",
                                    .package = "",
                                    .starts_programs = true,
                                    .expects = kAProgram,
                                    .accepts = is_program,
                                    .play = play_superball,
                                    .program = "./sb-play"};

}  // namespace referee
