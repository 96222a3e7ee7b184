#include "sample_bots/cpp/snake/maze.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace snake {

Maze::Maze(const std::vector<std::string>& rows) : rows_(static_cast<int>(rows.size())) {
  for (const std::string& row : rows) {
    columns_ = std::max(columns_, static_cast<int>(row.size()));
  }
  marks_.assign(static_cast<std::size_t>((rows_ + 2) * width()), kEdge);
  int row_number = 0;
  for (const std::string& row : rows) {
    for (int column = 0; column < columns_; ++column) {
      const auto at = static_cast<std::size_t>(column);
      marks_[static_cast<std::size_t>(cell(row_number, column))] = at < row.size() ? row[at] : kSpace;
    }
    ++row_number;
  }
  if (const auto found = std::ranges::find(marks_, kStart); found != marks_.end()) {
    start_ = static_cast<int>(found - marks_.begin());
    *found = kSpace;
  }
}

int Maze::default_max_steps() const { return std::min(100'000, std::max(1000, 10 * rows_ * columns_)); }

Snake::Snake(Maze in, bool with_body) : maze(std::move(in)), head(maze.start()), has_body(with_body) {}

Snake::Snake(const Json& view, bool with_body)
    : maze(rows_of(view.at("maze"))),
      drill(view.at("drill").get<int>()),
      coins(view.at("coins").get<int>()),
      has_body(with_body),
      steps(view.at("steps").get<int>()) {
  const auto cell_of = [this](const Json& at) { return maze.cell(at.at(0).get<int>(), at.at(1).get<int>()); };
  head = cell_of(view.at("head"));
  for (const Json& segment : view.at("body")) {
    body.push_back(cell_of(segment));
  }
  exited = maze.mark(head) == kExit;
}

bool Snake::may(std::size_t step) const {
  const int target = head + maze.offsets()[step];
  return maze.open(target) || (maze.mark(target) == kWall && drill > 0);
}

void Snake::take(std::size_t step) {
  const int old_head = head;
  head += maze.offsets()[step];
  ++steps;
  const char met = maze.mark(head);
  if (met == kCoin) {
    grow(old_head);
  } else {
    shift(old_head);
  }
  if (met == kExit) {
    exited = true;
    return;  // the exit is no object: it stays
  }
  if (met == kMishap) {
    halve();
  } else if (met == kDrill) {
    drill += kUsesOfADrill;
  } else if (met == kWall) {
    --drill;
  }
  maze.clear(head);
}

void Snake::grow(int old_head) {
  ++coins;
  if (has_body) {
    body.push_front(old_head);
  }
}

void Snake::shift(int old_head) {
  if (body.empty()) {
    return;
  }
  body.push_front(old_head);
  body.pop_back();
  const auto bitten = std::ranges::find(body, head);
  if (bitten != body.end()) {
    body.erase(bitten, body.end());
    coins = static_cast<int>(body.size());
  }
}

void Snake::halve() {
  coins /= 2;
  if (has_body) {
    body.resize(static_cast<std::size_t>(coins));
  }
}

std::vector<std::string> rows_of(const Json& maze) { return maze.get<std::vector<std::string>>(); }

}  // namespace snake
