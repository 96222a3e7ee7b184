// A crashing player: it swaps the first and the last piece, until a row is full; then it follows a null
// pointer.
#include <cstdlib>
#include <iostream>
#include <string>

using namespace std;

int main(int argc, char** argv) {
  int rows = atoi(argv[1]);
  int first[2] = {-1, -1}, last[2] = {-1, -1};
  string line;
  for (int r = 0; r < rows && cin >> line; r++) {
    if (line.find_first_of(".*") == string::npos) {
      volatile int* nowhere = NULL;
      *nowhere = r;
    }
    for (size_t c = 0; c < line.size(); c++) {
      if (line[c] == '.' || line[c] == '*') continue;
      if (first[0] < 0) {
        first[0] = r;
        first[1] = c;
      }
      last[0] = r;
      last[1] = c;
    }
  }
  cout << "SWAP " << first[0] << " " << first[1] << " " << last[0] << " " << last[1] << endl;
  return 0;
}
