// The cheapest bot that plays a whole game of Walls: it reads no view and parses no JSON, so that a bench
// measures the referee. It walks over its half of the board and turns on the spot as long as it may before
// each step, which makes the game long. Usage: trivial_bot N (the board's size).
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// Headings in the order of "left" turns, seen by player A, who starts facing west. B's half is A's turned by
/// 180 degrees, so that the same turns fit both.
enum Heading { kWest, kSouth, kEast, kNorth };

class Walk {
 public:
  explicit Walk(int n) {
    const int half = (n - 1) / 2;
    go(kWest, half - 1);
    go(kNorth, half);
    for (int row = 0; row < half; ++row) {
      if (row > 0) {
        go(kSouth, 1);
      }
      go(row % 2 == 0 ? kEast : kWest, half - (row == 0 ? 1 : 2));
    }
  }

  /// The answer to the `turn`-th request; anything once the walk is over.
  std::string_view move(std::size_t turn) const { return turn < moves_.size() ? moves_[turn] : "left"; }

 private:
  void go(Heading heading, int steps) {
    for (int i = 0; i < steps; ++i) {
      const int turns = (heading - heading_ + 4) % 4;
      const int idle = turns == 0 ? 8 : turns + 4;  // at most 8 moves without a brick
      moves_.insert(moves_.end(), static_cast<std::size_t>(idle), "left");
      moves_.push_back("forward");
      heading_ = heading;
    }
  }

  Heading heading_ = kWest;
  std::vector<std::string_view> moves_;
};

void write_line(std::string line) {
  line.push_back('\n');
  if (::write(STDOUT_FILENO, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    std::exit(1);
  }
}

/// The text of a request from "match" up to, not including, "view":
/// {"type":"turn","match":"m","turn":3,"view":...
std::string_view address_of(std::string_view request) {
  const std::size_t begin = request.find("\"match\"");
  return request.substr(begin, request.find("\"view\"") - begin);
}

}  // namespace

int main(int argc, char** argv) {
  const Walk walk(argc > 1 ? std::atoi(argv[1]) : 5);
  std::size_t turn = 0;
  std::string input;
  write_line(R"({"type":"hello","protocol":1})");
  std::vector<char> chunk(64 * 1024);
  while (true) {
    const ssize_t size = ::read(STDIN_FILENO, chunk.data(), chunk.size());
    if (size <= 0) {
      return 0;
    }
    input.append(chunk.data(), static_cast<std::size_t>(size));
    for (std::size_t end = input.find('\n'); end != std::string::npos; end = input.find('\n')) {
      if (input.starts_with(R"({"type":"turn")")) {
        const std::string_view address = address_of(std::string_view(input).substr(0, end));
        write_line(R"({"type":"move",)" + std::string(address) + R"("move":")" +
                   std::string(walk.move(turn++)) + "\"}");
      }
      input.erase(0, end + 1);
    }
  }
}
