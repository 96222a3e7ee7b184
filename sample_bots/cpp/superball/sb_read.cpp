/// The handout's sb-read: prints what is on a board.
#include <iomanip>
#include <iostream>

#include "sample_bots/cpp/superball/program.h"

namespace {

void print_line(const char* what, int number) {
  std::cout << std::left << std::setw(32) << what << std::right << std::setw(2) << number << "\n";
}

void print_counts(const superball::Board& board) {
  int at_goal = 0;
  int worth = 0;
  for (const int cell : board.pieces()) {
    if (board.is_goal(cell)) {
      ++at_goal;
      worth += board.rules().value(board.at(cell));
    }
  }
  print_line("Empty cells:", board.empty());
  print_line("Non-Empty cells:", board.rules().cells() - board.empty());
  print_line("Number of pieces in goal cells:", at_goal);
  print_line("Sum of their values:", worth);
}

}  // namespace

namespace bots {

Program sb_read() { return superball::board_tool("sb_read", print_counts); }

}  // namespace bots
