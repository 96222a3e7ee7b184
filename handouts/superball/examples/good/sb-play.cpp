// A good player: every swap is tried, the one that makes the largest sets at goal cells is played; a set is
// scored when room becomes scarce.
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

class Superball {
 public:
  Superball(int argc, char** argv);
  void play();

 private:
  int rows, cols, mss;
  string colors;
  vector<char> board;  // lower case letters, '.' for empty
  vector<bool> goal, seen;

  void grow(int cell, char color, int& size, bool& at_goal, int& where);
  long worth();
  void say(const string& word, int a, int b);
};

Superball::Superball(int argc, char** argv) {
  if (argc != 5) {
    cerr << "usage: sb-play rows cols min-score-size colors\n";
    exit(1);
  }
  rows = atoi(argv[1]);
  cols = atoi(argv[2]);
  mss = atoi(argv[3]);
  colors = argv[4];
  for (int r = 0; r < rows; r++) {
    string line;
    cin >> line;
    for (int c = 0; c < cols; c++) {
      board.push_back(line[c] == '*' ? '.' : tolower(line[c]));
      goal.push_back(r >= 2 && r < rows - 2 && (c < 2 || c >= cols - 2));
    }
  }
}

// The set that a cell belongs to: how large it is, and where it can be scored.
void Superball::grow(int cell, char color, int& size, bool& at_goal, int& where) {
  if (seen[cell] || board[cell] != color) return;
  seen[cell] = true;
  size++;
  if (goal[cell]) {
    at_goal = true;
    where = cell;
  }
  if (cell >= cols) grow(cell - cols, color, size, at_goal, where);
  if (cell + cols < rows * cols) grow(cell + cols, color, size, at_goal, where);
  if (cell % cols > 0) grow(cell - 1, color, size, at_goal, where);
  if (cell % cols < cols - 1) grow(cell + 1, color, size, at_goal, where);
}

long Superball::worth() {
  long sum = 0;
  seen.assign(board.size(), false);
  for (size_t i = 0; i < board.size(); i++) {
    int size = 0, where = -1;
    bool at_goal = false;
    if (board[i] != '.') grow(i, board[i], size, at_goal, where);
    sum += (at_goal ? 3L : 2L) * size * size;
  }
  return sum;
}

void Superball::say(const string& word, int a, int b) {
  cout << word << " " << a / cols << " " << a % cols;
  if (b >= 0) cout << " " << b / cols << " " << b % cols;
  cout << endl;
}

void Superball::play() {
  int best_cell = -1, best_points = 0, empty = 0;
  seen.assign(board.size(), false);
  for (size_t i = 0; i < board.size(); i++) {
    int size = 0, where = -1;
    bool at_goal = false;
    if (board[i] == '.') {
      empty++;
      continue;
    }
    grow(i, board[i], size, at_goal, where);
    int points = size * (2 + colors.find(board[i]));
    if (at_goal && size >= mss && points > best_points) {
      best_points = points;
      best_cell = where;
    }
  }
  if (best_cell >= 0 && empty < 12) return say("SCORE", best_cell, -1);
  long best_worth = -1;
  int a = 0, b = 0;
  for (size_t i = 0; i < board.size(); i++) {
    for (size_t j = i + 1; j < board.size(); j++) {
      if (board[i] == '.' || board[j] == '.') continue;
      swap(board[i], board[j]);
      long w = worth();
      swap(board[i], board[j]);
      if (w > best_worth) {
        best_worth = w;
        a = i;
        b = j;
      }
    }
  }
  say("SWAP", a, b);
}

int main(int argc, char** argv) { Superball(argc, argv).play(); }
