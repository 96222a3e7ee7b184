#include <algorithm>
#include <string>

#include "referee/games/lightcycle/parts.h"
#include "referee/screen/canvas.h"

namespace referee::play {
namespace {

constexpr std::size_t kMostDigits = 9;

/// One of the person's cycles; x is a column, y a row.
struct Cycle {
  int x = 0;
  int y = 0;
  bool alive = true;
  bool has_moved = false;
  Direction heading = Direction::up;  // the direction of its next step
  Direction behind = Direction::up;   // the direction of its last cell, if it has moved
};

char32_t arrow_of(Direction way) {
  constexpr char32_t kArrows[] = {screen::kUp, screen::kRight, screen::kDown, screen::kLeft};
  return kArrows[static_cast<std::size_t>(way)];
}

class LightCycleInput : public InputController {
 public:
  explicit LightCycleInput(const InputSetup& setup)
      : size_(setup.setup.at("size").get<int>()), seat_(setup.seat), players_(setup.players) {
    for (const Json& team : setup.setup.at("starts")) {
      first_.push_back(lives_.size());
      lives_.resize(lives_.size() + team.size(), true);
    }
    const Json& starts = setup.setup.at("starts").at(seat_);
    for (const Json& start : starts) {
      Cycle cycle{start.at(0).get<int>(), start.at(1).get<int>()};
      cycle.heading = widest_way(cycle);
      cycles_.push_back(cycle);
    }
  }

  void ask(const Json& view) override {
    notes_.clear();
    const Json& places = view.at("cycles");
    for (std::size_t i = 0; i < cycles_.size(); ++i) {
      follow(cycles_[i], places.at(first_[seat_] + i));
    }
    for (std::size_t team = 0; team < players_.size(); ++team) {
      tell_losses(team, places);
    }
    if (!cycles_[chosen_].alive) {
      choose_next();
    }
  }

  std::optional<Json> press(const screen::KeyPress& key) override {
    notes_.clear();
    if (key.key == screen::Key::enter || key == screen::KeyPress{screen::Key::letter, ' '}) {
      return move();
    }
    if (const auto way = direction_of(key, "")) {
      turn(*way);
    } else if (key == screen::KeyPress{screen::Key::letter, 'n'}) {
      choose_next();
    } else if (key.key == screen::Key::letter && key.letter >= '1' && key.letter <= '9') {
      choose(static_cast<std::size_t>(key.letter - '1'));
    }
    return std::nullopt;
  }

  std::vector<std::string> notes() const override {
    std::string cycles;
    for (std::size_t i = 0; i < cycles_.size(); ++i) {
      cycles += (i == 0 ? "" : "   ") + number_of(i) + ": " +
                (cycles_[i].alive ? std::string(name_of(cycles_[i].heading)) : "gone") +
                (i == chosen_ ? " (chosen)" : "");
    }
    std::vector<std::string> lines = {std::move(cycles)};
    lines.insert(lines.end(), notes_.begin(), notes_.end());
    return lines;
  }

  /// Numbers where the person's cycles are, and arrows where they will go.
  void mark(screen::Canvas& board) const override {
    for (std::size_t i = 0; i < cycles_.size(); ++i) {
      const Cycle& cycle = cycles_[i];
      if (!cycle.alive) {
        continue;
      }
      screen::Mark& at = board.at(cycle.y, cycle.x);
      at.glyph = i < kMostDigits ? U'1' + static_cast<char32_t>(i) : at.glyph;
      at.reversed = i == chosen_;
      const int row = cycle.y + rows_of(cycle.heading);
      const int column = cycle.x + columns_of(cycle.heading);
      if (on_board(row, column) && board.at(row, column).rank == screen::Rank::ground) {
        board.at(row, column) = {arrow_of(cycle.heading), at.ink, screen::Rank::ground};
      }
    }
  }

  Place focus() const override { return {cycles_[chosen_].y, cycles_[chosen_].x}; }
  std::string keys() const override { return "1 2 3: cycle   arrows: turn it   space: all move"; }
  std::vector<KeyHelp> all_keys() const override {
    return {{"1 2 3 ...", "choose a cycle of yours; n: the next one"},
            {"arrows", "turn the chosen cycle; it keeps its way until turned again"},
            {"space, enter", "everybody moves: a turn ends only with this"}};
  }

 private:
  static std::string number_of(std::size_t cycle) { return std::to_string(cycle + 1); }
  bool on_board(int row, int column) const {
    return row >= 0 && column >= 0 && row < size_ && column < size_;
  }

  /// The direction in which the edge is farthest: a cycle goes there until the person turns it.
  Direction widest_way(const Cycle& cycle) const {
    const int room[] = {cycle.y, size_ - 1 - cycle.x, size_ - 1 - cycle.y, cycle.x};
    return static_cast<Direction>(std::ranges::max_element(room) - room);
  }

  static Direction way_to(int columns, int rows) {
    if (rows != 0) {
      return rows < 0 ? Direction::up : Direction::down;
    }
    return columns < 0 ? Direction::left : Direction::right;
  }

  static void follow(Cycle& cycle, const Json& place) {
    const int x = place.at(0).get<int>();
    const int y = place.at(1).get<int>();
    cycle.alive = x >= 0;
    if (cycle.alive && (x != cycle.x || y != cycle.y)) {
      cycle.has_moved = true;
      cycle.heading = way_to(x - cycle.x, y - cycle.y);  // another than the chosen one in given turns
      cycle.behind = opposite(cycle.heading);
      cycle.x = x;
      cycle.y = y;
    }
  }

  void tell_losses(std::size_t team, const Json& places) {
    const std::size_t end = team + 1 < first_.size() ? first_[team + 1] : lives_.size();
    for (std::size_t i = first_[team]; i < end; ++i) {
      const bool lives = places.at(i).at(0).get<int>() >= 0;
      if (lives_[i] && !lives) {
        notes_.push_back((team == seat_ ? "Your" : players_[team] + "'s") + std::string(" cycle ") +
                         number_of(i - first_[team]) + " is gone.");
      }
      lives_[i] = lives;
    }
  }

  void choose(std::size_t cycle) {
    if (cycle >= cycles_.size()) {
      return;
    }
    if (!cycles_[cycle].alive) {
      notes_ = {"Cycle " + number_of(cycle) + " is gone."};
      return;
    }
    chosen_ = cycle;
  }

  /// Chooses the next living cycle, the first again after the last; the same if there is no other.
  void choose_next() {
    for (std::size_t i = 0; i < cycles_.size(); ++i) {
      chosen_ = (chosen_ + 1) % cycles_.size();
      if (cycles_[chosen_].alive) {
        return;
      }
    }
  }

  /// Turns the chosen cycle. Refuses the cell that it has just left, because its own trail is there.
  void turn(Direction way) {
    Cycle& cycle = cycles_[chosen_];
    if (cycle.has_moved && way == cycle.behind) {
      notes_ = {"Cycle " + number_of(chosen_) + " cannot turn round: there is its own trail."};
      return;
    }
    cycle.heading = way;
  }

  Json move() const {
    Json cells = Json::array();
    for (const Cycle& cycle : cycles_) {
      cells.push_back(
          cycle.alive ? Json::array({cycle.x + columns_of(cycle.heading), cycle.y + rows_of(cycle.heading)})
                      : Json());
    }
    return cells;
  }

  int size_;
  std::size_t seat_;
  std::vector<std::string> players_;
  std::vector<std::size_t> first_;  // number of a team's first cycle
  std::vector<bool> lives_;         // by number over all teams, at the newest ask()
  std::vector<Cycle> cycles_;       // the person's own
  std::size_t chosen_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace

std::unique_ptr<InputController> lightcycle_input(const InputSetup& setup) {
  return std::make_unique<LightCycleInput>(setup);
}

}  // namespace referee::play
