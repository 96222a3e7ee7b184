/// The handout's sb-read: prints what is on a board.
#include <cstdlib>
#include <iomanip>
#include <iostream>

#include "sample_bots/cpp/superball/handout.h"

int main(int argc, char** argv) {
  try {
    const superball::Board board = superball::read_handout("sb_read", argc, argv, std::cin);
    int at_goal = 0;
    int worth = 0;
    for (const int cell : board.pieces()) {
      if (board.is_goal(cell)) {
        ++at_goal;
        worth += board.rules().value(board.at(cell));
      }
    }
    const auto line = [](const char* what, int number) {
      std::cout << std::left << std::setw(32) << what << std::right << std::setw(2) << number << "\n";
    };
    line("Empty cells:", board.empty());
    line("Non-Empty cells:", board.rules().cells() - board.empty());
    line("Number of pieces in goal cells:", at_goal);
    line("Sum of their values:", worth);
    return EXIT_SUCCESS;
  } catch (const superball::HandoutError& error) {
    std::cerr << error.what() << "\n";
    return EXIT_FAILURE;
  }
}
