// An illegal player: it scores the first goal cell with a piece on it, and does not look how large the set
// is.
#include <cstdlib>
#include <iostream>
#include <string>

using namespace std;

int main(int argc, char** argv) {
  int rows = atoi(argv[1]);
  int pieces[2][2], count = 0;
  string line;
  for (int r = 0; r < rows && cin >> line; r++) {
    for (size_t c = 0; c < line.size(); c++) {
      if (line[c] >= 'A' && line[c] <= 'Z') {
        cout << "SCORE " << r << " " << c << endl;
        return 0;
      }
      if (line[c] >= 'a' && line[c] <= 'z' && count < 2) {
        pieces[count][0] = r;
        pieces[count++][1] = c;
      }
    }
  }
  cout << "SWAP " << pieces[0][0] << " " << pieces[0][1] << " " << pieces[1][0] << " " << pieces[1][1]
       << endl;
  return 0;
}
