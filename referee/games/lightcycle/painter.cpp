#include <utility>

#include <nlohmann/json.hpp>

#include "referee/games/game_pictures.h"
#include "referee/screen/canvas.h"

namespace referee::screen {
namespace {

using Json = nlohmann::json;

/// Column and row; x grows to the right, y downwards.
struct Cell {
  int x = 0;
  int y = 0;
};

struct Cycle {
  std::size_t team = 0;
  bool alive = true;
  bool died_now = false;      ///< in the turn that led to the present view
  std::vector<Cell> trail{};  ///< its present cell included; kept for one view after its death
};

/// Teams after the 26th use the letters again, in other colours.
char32_t letter(char32_t first, std::size_t team) { return first + static_cast<char32_t>(team % 26); }

class LightCyclePainter : public Painter {
 public:
  explicit LightCyclePainter(const Json& setup) : size_(setup.at("size").get<int>()) {
    for (const Json& starts : setup.at("starts")) {
      for (std::size_t i = 0; i < starts.size(); ++i) {
        cycles_.push_back({teams_});
      }
      ++teams_;
    }
  }
  std::unique_ptr<Painter> clone() const override { return std::make_unique<LightCyclePainter>(*this); }
  bool needs_every_view() const override { return true; }

  void see(const Json& view) override {
    for (std::size_t i = 0; i < cycles_.size(); ++i) {
      const Json& at = view.at("cycles").at(i);
      move(cycles_[i], {at.at(0).get<int>(), at.at(1).get<int>()});
    }
  }

  Picture picture() const override {
    Picture picture{.board = Canvas(size_, size_),
                    .row_names = numbers_from_0(size_),
                    .column_names = numbers_from_0(size_)};
    picture.board.fill({kGround, Ink::faint, Rank::ground});
    for (const Cycle& cycle : cycles_) {
      paint(cycle, picture.board);
    }
    picture.notes = {notes()};
    return picture;
  }

  std::vector<std::string> legend() const override {
    return {"A B C ... cycles of the teams a b c ..., and their trails in small letters",
            "x where a cycle was that the last turn has ended; its trail is gone"};
  }

 private:
  /// The trail of a cycle that the last turn has terminated is free in the turn of this view.
  static void move(Cycle& cycle, Cell to) {
    const bool lives = to.x >= 0;
    cycle.died_now = cycle.alive && !lives && !cycle.trail.empty();
    if (cycle.died_now) {
      cycle.trail = {cycle.trail.back()};
    } else if (lives) {
      cycle.trail.push_back(to);
    } else {
      cycle.trail.clear();
    }
    cycle.alive = lives;
  }

  /// No cycle is on another's trail, but another cycle may be on the last cell of a dead one.
  static void paint(const Cycle& cycle, Canvas& board) {
    if (!cycle.alive && !cycle.died_now) {
      return;
    }
    const Ink ink = seat_ink(cycle.team);
    for (const Cell& cell : cycle.trail) {
      Mark& mark = board.at(cell.y, cell.x);
      if (cycle.alive || mark.rank == Rank::ground) {
        mark = {cycle.alive ? letter(U'a', cycle.team) : U'x', ink, Rank::trace};
      }
    }
    if (cycle.alive) {
      board.at(cycle.trail.back().y, cycle.trail.back().x) = {letter(U'A', cycle.team), ink, Rank::actor};
    }
  }

  std::string notes() const {
    std::vector<std::pair<int, int>> by_team(teams_);  // number of living cycles, and of all
    for (const Cycle& cycle : cycles_) {
      by_team[cycle.team].first += cycle.alive;
      ++by_team[cycle.team].second;
    }
    std::string text = "cycles left:";
    for (std::size_t team = 0; team < teams_; ++team) {
      text += ' ';
      text += static_cast<char>(letter(U'A', team));
      text += ' ' + std::to_string(by_team[team].first) + "/" + std::to_string(by_team[team].second);
    }
    return text;
  }

  int size_;
  std::size_t teams_ = 0;
  std::vector<Cycle> cycles_;  // by number
};

std::unique_ptr<Painter> lightcycle_painter(const Json& setup) {
  return std::make_unique<LightCyclePainter>(setup);
}

}  // namespace

}  // namespace referee::screen

namespace referee {

GamePicture lightcycle_picture() { return {.painter = screen::lightcycle_painter}; }

}  // namespace referee
