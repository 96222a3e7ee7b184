#include "referee/report/bracket_text.h"

#include <algorithm>
#include <vector>

namespace referee {
namespace {

constexpr std::size_t kJoint = 5;        // characters between two columns: " ─┐" and "─ "
constexpr std::size_t kMostOfName = 32;  // bytes; a name has no more
constexpr std::size_t kLinesApart = 2;   // from one entrant to the next one below

/// Text on a plane of characters.
class Plane {
 public:
  void put(std::size_t row, std::size_t column, std::string_view text) {
    rows_.resize(std::max(rows_.size(), row + 1));
    std::vector<std::string>& cells = rows_[row];
    for (std::size_t i = 0; i < text.size();) {
      std::size_t end = i + 1;
      while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) {
        ++end;
      }
      cells.resize(std::max(cells.size(), column + 1), " ");
      cells[column++] = text.substr(i, end - i);
      i = end;
    }
  }
  std::string text(const std::string& indent) const {
    std::string all;
    for (const std::vector<std::string>& row : rows_) {
      std::string line = indent;
      for (const std::string& cell : row) {
        line += cell;
      }
      line.erase(line.find_last_not_of(' ') + 1);
      all.append(line).append("\n");
    }
    return all;
  }

 private:
  std::vector<std::vector<std::string>> rows_;  // each cell one character
};

std::size_t characters_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

/// A name in which each character that names may not have is a question mark: so no name changes the
/// direction of the lines or is read as Markdown.
std::string plain_name(const StandingsPage& page, Entrant entrant) {
  std::string name = page.history.entrants[entrant].name.substr(0, kMostOfName);
  for (char& c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    c = letter || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-' ? c : '?';
  }
  return name;
}

/// The lines of a part: each box has a line for each side, and its winner's line between them.
class PartLines {
 public:
  PartLines(const StandingsPage& page, const BracketPicture::Part& part) : page_(page), part_(part) {
    place_sides();
    place_columns();
  }

  std::string text(const std::string& indent) {
    for (std::size_t column = 0; column < part_.columns.size(); ++column) {
      plane_.put(0, left_[column], part_.columns[column]);
    }
    for (std::size_t box = 0; box < part_.boxes.size(); ++box) {
      draw(box);
    }
    return plane_.text(indent);
  }

 private:
  struct Rows {
    std::array<std::size_t, 2> sides{};
    std::size_t winner = 0;
  };

  /// Gives sides that no box of this part leads to lines in the order of their heights, and each other side
  /// the winner's line of the box before it.
  void place_sides() {
    using Side = std::pair<double, std::size_t*>;  // its height, and its line
    std::vector<Side> begin;
    rows_.resize(part_.boxes.size());
    last_.assign(part_.boxes.size(), true);
    for (std::size_t box = 0; box < part_.boxes.size(); ++box) {
      for (std::size_t side = 0; side < 2; ++side) {
        const BracketPicture::Side& of = part_.boxes[box].sides[side];
        if (of.from) {
          last_[*of.from] = false;
        } else {
          begin.emplace_back(of.height, &rows_[box].sides[side]);
        }
      }
    }
    std::ranges::stable_sort(begin, {}, &Side::first);
    std::size_t next = 2;  // below the titles
    for (const Side& side : begin) {
      *side.second = next;
      next += kLinesApart;
    }
    for (std::size_t box = 0; box < part_.boxes.size(); ++box) {  // after the boxes that lead to it
      Rows& rows = rows_[box];
      for (std::size_t side = 0; side < 2; ++side) {
        if (const auto from = part_.boxes[box].sides[side].from) {
          rows.sides[side] = rows_[*from].winner;
        }
      }
      rows.winner = (rows.sides[0] + rows.sides[1]) / 2;
    }
  }

  std::string name_of(const BracketPicture::Side& side) const {
    if (!side.entrant) {
      return side.label;
    }
    std::string seed = std::to_string(side.seed);
    seed.insert(0, seed_width_ - std::min(seed.size(), seed_width_), ' ');
    return seed + " " + plain_name(page_, *side.entrant);
  }

  void place_columns() {
    for (const BracketPicture::Box& box : part_.boxes) {
      for (const BracketPicture::Side& side : box.sides) {
        seed_width_ = std::max(seed_width_, std::to_string(side.seed).size());
      }
    }
    widths_.resize(part_.columns.size());
    for (std::size_t column = 0; column < widths_.size(); ++column) {
      widths_[column] = part_.columns[column].size();
    }
    for (const BracketPicture::Box& box : part_.boxes) {
      std::size_t& width = widths_[box.column];
      for (const BracketPicture::Side& side : box.sides) {
        const std::size_t score = side.score.empty() ? 0 : side.score.size() + 2;
        width = std::max(width, characters_of(name_of(side)) + score);
      }
      width = std::max(width, seed_width_ + 1 + box.id().size());
    }
    std::size_t left = 0;
    for (const std::size_t width : widths_) {
      left_.push_back(left);
      left += width + kJoint;
    }
    left_.push_back(left);
  }

  void draw(std::size_t index) {
    const BracketPicture::Box& box = part_.boxes[index];
    const Rows& rows = rows_[index];
    const std::size_t left = left_[box.column];
    const std::size_t right = left + widths_[box.column];
    for (std::size_t side = 0; side < 2; ++side) {
      const std::size_t row = rows.sides[side];
      const BracketPicture::Side& of = box.sides[side];
      plane_.put(row, left, name_of(of));
      plane_.put(row, right - of.score.size(), of.score);
      plane_.put(row, right, of.from && !of.entrant ? "─" : " ");
      plane_.put(row, right + 1, side == 0 ? "─┐" : "─┘");
      if (of.from) {  // a line from the box before to this one, across columns with byes
        const std::size_t begin = left_[part_.boxes[*of.from].column + 1] - 2;
        const std::size_t end = of.entrant ? left - 1 : right;  // in place of an unknown name, too
        for (std::size_t x = begin; x < end; ++x) {
          plane_.put(row, x, "─");
        }
      }
    }
    for (std::size_t row = rows.sides[0] + 1; row < rows.sides[1]; ++row) {
      plane_.put(row, right + 2, row == rows.winner ? "├" : "│");
    }
    plane_.put(rows.winner, left + seed_width_ + 1, box.id());
    if (last_[index]) {
      draw_last(box, rows.winner, right + 3);
    }
  }

  /// Draws the winner of a box that no box of this part follows.
  void draw_last(const BracketPicture::Box& box, std::size_t row, std::size_t column) {
    plane_.put(row, column, "─");
    for (const BracketPicture::Side& side : box.sides) {
      if (side.won) {
        plane_.put(row, column + 2, plain_name(page_, *side.entrant));
      }
    }
  }

  const StandingsPage& page_;
  const BracketPicture::Part& part_;
  std::vector<Rows> rows_;           // by box
  std::vector<bool> last_;           // by box: no box of this part follows it
  std::size_t seed_width_ = 1;       // characters
  std::vector<std::size_t> widths_;  // by column
  std::vector<std::size_t> left_;    // by column, and the end of the last one
  Plane plane_;
};

}  // namespace

std::string bracket_part_text(const StandingsPage& page, const BracketPicture::Part& part,
                              std::size_t indent) {
  return PartLines(page, part).text(std::string(indent, ' '));
}

}  // namespace referee
