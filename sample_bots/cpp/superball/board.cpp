#include "sample_bots/cpp/superball/board.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

namespace superball {
namespace {

constexpr int kEdgeRows = 2;     // without goal cells, above and below
constexpr int kGoalColumns = 2;  // at either side

constexpr bool is_capital(char letter) { return letter >= 'A' && letter <= 'Z'; }
constexpr char upper(char letter) { return static_cast<char>(letter - 'a' + 'A'); }
constexpr char lower(char letter) {
  return is_capital(letter) ? static_cast<char>(letter - 'A' + 'a') : letter;
}

}  // namespace

Rules rules_of(const Json& setup) {
  Rules rules;
  rules.rows = setup.at("rows").get<int>();
  rules.columns = setup.at("cols").get<int>();
  rules.min_score_size = setup.at("min_score_size").get<int>();
  rules.colours = setup.at("colors").get<std::string>();
  return rules;
}

std::string text_of(const Move& move, const Rules& rules) {
  const auto place = [&rules](int cell) {
    std::string text = std::to_string(cell / rules.columns);
    text += ' ';
    text += std::to_string(cell % rules.columns);
    return text;
  };
  std::string line = move.is_score() ? "SCORE " : "SWAP ";
  line += place(move.a);
  if (!move.is_score()) {
    line += ' ';
    line += place(move.b);
  }
  return line;
}

Board::Board(Rules rules)
    : rules_(std::move(rules)),
      cells_(static_cast<std::size_t>(rules_.cells()), kEmpty),
      goals_(cells_.size()),
      empty_(rules_.cells()) {
  for (int cell = 0; cell < rules_.cells(); ++cell) {
    const int row = cell / rules_.columns;
    const int column = cell % rules_.columns;
    goals_[static_cast<std::size_t>(cell)] =
        row >= kEdgeRows && row < rules_.rows - kEdgeRows &&
        (column < kGoalColumns || column >= rules_.columns - kGoalColumns);
  }
}

Board::Board(Rules rules, const std::vector<std::string>& rows) : Board(std::move(rules)) {
  if (rows.size() != static_cast<std::size_t>(rules_.rows)) {
    throw std::invalid_argument("got " + std::to_string(rows.size()) + " rows, expected " +
                                std::to_string(rules_.rows));
  }
  int cell = 0;
  for (const std::string& row : rows) {
    const std::string where = "row " + std::to_string(cell / rules_.columns);
    if (row.size() != static_cast<std::size_t>(rules_.columns)) {
      throw std::invalid_argument(where + ": got " + std::to_string(row.size()) + " characters, expected " +
                                  std::to_string(rules_.columns));
    }
    for (const char mark : row) {
      goals_[static_cast<std::size_t>(cell)] = mark == '*' || is_capital(mark);
      if (mark != '.' && mark != '*') {
        const auto colour = rules_.colours.find(lower(mark));
        if (colour == std::string::npos) {
          throw std::invalid_argument(where + ": '" + mark + "' is neither a colour nor an empty cell");
        }
        place(cell, static_cast<int>(colour));
      }
      ++cell;
    }
  }
}

std::vector<int> Board::pieces() const {
  std::vector<int> cells;
  for (int cell = 0; cell < rules_.cells(); ++cell) {
    if (at(cell) != kEmpty) {
      cells.push_back(cell);
    }
  }
  return cells;
}

std::vector<Set> Board::sets() const {
  std::vector<Set> all;
  std::vector<bool> seen(cells_.size());
  for (const int cell : pieces()) {
    if (!seen[static_cast<std::size_t>(cell)]) {
      all.push_back(flood(cell, seen));
    }
  }
  return all;
}

Set Board::set_of(int cell) const {
  std::vector<bool> seen(cells_.size());
  return flood(cell, seen);
}

std::vector<Set> Board::scoring_sets() const {
  std::vector<Set> found = sets();
  std::erase_if(found, [this](const Set& set) {
    return set.goal < 0 || set.cells.size() < static_cast<std::size_t>(rules_.min_score_size);
  });
  return found;
}

Set Board::flood(int start, std::vector<bool>& seen) const {
  Set set{at(start), {start}, -1};
  seen[static_cast<std::size_t>(start)] = true;
  for (std::size_t next = 0; next < set.cells.size(); ++next) {
    const int cell = set.cells[next];
    const int column = cell % rules_.columns;
    if (is_goal(cell)) {
      set.goal = cell;
    }
    const auto visit = [&](bool inside, int neighbour) {
      if (inside && at(neighbour) == set.colour && !seen[static_cast<std::size_t>(neighbour)]) {
        seen[static_cast<std::size_t>(neighbour)] = true;
        set.cells.push_back(neighbour);
      }
    };
    visit(cell >= rules_.columns, cell - rules_.columns);
    visit(column > 0, cell - 1);
    visit(column + 1 < rules_.columns, cell + 1);
    visit(cell + rules_.columns < rules_.cells(), cell + rules_.columns);
  }
  return set;
}

bool Board::legal(const Move& move) const {
  const auto holds_piece = [this](int cell) {
    return cell >= 0 && cell < rules_.cells() && at(cell) != kEmpty;
  };
  if (!holds_piece(move.a)) {
    return false;
  }
  if (!move.is_score()) {
    return move.a != move.b && holds_piece(move.b);
  }
  return is_goal(move.a) && set_of(move.a).cells.size() >= static_cast<std::size_t>(rules_.min_score_size);
}

int Board::play(const Move& move) {
  if (!move.is_score()) {
    std::swap(cells_[static_cast<std::size_t>(move.a)], cells_[static_cast<std::size_t>(move.b)]);
    return 0;
  }
  const Set set = set_of(move.a);
  for (const int cell : set.cells) {
    cells_[static_cast<std::size_t>(cell)] = kEmpty;
  }
  empty_ += static_cast<int>(set.cells.size());
  return static_cast<int>(set.cells.size()) * rules_.value(set.colour);
}

void Board::place(int cell, int colour) {
  cells_[static_cast<std::size_t>(cell)] = static_cast<std::int8_t>(colour);
  --empty_;
}

std::vector<std::string> Board::rows() const {
  std::vector<std::string> rows(static_cast<std::size_t>(rules_.rows));
  for (int cell = 0; cell < rules_.cells(); ++cell) {
    const bool goal = is_goal(cell);
    char mark = goal ? '*' : '.';
    if (at(cell) != kEmpty) {
      const char letter = rules_.colours[static_cast<std::size_t>(at(cell))];
      mark = goal ? upper(letter) : letter;
    }
    rows[static_cast<std::size_t>(cell / rules_.columns)] += mark;
  }
  return rows;
}

}  // namespace superball
