// Seconds of processor time to seat a round of 200 entrants at tables of four, over the allowed fifth of a
// second: judges the median and the slowest of eight rounds, and checks that no round repeats a pair.
// Usage: tables_bench [ROUNDS]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "bench/figures.h"
#include "referee/tournament/pairing/past_rounds.h"
#include "referee/tournament/pairing/swiss_tables.h"
#include "tests/referee/tournament/simulated_tournament.h"

namespace {

constexpr std::size_t kEntrants = 200;
constexpr double kAsked = 0.2;  // seconds

struct Rounds {
  std::vector<double> seconds;
  int most_meetings = 0;
};

Rounds play(int rounds) {
  const referee::EncounterRules rules{.seats = 4, .best_of = 3};
  const referee::SwissTables system(rules, rounds, 1);
  referee::test::SimulatedTournament tournament(rules, kEntrants, 1);
  Rounds played;
  for (int round = 0; round < rounds; ++round) {
    const std::clock_t start = std::clock();
    const auto encounters = system.pair(tournament.history());
    played.seconds.push_back(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    tournament.play(encounters);
  }
  const referee::PastRounds past(rules, tournament.history());
  for (referee::Entrant a = 0; a < kEntrants; ++a) {
    for (referee::Entrant b = 0; b < a; ++b) {
      played.most_meetings = std::max(played.most_meetings, past.meetings(a, b));
    }
  }
  return played;
}

void print(const char* what, double seconds) {
  bench::print(
      {what, bench::quantity(kAsked, 3, "s"), bench::quantity(seconds, 3, "s"), seconds / kAsked, "<= 1.00"});
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(2, std::atoi(argv[1])) : 8;
  const Rounds played = play(rounds);
  if (played.most_meetings > 1) {
    std::fprintf(stderr, "tables_bench: two of %zu entrants met %d times in %d rounds, expected once\n",
                 kEntrants, played.most_meetings, rounds);
    return 1;
  }
  print("tables of 4, a round of 200, median", bench::median(played.seconds));
  print("tables of 4, a round of 200, slowest", std::ranges::max(played.seconds));
}
