#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "referee/statistics/rating.h"
#include "referee/statistics/weng_lin.h"
#include "referee/tournament/pairing/ladder_pairing.h"
#include "tests/referee/statistics/games.h"

// Tournaments of players whose strengths are known, for tests of a ladder and for the table in LADDER.md.
namespace referee::simulation {

using rating::RankedGame;
using Random = rating::games::Random;

/// Nearly normal, mean 0, deviation 1: natural logarithms, as the ratings' model has them (174 Elo).
inline std::vector<double> strengths(std::size_t players, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> all(players);
  for (double& one : all) {
    one = -6;
    for (int i = 0; i < 12; ++i) {
      one += random.real();
    }
  }
  return all;
}

/// A game of two, won as Bradley and Terry's model has it.
inline RankedGame play(const std::vector<double>& strengths, std::size_t a, std::size_t b, Random& random) {
  const bool wins = random.real() < 1 / (1 + std::exp(strengths[b] - strengths[a]));
  return {.seats = {{a, wins ? 1 : 2, false}, {b, wins ? 2 : 1, false}}};
}

/// A ladder on which matches are played one after the other, all players being there all the time.
inline std::vector<RankedGame> ladder(const std::vector<double>& strengths, std::size_t matches,
                                      std::uint64_t seed) {
  Random random(seed);
  LadderPairing pairing(2, false);
  for (Entrant entrant = 0; entrant < strengths.size(); ++entrant) {
    pairing.arrive(entrant);
  }
  std::vector<RankedGame> games;
  while (games.size() < matches) {
    const std::vector<Entrant> seats = pairing.next().value();
    RankedGame game = play(strengths, seats[0], seats[1], random);
    const auto after = rating::beliefs_after(std::vector<rating::RankedBelief>{
        {pairing.belief(seats[0]), game.seats[0].rank}, {pairing.belief(seats[1]), game.seats[1].rank}});
    pairing.set_belief(seats[0], after[0]);
    pairing.set_belief(seats[1], after[1]);
    pairing.end(seats);
    games.push_back(std::move(game));
  }
  return games;
}

/// Each player's number of games.
inline std::vector<int> games_of(std::size_t players, const std::vector<RankedGame>& games) {
  std::vector<int> counts(players);
  for (const RankedGame& game : games) {
    for (const RankedGame::Seat& seat : game.seats) {
      ++counts[seat.player];
    }
  }
  return counts;
}

/// How many of the players' true strengths lie in the 95% intervals of the ratings, from 0 to 1.
inline double covered(const std::vector<double>& strengths, const rating::Ratings& ratings) {
  const double unit = 400 / std::log(10.0);
  const double mean =
      std::accumulate(strengths.begin(), strengths.end(), 0.0) / static_cast<double>(strengths.size());
  std::size_t inside = 0;
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    const double elo = (strengths[i] - mean) * unit;
    const auto& rating = ratings.players[i];
    inside += rating && rating->low <= elo && elo <= rating->high ? 1 : 0;
  }
  return static_cast<double>(inside) / static_cast<double>(strengths.size());
}

}  // namespace referee::simulation
