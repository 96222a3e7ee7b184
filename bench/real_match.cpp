#include "bench/real_match.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "bench/child.h"
#include "bench/sockets.h"

namespace bench {
namespace {

constexpr const char* kWallsBoard = "15";

/// The ship goes up its column for ever, and never reaches the scrap.
std::string map_text(int turns) {
  return R"({"name":"bench","grid":[[0,0,0],[0,0,0],[0,null,2],[0,0,0]],"ship":[0,0],)"
         R"("scraps":[{"location":[1,2],"value":1}],"ghosts":[],"turns":)" +
         std::to_string(turns) + "}";
}

}  // namespace

RealMatch::RealMatch() {
  std::string name = (std::filesystem::temp_directory_path() / "referee_bench_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("no temporary folder");
  }
  folder_ = name;
}

RealMatch::~RealMatch() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void RealMatch::run_under(std::vector<std::string> prefix) { prefix_ = std::move(prefix); }

std::vector<std::string> RealMatch::command(std::vector<std::string> arguments) const {
  std::vector<std::string> words = prefix_;
  words.insert(words.end(), {REFEREE, "match"});
  words.insert(words.end(),
               {"--seed", "1", "--salt", "00112233445566778899aabbccddeeff", "--reports", folder_.string()});
  words.insert(words.end(), {"--sandbox", "none", "--as-root"});  // bots write a report
  words.insert(words.end(), std::make_move_iterator(arguments.begin()),
               std::make_move_iterator(arguments.end()));
  return words;
}

std::vector<std::string> RealMatch::planets(int turns) const {
  const std::filesystem::path map = folder_ / "map.json";
  std::ofstream(map) << map_text(turns);
  return {"planets", "--option", "map=" + map.string()};
}

PlayedMatch RealMatch::planets_dialled(int turns) {
  std::vector<std::string> words = planets(turns);
  words.insert(words.end(), {"--listen", "127.0.0.1:0"});
  Child referee(command(words), prefix_.empty() ? "" : stderr_file());
  const int fd = dial(port_in(referee.line("listening on ")));
  PlayedMatch played = play_trivially(
      fd, fd, "trivial", [](std::size_t) { return R"("U")"; }, referee.pid());
  ::close(fd);
  referee.wait();
  if (played.trips.size() != static_cast<std::size_t>(turns)) {
    throw std::runtime_error("the bench's match had " + std::to_string(played.trips.size()) + " turns");
  }
  return played;
}

PlayedMatch RealMatch::planets_launched(int turns) {
  const std::string report = (folder_ / "report").string();
  std::vector<std::string> words = planets(turns);
  words.insert(words.end(), {"--bot", std::string(TRIVIAL_BOT) + " planets " + report});
  Child(command(words), prefix_.empty() ? "" : stderr_file()).wait();
  return reported(report);
}

PlayedMatch RealMatch::walls_launched(const char* measure) {
  const std::string report = (folder_ / "report").string();
  const std::string bot = std::string(TRIVIAL_BOT) + " walls " + kWallsBoard;
  Child(command({"walls", "--option", std::string("n=") + kWallsBoard, "--clock",
                 std::string(R"({"kind":"per_move","ms":1000,"measure":")") + measure + "\"}", "--bot",
                 bot + " " + report, "--bot", bot}))
      .wait();
  return reported(report);
}

PlayedMatch RealMatch::reported(const std::string& report) const {
  std::ifstream file(report);
  PlayedMatch played;
  file >> played.seconds >> played.cpu_us_turn;
  for (Trip trip; file >> trip.request >> trip.answer;) {
    played.trips.push_back(trip);
  }
  std::filesystem::remove(report);
  if (played.trips.size() < 2) {
    throw std::runtime_error("the bench's match had no turns");
  }
  return played;
}

}  // namespace bench
