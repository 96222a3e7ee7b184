// Steps per second of random legal games on one core, over the target for each game's rules.
// Usage: engines_bench [--benchmark_...]
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/figures.h"
#include "engines/lightcycle/lightcycle.h"
#include "engines/planets/builtin_maps.h"
#include "engines/planets/planets.h"
#include "engines/snake/snake.h"
#include "engines/superball/superball.h"
#include "engines/walls/walls.h"

namespace engines {
namespace {

/// Steps of a game so far, in the unit of its target; by default every answer is one step.
std::int64_t steps_of(const Snake& game) { return static_cast<std::int64_t>(game.steps()); }

/// Steps per second of random legal games, one after the other, with the time to construct each game.
template <Rules G>
void play(benchmark::State& state, const typename G::Options& options) {
  Rng rng(1);
  G game(options, Seed{});
  std::vector<Answer<typename G::Move>> answers(game.seats());
  std::string events;
  std::int64_t steps = 0;
  for ([[maybe_unused]] auto iteration : state) {
    auto movers = game.to_move();
    if (movers.empty()) {
      game = G(options, Seed{});
      movers = game.to_move();
    }
    events.clear();
    JsonWriter out(events);
    for (auto& answer : answers) {
      answer = {};
    }
    for (const Seat seat : movers) {
      answers[seat].move = game.sample(seat, rng);
    }
    if constexpr (requires { steps_of(game); }) {
      const std::int64_t before = steps_of(game);
      game.apply(answers, out);
      steps += steps_of(game) - before;
    } else {
      game.apply(answers, out);
      ++steps;
    }
    benchmark::DoNotOptimize(events.data());
  }
  state.SetItemsProcessed(steps);
}

void planets_ghosts(benchmark::State& state) {
  play<Planets>(state, {.map = planets::builtin_map("corners_ghosts")});
}
void lightcycle(benchmark::State& state) { play<LightCycle>(state, {}); }

void snake(benchmark::State& state) {
  Snake::Options options;
  options.maze = {"####################", "o   $ #   $  ! #   #", "# # T # ## #   # $ #",
                  "# # # #  $ # $   # #", "# $ #   ####  ## # #", "# ###   #   $ #  # _",
                  "#  $  #   #   # $  #", "####################"};
  options.max_steps = Snake::Options::default_max_steps(options.maze);
  play<Snake>(state, options);
}

void walls(benchmark::State& state) { play<Walls>(state, {}); }
void superball(benchmark::State& state) { play<Superball>(state, {}); }
void superball_secret(benchmark::State& state) {
  Superball::Options options;
  options.deal = Deal::Kind::secret;
  play<Superball>(state, options);
}

/// `asked`: steps per second. `judged`: whether the bench fails below that.
void add(const char* name, void (*play_it)(benchmark::State&), double asked, bool judged = true) {
  benchmark::RegisterBenchmark(name,
                               [=](benchmark::State& state) {
                                 play_it(state);
                                 state.counters["asked"] = asked;
                                 state.counters["judged"] = judged;
                               })
      ->Repetitions(3)
      ->ReportAggregatesOnly();
}

/// Prints the medians as rows.
class Rows final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.aggregate_name == "median") {
        const double asked = run.counters.at("asked");
        const double steps = run.counters.at("items_per_second");
        bench::print({"rules, " + run.run_name.function_name, bench::quantity(asked, 0, "steps/s"),
                      bench::quantity(steps, 0, "steps/s"), steps / asked,
                      run.counters.at("judged") > 0 ? ">= 1" : "-"});
      }
    }
  }
};

}  // namespace
}  // namespace engines

int main(int argc, char** argv) {
  using namespace engines;
  add("Planets, 35x35, 9 ghosts", planets_ghosts, 500'000);
  add("Light Cycle, 170x170, 12 cycles", lightcycle, 200'000);
  add("Snake, 8x20, steps of paths", snake, 2'000'000);
  add("Walls, 5x5", walls, 1'000'000);
  add("Superball, 8x10", superball, 300'000);
  add("Superball, 8x10, secret deal", superball_secret, 300'000, false);
  benchmark::Initialize(&argc, argv);
  Rows rows;
  benchmark::RunSpecifiedBenchmarks(&rows);
}
