#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/lightcycle/lightcycle.h"
#include "engines/superball/superball.h"
#include "engines/walls/walls.h"

namespace engines {
namespace {

/// Steps a second of random legal games played one after the other, the making of each game included.
template <Rules G>
void play(benchmark::State& state, const typename G::Options& options) {
  Rng rng(1);
  G game(options, Seed{});
  std::vector<Answer<typename G::Move>> answers(game.seats());
  std::int64_t steps = 0;
  for ([[maybe_unused]] auto iteration : state) {
    auto movers = game.to_move();
    if (movers.empty()) {
      game = G(options, Seed{});
      movers = game.to_move();
    }
    for (auto& answer : answers) {
      answer = {};
    }
    for (const Seat seat : movers) {
      answers[seat].move = game.sample(seat, rng);
    }
    benchmark::DoNotOptimize(game.apply(answers));
    ++steps;
  }
  state.SetItemsProcessed(steps);
}

void lightcycle(benchmark::State& state) { play<LightCycle>(state, {}); }
void walls(benchmark::State& state) { play<Walls>(state, {}); }
void superball(benchmark::State& state) { play<Superball>(state, {}); }
void superball_secret(benchmark::State& state) {
  Superball::Options options;
  options.deal = Deal::Kind::secret;
  play<Superball>(state, options);
}

BENCHMARK(lightcycle)->Name("lightcycle_170x170_12_cycles");
BENCHMARK(walls)->Name("walls_5x5");
BENCHMARK(superball)->Name("superball_8x10");
BENCHMARK(superball_secret)->Name("superball_8x10_secret");

}  // namespace
}  // namespace engines

BENCHMARK_MAIN();
