// The processor time to pair a round in the middle of a Swiss, and how it grows with the number of players.
// Usage: swiss_bench [PLAYERS...]; default: 200 1000 3000

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <random>
#include <vector>

#include "referee/swiss/pairing.h"
#include "tests/referee/swiss/random_tournament.h"

namespace referee::swiss {
namespace {

constexpr int kRounds = 9;
constexpr int kMiddle = 5;  // rounds 5 and 6 are the middle of the tournament

/// Seconds allowed, by number of players.
const std::map<std::size_t, double>& asked_seconds() {
  static const std::map<std::size_t, double> asked = {{200, 0.05}, {1000, 1}, {3000, 10}};
  return asked;
}

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Seconds of the slower of the two rounds in the middle.
double seconds_in_the_middle(std::size_t players, unsigned seed) {
  std::mt19937 random(seed);
  Tournament tournament;
  tournament.players.resize(players);
  tournament.rounds = kRounds;
  tournament.initial_colour = Colour::white;
  double slowest = 0;
  for (int round = 1; round <= kMiddle + 1; ++round) {
    add_absences(tournament, {}, random);
    const double begun = processor_seconds();
    const RoundPairing pairing = pair_round(tournament);
    if (round >= kMiddle) {
      slowest = std::max(slowest, processor_seconds() - begun);
    }
    play_round(tournament, pairing, {}, random);
  }
  return slowest;
}

double median_seconds(std::size_t players) {
  const unsigned tournaments = players > 1000 ? 1 : 3;
  std::vector<double> seconds;
  for (unsigned seed = 1; seed <= tournaments; ++seed) {
    seconds.push_back(seconds_in_the_middle(players, seed));
  }
  std::ranges::sort(seconds);
  return seconds[seconds.size() / 2];
}

void measure(const std::vector<std::size_t>& sizes) {
  std::vector<double> measured;
  for (const std::size_t players : sizes) {
    measured.push_back(median_seconds(players));
    const auto asked = asked_seconds().find(players);
    std::printf("Swiss round, %zu players | ", players);
    if (asked == asked_seconds().end()) {
      std::printf("- | %.4f s | - | -\n", measured.back());
    } else {
      const double ratio = measured.back() / asked->second;
      std::printf("%g s asked | %.4f s | %.3f | <= 1\n", asked->second, measured.back(), ratio);
    }
    std::fflush(stdout);
  }
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    const double times = static_cast<double>(sizes[i]) / static_cast<double>(sizes[i - 1]);
    const double power = std::log(measured[i] / measured[i - 1]) / std::log(times);
    std::printf("Swiss round, growth to %zu players | %.4f s | %.4f s | power %.2f | -\n", sizes[i],
                measured[i - 1], measured[i], power);
  }
}

}  // namespace
}  // namespace referee::swiss

int main(int argc, char** argv) {
  std::vector<std::size_t> sizes;
  for (int i = 1; i < argc; ++i) {
    sizes.push_back(std::strtoul(argv[i], nullptr, 10));
  }
  referee::swiss::measure(sizes.empty() ? std::vector<std::size_t>{200, 1000, 3000} : sizes);
}
