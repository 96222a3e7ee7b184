// A player that is too slow: it thinks for two seconds about every swap, and scores nothing to pay for them.
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>

using namespace std;

int main(int argc, char** argv) {
  int rows = atoi(argv[1]);
  int pieces[2][2], count = 0;
  string line;
  for (int r = 0; r < rows && cin >> line; r++) {
    for (size_t c = 0; c < line.size() && count < 2; c++) {
      if (line[c] != '.' && line[c] != '*') {
        pieces[count][0] = r;
        pieces[count++][1] = c;
      }
    }
  }
  while (clock() < 2 * CLOCKS_PER_SEC) {
  }
  cout << "SWAP " << pieces[0][0] << " " << pieces[0][1] << " " << pieces[1][0] << " " << pieces[1][1]
       << endl;
  return 0;
}
