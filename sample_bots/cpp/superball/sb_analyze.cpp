/// The handout's sb-analyze: the sets that can be scored, each once with one of its goal cells.
#include <iomanip>
#include <iostream>

#include "sample_bots/cpp/superball/program.h"

namespace {

void print_sets(const superball::Board& board) {
  const superball::Rules& rules = board.rules();
  std::cout << "Scoring sets:\n";
  for (const superball::Set& set : board.scoring_sets()) {
    std::cout << "  Size: " << std::setw(2) << set.cells.size()
              << "  Char: " << rules.colours[static_cast<std::size_t>(set.colour)]
              << "  Scoring Cell: " << set.goal / rules.columns << "," << set.goal % rules.columns << "\n";
  }
}

}  // namespace

namespace bots {

Program sb_analyze() { return superball::board_tool("sb_analyze", print_sets); }

}  // namespace bots
