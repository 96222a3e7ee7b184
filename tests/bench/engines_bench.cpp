#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/lightcycle/lightcycle.h"
#include "engines/planets/builtin_maps.h"
#include "engines/planets/planets.h"
#include "engines/snake/snake.h"
#include "engines/superball/superball.h"
#include "engines/walls/walls.h"

namespace engines {
namespace {

/// Steps of a game so far, as its aim counts them; elsewhere every answer is one.
std::int64_t steps_of(const Snake& game) { return static_cast<std::int64_t>(game.steps()); }

/// Steps a second of random legal games played one after the other, the making of each game included.
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

BENCHMARK(planets_ghosts)->Name("planets_35x35_9_ghosts");
BENCHMARK(lightcycle)->Name("lightcycle_170x170_12_cycles");
BENCHMARK(snake)->Name("snake_8x20_steps");
BENCHMARK(walls)->Name("walls_5x5");
BENCHMARK(superball)->Name("superball_8x10");
BENCHMARK(superball_secret)->Name("superball_8x10_secret");

}  // namespace
}  // namespace engines

BENCHMARK_MAIN();
