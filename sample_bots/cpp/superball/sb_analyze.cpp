/// The handout's sb-analyze: the sets that can be scored, each once with one of its goal cells.
#include <cstdlib>
#include <iomanip>
#include <iostream>

#include "sample_bots/cpp/superball/handout.h"

int main(int argc, char** argv) {
  try {
    const superball::Board board = superball::read_handout("sb_analyze", argc, argv, std::cin);
    const superball::Rules& rules = board.rules();
    std::cout << "Scoring sets:\n";
    for (const superball::Set& set : board.scoring_sets()) {
      std::cout << "  Size: " << std::setw(2) << set.cells.size()
                << "  Char: " << rules.colours[static_cast<std::size_t>(set.colour)]
                << "  Scoring Cell: " << set.goal / rules.columns << "," << set.goal % rules.columns << "\n";
    }
    return EXIT_SUCCESS;
  } catch (const superball::HandoutError& error) {
    std::cerr << error.what() << "\n";
    return EXIT_FAILURE;
  }
}
