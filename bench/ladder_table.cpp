// How well ladders and other pairings find the true order of players whose strengths are known, at equal
// numbers of matches: prints the tables of referee/tournament/pairing/LADDER.md.
// Usage: ladder_table [RUNS]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "referee/tournament/pairing/swiss_pairs.h"
#include "tests/referee/tournament/pairing/ladder_simulation.h"

namespace {

using referee::Entrant;
using referee::rating::RankedGame;
using referee::simulation::Random;
using Strengths = std::vector<double>;
using Games = std::vector<RankedGame>;

constexpr std::size_t kMatches = 20;  // of each player

/// Ranks from 0, the greatest value first; equal ones share the mean of theirs.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, std::greater{}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && values[order[end]] == values[order[begin]]) {
      ++end;
    }
    for (std::size_t i = begin; i < end; ++i) {
      ranks[order[i]] = static_cast<double>(begin + end - 1) / 2;
    }
    begin = end;
  }
  return ranks;
}

/// Spearman's, from -1 to 1.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const std::vector<double> of_a = ranks_of(a);
  const std::vector<double> of_b = ranks_of(b);
  const double mean = static_cast<double>(a.size() - 1) / 2;
  double products = 0;
  double squares_a = 0;
  double squares_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    products += (of_a[i] - mean) * (of_b[i] - mean);
    squares_a += (of_a[i] - mean) * (of_a[i] - mean);
    squares_b += (of_b[i] - mean) * (of_b[i] - mean);
  }
  return products / std::sqrt(squares_a * squares_b);
}

/// Rounds in which pairs are drawn by lot.
Games random_pairs(const Strengths& strengths, std::uint64_t seed) {
  Random random(seed);
  Games games;
  std::vector<std::size_t> order(strengths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t round = 0; round < kMatches; ++round) {
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(i)]);
    }
    for (std::size_t i = 0; i + 1 < order.size(); i += 2) {
      games.push_back(referee::simulation::play(strengths, order[i], order[i + 1], random));
    }
  }
  return games;
}

/// The first rounds of a round robin, by the circle method. REQUIRES: an even number of players.
Games round_robin(const Strengths& strengths, std::uint64_t seed) {
  Random random(seed);
  Games games;
  const std::size_t n = strengths.size();
  for (std::size_t round = 0; round < std::min(kMatches, n - 1); ++round) {
    const auto player = [&](std::size_t place) { return place == 0 ? 0 : 1 + (place - 1 + round) % (n - 1); };
    for (std::size_t i = 0; i < n / 2; ++i) {
      games.push_back(referee::simulation::play(strengths, player(i), player(n - 1 - i), random));
    }
  }
  return games;
}

/// A Swiss by the FIDE Dutch system.
Games swiss(const Strengths& strengths, std::uint64_t seed) {
  Random random(seed);
  const referee::EncounterRules rules{.seats = 2, .best_of = 1};
  const referee::SwissPairs system(rules, static_cast<int>(kMatches), seed);
  referee::History history;
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    const std::string name = "p" + std::to_string(i);
    history.entrants.push_back({.name = name, .display = name});
  }
  Games games;
  for (std::size_t round = 0; round < kMatches; ++round) {
    referee::History::Round played;
    for (const referee::Encounter& encounter : system.pair(history)) {
      const auto& [a, b] = std::pair(encounter.entrants[0], encounter.entrants[1]);
      RankedGame game = referee::simulation::play(strengths, a, b, random);
      referee::GameResult result;
      result.scores = {game.seats[0].rank == 1 ? 1.0 : 0.0, game.seats[1].rank == 1 ? 1.0 : 0.0};
      result.no_show.resize(2);
      result.tallies.resize(2);
      played.push_back({encounter, {result}});
      games.push_back(std::move(game));
    }
    history.rounds.push_back(std::move(played));
  }
  return games;
}

std::vector<double> points_of(std::size_t players, const Games& games) {
  std::vector<double> points(players);
  for (const RankedGame& game : games) {
    for (const RankedGame::Seat& seat : game.seats) {
      points[seat.player] += seat.rank == 1 ? 1 : 0;
    }
  }
  return points;
}

struct Found {
  double by_rating = 0;  // rank correlation with the true strengths
  double by_points = 0;
  double covered = 0;
  double interval = 0;  // mean width in Elo
};

Found find(const Strengths& strengths, const Games& games) {
  const referee::rating::Ratings ratings = referee::rating::ratings_of(strengths.size(), games);
  Found found;
  std::vector<double> elo;
  for (const auto& one : ratings.players) {
    elo.push_back(one.value().elo);
    found.interval += (one->high - one->low) / static_cast<double>(strengths.size());
  }
  found.by_rating = rank_correlation(strengths, elo);
  found.by_points = rank_correlation(strengths, points_of(strengths.size(), games));
  found.covered = referee::simulation::covered(strengths, ratings);
  return found;
}

/// A row of the table: means of all runs.
template <class Play>
void row(const char* name, std::size_t players, int runs, Play play) {
  Found sum;
  for (int run = 1; run <= runs; ++run) {
    const auto seed = static_cast<std::uint64_t>(run);
    const Strengths strengths = referee::simulation::strengths(players, seed);
    const Found found = find(strengths, play(strengths, 1000 + seed));
    sum.by_rating += found.by_rating / runs;
    sum.by_points += found.by_points / runs;
    sum.covered += found.covered / runs;
    sum.interval += found.interval / runs;
  }
  std::printf("| %s | %zu | %.3f | %.3f | %.1f%% | %.0f |\n", name, players, sum.by_rating, sum.by_points,
              100 * sum.covered, sum.interval);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 20;
  std::printf(
      "| pairing | entrants | by rating | by points | within the interval | interval, Elo |\n"
      "|-|-|-|-|-|-|\n");
  const auto ladder = [](const Strengths& strengths, std::uint64_t seed) {
    return referee::simulation::ladder(strengths, strengths.size() * kMatches / 2, seed);
  };
  for (const std::size_t players : {30U, 100U}) {
    row("ladder", players, runs, ladder);
    row("swiss", players, runs, swiss);
    row("round robin", players, runs, round_robin);
    row("random", players, runs, random_pairs);
  }
  row("ladder", 1000, std::max(1, runs / 10), ladder);
  row("random", 1000, std::max(1, runs / 10), random_pairs);
  return 0;
}
