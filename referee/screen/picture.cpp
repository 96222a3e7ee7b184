#include "referee/screen/picture.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "protocol/require.h"
#include "referee/base/unicode/unicode.h"

namespace referee::screen {
namespace {

int divided_up(int number, int by) { return number / by + (number % by != 0 ? 1 : 0); }

/// Counts the marks of a block that have the highest rank of all.
class Vote {
 public:
  void add(const Mark& mark) {
    if (!counts_.empty() && mark.rank < counts_.front().first.rank) {
      return;
    }
    if (!counts_.empty() && mark.rank > counts_.front().first.rank) {
      counts_.clear();
    }
    const auto found = std::ranges::find(counts_, mark, &Count::first);
    if (found == counts_.end()) {
      counts_.emplace_back(mark, 1);
    } else {
      ++found->second;
    }
  }
  /// The first of those with most votes. REQUIRES: one was added.
  const Mark& winner() const {
    REQUIRE(!counts_.empty());
    return std::ranges::max_element(counts_, {}, &Count::second)->first;
  }
  void clear() { counts_.clear(); }

 private:
  using Count = std::pair<Mark, int>;
  std::vector<Count> counts_;
};

/// Two columns for each cell of one. Walls fill both, so that they stay in one piece.
Picture widened(const Picture& picture) {
  Picture wide = picture;
  const Canvas& board = picture.board;
  wide.board = Canvas(board.rows(), 2 * board.columns());
  wide.columns_per_cell = 2;
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column) {
      const Mark& mark = board.at(row, column);
      const bool fills = mark.ink == Ink::wall || mark.glyph == kSolid;
      wide.board.at(row, 2 * column) = mark;
      wide.board.at(row, 2 * column + 1) = fills ? mark : Mark{.reversed = mark.reversed};
    }
  }
  return wide;
}

int length_of(const std::u32string& name) { return static_cast<int>(name.size()); }

std::vector<std::u32string> glyphs_of(const std::vector<std::string>& names) {
  std::vector<std::u32string> all;
  for (const std::string& name : names) {
    all.push_back(unicode::decoded_with_replacements(name));
  }
  return all;
}

int longest_of(const std::vector<std::u32string>& names) {
  return names.empty() ? 0 : length_of(std::ranges::max(names, {}, &std::u32string::size));
}

/// A letter of a name; "?" for one that a terminal does not show.
Mark letter(char32_t glyph) { return {is_glyph(glyph) ? glyph : U'?'}; }

/// With the names at its edges.
Picture labelled(const Picture& picture) {
  const Canvas& board = picture.board;
  const std::vector<std::u32string> rows = glyphs_of(picture.row_names);
  const std::vector<std::u32string> columns = glyphs_of(picture.column_names);
  const int top = longest_of(columns);
  const int left = rows.empty() ? 0 : longest_of(rows) + 1;
  Picture labelled = picture;
  labelled.board = Canvas(top + board.rows(), left + board.columns());
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column) {
      labelled.board.at(top + row, left + column) = board.at(row, column);
    }
  }
  for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
    int column = left - 1 - length_of(rows[static_cast<std::size_t>(row)]);
    for (const char32_t glyph : rows[static_cast<std::size_t>(row)]) {
      labelled.board.at(top + row, column++) = letter(glyph);
    }
  }
  for (int cell = 0; cell < static_cast<int>(columns.size()); ++cell) {
    int row = top - length_of(columns[static_cast<std::size_t>(cell)]);
    for (const char32_t glyph : columns[static_cast<std::size_t>(cell)]) {
      labelled.board.at(row++, left + cell * picture.columns_per_cell) = letter(glyph);
    }
  }
  return labelled;
}

}  // namespace

std::vector<std::string> numbers_from_0(int count) {
  std::vector<std::string> names;
  for (int number = 0; number < count; ++number) {
    names.push_back(std::to_string(number));
  }
  return names;
}

Picture laid_out(const Picture& picture, int rows, int columns) {
  const auto fits = [&](const Picture& laid) {
    return laid.board.rows() <= rows && laid.board.columns() <= columns;
  };
  Picture laid = picture;
  if (picture.columns_per_cell == 1) {
    if (Picture wide = widened(picture); fits(wide)) {
      laid = std::move(wide);
    }
  }
  Picture with_names = labelled(laid);
  return fits(with_names) ? with_names : laid;
}

std::string Scale::text() const {
  if (rows == columns) {
    return "1:" + std::to_string(rows);
  }
  return "1:" + std::to_string(rows) + " down, 1:" + std::to_string(columns) + " across";
}

Scale scale_to_fit(const Picture& picture, int rows, int columns) {
  REQUIRE(rows > 0 && columns > 0);
  const Canvas& board = picture.board;
  if (board.rows() <= rows && board.columns() <= columns) {
    return {};
  }
  const int cells = board.columns() / picture.columns_per_cell;
  const int widths = std::max(columns / picture.columns_per_cell, 1);
  Scale scale{.rows = divided_up(board.rows(), rows), .columns = divided_up(cells, widths)};
  const int twice = picture.columns_per_cell == 1 ? 2 : 1;
  scale.columns = std::max(scale.columns, scale.rows / twice);
  scale.rows = std::max(scale.rows, scale.columns);
  return scale;
}

Canvas scaled(const Picture& picture, const Scale& scale) {
  if (scale.is_full()) {
    return picture.board;
  }
  const Canvas& board = picture.board;
  const int across = scale.columns * picture.columns_per_cell;
  Canvas small(divided_up(board.rows(), scale.rows),
               divided_up(board.columns(), across) * picture.columns_per_cell);
  Vote vote;
  for (int row = 0; row < small.rows(); ++row) {
    for (int column = 0; column < small.columns(); ++column) {
      // A mark's column within its cell stays what it is: letters to letters, arrows to arrows.
      const int cell = column / picture.columns_per_cell;
      const int within = column % picture.columns_per_cell;
      vote.clear();
      for (int y = row * scale.rows; y < std::min((row + 1) * scale.rows, board.rows()); ++y) {
        for (int x = cell * across + within; x < std::min((cell + 1) * across, board.columns());
             x += picture.columns_per_cell) {
          vote.add(board.at(y, x));
        }
      }
      small.at(row, column) = vote.winner();
    }
  }
  return small;
}

}  // namespace referee::screen
