/// Finds the best score of mazes of Snake Labyrinth, by exhaustive search where that is possible.
///
///     snake_best [--width N] [--positions N] [NAME...]    prints a line of the table for each maze (default:
///     all) snake_best --check TABLE [--positions N]            compares the table with the rules, and with a
///     search
///
/// A line of the table: name, body or coins (the option `body` true or false), score, proven or found, path.
/// "proven": no path scores more. "found": the best path of a wide beam search.
#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/search/snake_search.h"
#include "engines/registry.h"
#include "engines/snake/builtin_mazes.h"
#include "engines/snake/maze.h"

namespace {

using engines::Json;
using snake_tool::Best;
using snake_tool::Effort;

constexpr std::size_t kFewPositions = 300'000;  // enough to check a table in seconds
constexpr std::size_t kNarrow = 200;

struct Line {
  std::string name;
  bool body = true;
  Best best;
};

std::ostream& operator<<(std::ostream& out, const Line& line) {
  return out << line.name << ' ' << (line.body ? "body" : "coins") << ' ' << line.best.score << ' '
             << (line.best.proven ? "proven" : "found") << ' ' << line.best.path;
}

engines::MazeRows rows_of_maze(const std::string& name) {
  const Json options = Json::object({{"maze", name}});
  return engines::find_game("snake")->make(options, {})->setup()["maze"].get<engines::MazeRows>();
}

/// The score of a path, as one answer, by the referee's rules.
double score(const Line& line) {
  const Json options = Json::object({{"maze", line.name}, {"body", line.body}, {"max_steps", 100'000}});
  const auto game = engines::find_game("snake")->make(options, {});
  game->submit(0, line.best.path);
  game->settle(0, {}, false);
  game->step();
  return game->scores().front();
}

void require(bool holds, const Line& line, const std::string& what) {
  if (!holds) {
    throw std::runtime_error(line.name + (line.body ? " (body): " : " (coins): ") + what);
  }
}

void print_best(const std::string& name, const Effort& effort) {
  const auto rows = rows_of_maze(name);
  for (const bool body : {false, true}) {
    const Line line{name, body, snake_tool::search(rows, body, effort)};
    require(score(line) == line.best.score, line, "the rules give another score to " + line.best.path);
    std::cout << line << std::endl;
  }
}

std::vector<Line> read_table(const std::string& file) {
  std::ifstream in(file);
  std::vector<Line> lines;
  Line line;
  for (std::string mode, proof; in >> line.name >> mode >> line.best.score >> proof >> line.best.path;) {
    line.body = mode == "body";
    line.best.proven = proof == "proven";
    lines.push_back(line);
  }
  if (!in.eof() || lines.empty()) {
    throw std::runtime_error(file + ": line " + std::to_string(lines.size() + 1) + " cannot be read");
  }
  return lines;
}

/// Checks every line with the rules, and with the search as far as `effort` allows.
void check(const std::string& file, const Effort& effort) {
  std::size_t proven = 0;
  const auto lines = read_table(file);
  for (const Line& line : lines) {
    require(score(line) == line.best.score, line, "the rules give its path another score");
    const Best again = snake_tool::search(rows_of_maze(line.name), line.body, effort);
    require(again.score <= line.best.score, line, "a better path: " + again.path);
    require(!again.proven || again.score == line.best.score, line, "no path can score that");
    proven += again.proven ? 1 : 0;
  }
  std::cout << lines.size() << " scores are right, " << proven << " proven again\n";
  if (2 * proven < lines.size()) {
    throw std::runtime_error("fewer than half of the scores could be proven again");
  }
}

void run(const std::vector<std::string>& arguments) {
  Effort effort;
  std::optional<std::string> table;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "--width") {
      effort.width = std::stoul(arguments.at(++i));
    } else if (word == "--positions") {
      effort.positions = std::stoul(arguments.at(++i));
    } else if (word == "--check") {
      table = arguments.at(++i);
      effort = {.width = kNarrow, .positions = kFewPositions};
    } else {
      names.push_back(word);
    }
  }
  if (table) {
    check(*table, effort);
    return;
  }
  if (names.empty()) {
    for (const auto& maze : engines::snake_mazes()) {
      names.emplace_back(maze.name);
    }
  }
  for (const std::string& name : names) {
    try {
      print_best(name, effort);
    } catch (const std::runtime_error& error) {
      std::cerr << name << ": " << error.what() << "\n";
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "snake_best: " << error.what() << "\n";
    return 1;
  }
}
