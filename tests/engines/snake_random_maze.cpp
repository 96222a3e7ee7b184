#include "tests/engines/snake_random_maze.h"

#include <array>
#include <string>
#include <vector>

#include "engines/random.h"

namespace engines {
namespace {

constexpr std::uint64_t kMaxRows = 12;
constexpr std::uint64_t kMaxCols = 20;
constexpr std::uint64_t kHundred = 100;

struct Kind {
  char cell;
  std::uint64_t percent;
};

/// How crowded a maze is, drawn once per maze.
struct Mixture {
  explicit Mixture(Rng& rng)
      : kinds(
            {{{'#', below(rng, 45)}, {'$', below(rng, 25)}, {'!', below(rng, 12)}, {'T', below(rng, 12)}}}) {}

  char draw(Rng& rng) const {
    std::uint64_t number = below(rng, kHundred);
    for (const Kind& kind : kinds) {
      if (number < kind.percent) {
        return kind.cell;
      }
      number -= kind.percent;
    }
    return ' ';
  }

  std::array<Kind, 4> kinds;
};

void frame(std::vector<std::string>& rows) {
  rows.front().assign(rows.front().size(), '#');
  rows.back() = rows.front();
  for (std::string& row : rows) {
    row.front() = '#';
    row.back() = '#';
  }
}

/// Puts `what` on a random cell; false if that is the start.
bool put(std::vector<std::string>& rows, char what, Rng& rng) {
  std::string& row = rows[below(rng, rows.size())];
  char& cell = row[below(rng, row.size())];
  if (cell == 'o') {
    return false;
  }
  cell = what;
  return true;
}

/// The row without its last spaces, which the rules add again.
void cut(std::string& row) { row.resize(row.find_last_not_of(' ') + 1); }

}  // namespace

Json random_snake_maze(Rng& rng) {
  const std::uint64_t row_count = 1 + below(rng, kMaxRows);
  const std::uint64_t cols = 2 + below(rng, kMaxCols - 1);
  const Mixture mixture(rng);
  std::vector<std::string> rows(row_count, std::string(cols, ' '));
  for (std::string& row : rows) {
    for (char& cell : row) {
      cell = mixture.draw(rng);
    }
  }
  if (below(rng, 2) == 0) {
    frame(rows);
  }
  put(rows, 'o', rng);
  for (std::uint64_t exits = 1 + below(rng, 2); exits > 0;) {
    exits -= put(rows, '_', rng) ? 1 : 0;
  }
  if (below(rng, 2) == 0) {
    for (std::string& row : rows) {
      cut(row);
    }
  }
  return rows;
}

}  // namespace engines
