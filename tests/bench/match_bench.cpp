// Turns a second of one whole match (rules, clocks, records, launched bots) over the floor of the same
// transport in the same run: a bare blocking ping-pong of lines of the same size. Usage: match_bench LABEL
// [ROUNDS].
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <nlohmann/json.hpp>

#include "referee/crypto/secrets.h"
#include "referee/launch/launcher.h"
#include "referee/match/match.h"
#include "tests/bench/ping_pong.h"

namespace {

using namespace referee;

constexpr int kBoard = 15;
constexpr std::size_t kAnswerBytes = 58;  // {"type":"move","match":"bench","turn":123,"move":"forward"}

struct Played {
  double turns_per_second = 0;
  std::size_t request_bytes = 0;  // of a turn's line, about
};

class Bench {
 public:
  explicit Bench(Measure measure) : measure_(measure) {}

  Played play_one() {
    boost::asio::io_context io{1};
    Tasks tasks(io);
    Launcher launcher(tasks);
    tasks.start("bench", play(tasks, launcher));
    io.run();
    if (tasks.first_failure()) {
      std::rethrow_exception(tasks.first_failure());
    }
    return played_;
  }

 private:
  static Task<std::vector<LaunchedBot>> launch(Launcher& launcher) {
    std::vector<LaunchedBot> bots;
    for (const char* name : {"a", "b"}) {
      BotCommand command{{TRIVIAL_BOT, std::to_string(kBoard)}};
      LaunchedBot bot = co_await launcher.launch(name, std::move(command), Milliseconds(10000));
      bots.push_back(std::move(bot));
    }
    co_return bots;
  }

  MatchSpec spec() const {
    MatchSpec spec;
    spec.id = "bench";
    spec.game = engines::find_game("walls");
    spec.options["n"] = kBoard;
    spec.seed = {1, random_hex()};
    spec.clock.measure = measure_;
    return spec;
  }

  Task<> play(Tasks& tasks, Launcher& launcher) {
    const std::vector<LaunchedBot> bots = co_await launch(launcher);
    std::vector<std::shared_ptr<Player>> players;
    for (const LaunchedBot& bot : bots) {
      players.push_back(bot.player);
      co_await bot.greeted->wait();
    }
    Match match(tasks, spec(), players);
    const auto begun = std::chrono::steady_clock::now();
    const MatchResult result = co_await match.play();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    match.tell_end(result);
    for (const LaunchedBot& bot : bots) {
      co_await launcher.stop(bot);
    }
    launcher.close();
    if (result.is_void || result.seats[0].by_verdict[0] != result.seats[0].turns) {
      throw std::runtime_error("the bench's match went wrong: " + result.why);
    }
    played_.turns_per_second = static_cast<double>(result.turns) / took.count();
    const std::string view = spec().game->make(spec().options, {})->view().dump();
    played_.request_bytes = view.size() + 150;  // the rest of the line: type, match, turn, clock, last
  }

  Measure measure_;
  Played played_;
};

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// Prints a row; returns its ratio.
double run(const char* label, Measure measure, int rounds) {
  std::vector<double> ratios;
  std::vector<double> floors;
  std::vector<double> matches;
  for (int round = 0; round < rounds; ++round) {
    const Played played = Bench(measure).play_one();
    floors.push_back(bench::ping_pong(played.request_bytes, kAnswerBytes, 3000));
    matches.push_back(played.turns_per_second);
    ratios.push_back(matches.back() / floors.back());
  }
  std::printf(
      "one match, %-8s clock %-4s  floor %8.0f trips/s  match %8.0f turns/s  ratio %.2f (best %.2f)\n", label,
      name_of(measure), median(floors), median(matches), median(ratios), std::ranges::max(ratios));
  return median(ratios);
}

}  // namespace

int main(int argc, char** argv) {
  const char* label = argc > 1 ? argv[1] : "";
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 21;
  const double aim = argc > 3 ? std::atof(argv[3]) : 0;
  const double ratio = run(label, Measure::wall, rounds);
  run(label, Measure::cpu, rounds);
  if (ratio < aim) {
    std::printf("under the aim of %.2f\n", aim);
    return 1;
  }
}
