// Turns a second of rules that are a program: Walls in Python, one match that waits for each answer, and 64
// whose requests are under way at a time; over the floor of a bare Python program that reads a line and
// writes one. Usage: rules_bench WALLS [MILLISECONDS]
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include "bench/figures.h"
#include "engines/registry.h"
#include "referee/base/file_descriptor.h"
#include "referee/process/spawn.h"
#include "referee/rules/rules_entry.h"

namespace {

using namespace referee;
using engines::Game;

constexpr std::size_t kInFlight = 64;
constexpr int kTurnsPerLook = 100;
constexpr const char* kEcho = R"(
import sys
for line in sys.stdin.buffer:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
)";
/// What a request or an answer of Walls is like.
const std::string kLine =
    R"({"type":"step","match":"1","moves":[{"seat":0,"move":"forward","spent_us":812}],"like":")" +
    std::string(200, '.') + "\"}\n";

using Clock = std::chrono::steady_clock;

/// Does `work`, which returns how many turns it was, until the time is over: turns a second.
double rate_of(std::chrono::milliseconds time, const std::function<int()>& work) {
  work();  // the program is started, and warm
  const auto begun = Clock::now();
  int turns = 0;
  while (Clock::now() - begun < time) {
    turns += work();
  }
  return turns / std::chrono::duration<double>(Clock::now() - begun).count();
}

/// A line to a Python program and one back, over pipes, by a thread that waits.
double echo_rate(std::chrono::milliseconds time) {
  Pipe to = make_pipe();
  Pipe from = make_pipe();
  const Spawned child =
      spawn({"/usr/bin/python3", "-c", kEcho}, {{to.read.get(), from.write.get(), STDERR_FILENO}});
  to.read = FileDescriptor();
  from.write = FileDescriptor();
  std::string answer(kLine.size(), ' ');
  const double rate = rate_of(time, [&] {
    for (int i = 0; i < kTurnsPerLook; ++i) {
      write_all(to.write, kLine, "a program that echoes");
      for (std::size_t got = 0; got < answer.size();) {
        const auto size = ::read(from.read.get(), answer.data() + got, answer.size() - got);
        if (size <= 0) {
          throw std::runtime_error("the program that echoes has ended");
        }
        got += static_cast<std::size_t>(size);
      }
    }
    return kTurnsPerLook;
  });
  to.write = FileDescriptor();
  (void)wait_for_end(child.pid);
  return rate;
}

void submit_one(Game& game, engines::Rng& rng) {
  const engines::Seat seat = game.to_move().front();
  (void)game.submit(seat, game.sample(seat, rng));
  game.settle(seat, engines::Microseconds(100), false);
}

/// Matches one after the other, by a thread that waits.
double waiting_rate(const engines::Entry& entry, std::chrono::milliseconds time) {
  engines::Rng rng(1);
  std::unique_ptr<Game> game;
  std::string events;
  return rate_of(time, [&] {
    for (int i = 0; i < kTurnsPerLook; ++i) {
      if (game == nullptr || game->to_move().empty()) {
        game = entry.make(engines::Json::object(), {});
      }
      submit_one(*game, rng);
      events.clear();
      game->step(events);
    }
    return kTurnsPerLook;
  });
}

/// Matches on one loop, each of which plays its next turn when its answer is there.
class Loop {
 public:
  explicit Loop(const engines::Entry& entry) : entry_(entry), games_(kInFlight) {
    for (std::unique_ptr<Game>& game : games_) {
      begin(game);
    }
  }

  int run_some() {
    const int before = turns_;
    while (turns_ < before + kTurnsPerLook) {
      io_.run_one();
    }
    return turns_ - before;
  }

 private:
  void begin(std::unique_ptr<Game>& game) {
    game = entry_.begin(engines::Json::object(), {},
                        [this](std::function<void()> call) { boost::asio::post(io_, std::move(call)); });
    game->when_ready([this, &game] { go_on(game); });
  }
  void go_on(std::unique_ptr<Game>& game) {
    std::string events;
    game->complete(events);
    ++turns_;
    if (game->to_move().empty()) {
      return begin(game);
    }
    submit_one(*game, rng_);
    game->step(events);
    game->when_ready([this, &game] { go_on(game); });
  }

  const engines::Entry& entry_;
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{io_.get_executor()};
  std::vector<std::unique_ptr<Game>> games_;
  engines::Rng rng_{1};
  int turns_ = 0;
};

void print(const std::string& what, double floor, double rate) {
  bench::print(
      {what, bench::quantity(floor, 0, "turns/s"), bench::quantity(rate, 0, "turns/s"), rate / floor});
}

}  // namespace

int main(int argc, char** argv) {
  const std::chrono::milliseconds time(argc > 2 ? std::atoi(argv[2]) : 3000);
  const engines::Entry& walls = rules::open_rules(argv[1]);
  const double echo = echo_rate(time);
  print("rules in Python, one match that waits", echo, waiting_rate(walls, time));
  print("rules in Python, 64 matches at a time", echo, [&] {
    Loop loop(walls);
    return rate_of(time, [&] { return loop.run_some(); });
  }());
  print("rules in C++, one match", echo, waiting_rate(*engines::find_game("walls"), time));
}
