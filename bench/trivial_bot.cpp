// The cheapest bot that plays a whole game, as a program for the referee to launch. Usage:
//   trivial_bot walls N [REPORT]   on a board of size N it walks over its half of the board and turns on the
//                                  spot as often as it may before each step, which makes the game long
//   trivial_bot planets [REPORT]   goes up in every turn
// REPORT: a file that gets the seconds from the first turn to the last, the referee's processor time for a
// turn in microseconds, and then a line for each turn with the sizes of the request and the answer.
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "bench/running_process.h"
#include "bench/trivial_player.h"

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

  /// The answer to the `turn`-th request; any move once the walk is over.
  std::string_view move(std::size_t turn) const { return turn < moves_.size() ? moves_[turn] : kLeft; }

 private:
  static constexpr std::string_view kLeft = R"("left")";

  void go(Heading heading, int steps) {
    for (int i = 0; i < steps; ++i) {
      const int turns = (heading - heading_ + 4) % 4;
      const int idle = turns == 0 ? 8 : turns + 4;  // at most 8 moves without a brick
      moves_.insert(moves_.end(), static_cast<std::size_t>(idle), kLeft);
      moves_.push_back(R"("forward")");
      heading_ = heading;
    }
  }

  Heading heading_ = kWest;
  std::vector<std::string_view> moves_;
};

void write_report(const std::string& path, const bench::PlayedMatch& played) {
  std::ofstream file(path + ".tmp");
  file << played.seconds << " " << played.cpu_us_turn << "\n";
  for (const bench::Trip& trip : played.trips) {
    file << trip.request << " " << trip.answer << "\n";
  }
  file.close();
  std::rename((path + ".tmp").c_str(), path.c_str());
}

/// The process that has launched this one: between the two may be one that watches over the bot.
pid_t referee() {
  pid_t pid = ::getppid();
  while (bench::status_of(pid, "Name") == "referee-sandbox") {
    pid = std::stoi(bench::status_of(pid, "PPid"));
  }
  return pid;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const bool walls = words.size() >= 2 && words[0] == "walls";
  const Walk walk(walls ? std::atoi(words[1].c_str()) : 5);
  const bench::PlayedMatch played = bench::play_trivially(
      STDIN_FILENO, STDOUT_FILENO, "trivial",
      [&](std::size_t turn) { return walls ? walk.move(turn) : R"("U")"; }, referee());
  const std::size_t report = walls ? 2 : 1;
  if (words.size() > report) {
    write_report(words[report], played);
  }
}
