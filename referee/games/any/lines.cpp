#include <algorithm>
#include <limits>

#include "referee/base/text.h"
#include "referee/games/any/move_list.h"
#include "referee/games/any/parts.h"
#include "referee/games/game_pictures.h"
#include "referee/screen/canvas.h"
#include "referee/screen/terminal.h"

namespace referee::play {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostMoves = 200;  // shown
constexpr int kColumns = 78;

class AnyLines : public LineController {
 public:
  explicit AnyLines(const InputSetup& setup) : setup_(setup), utf8_(screen::locale_is_utf8()) {}

  std::string position(const Json& view) const override {
    const screen::Picture picture = screen::laid_out(any_picture().painter(setup_.setup)->next(view),
                                                     std::numeric_limits<int>::max(), kColumns);
    std::string text = screen::plain_text(picture.board, utf8_);
    for (const std::string& note : picture.notes) {
      text += screen::plain_line(note, utf8_) + "\n";
    }
    return text + list_of(legal());
  }

  std::string_view prompt() const override { return "Your move: "; }

  Reply receive(std::string_view line) override {
    auto read = legal().read(line);
    if (auto* const move = std::get_if<Json>(&read)) {
      return {std::move(*move), ""};
    }
    return {std::nullopt, std::get<std::string>(read)};
  }

  std::string ending(const ShownResult& result) const override {
    return "The game is over. " + capitalised(result.line(setup_.players));
  }

 private:
  MoveList legal() const { return MoveList(setup_.legal(setup_.seat)); }

  static std::string list_of(const MoveList& moves) {
    if (moves.size() == 0) {
      return "";
    }
    std::string list = "Legal moves:";
    for (std::size_t i = 0; i < std::min(moves.size(), kMostMoves); ++i) {
      list += "  " + moves.entry(i);
    }
    if (moves.size() > kMostMoves) {
      list += "  and " + std::to_string(moves.size() - kMostMoves) + " more";
    }
    std::vector<std::string> lines;
    screen::wrap(list, kColumns, lines);
    std::string text;
    for (const std::string& line : lines) {
      text += escaped(line) + "\n";
    }
    return text;
  }

  InputSetup setup_;
  bool utf8_;
};

}  // namespace

std::unique_ptr<LineController> any_lines(const engines::Game& /*begin*/, const InputSetup& setup) {
  return std::make_unique<AnyLines>(setup);
}

}  // namespace referee::play
