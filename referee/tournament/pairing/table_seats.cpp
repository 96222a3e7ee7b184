#include "referee/tournament/pairing/table_seats.h"

#include <algorithm>

#include "referee/tournament/pairing/assignment.h"

namespace referee {
namespace {

/// How uneven games by seat are. What counts first is the difference between the most and the least frequent
/// seat: one that is greater by one costs more than a whole table of smaller ones.
std::int64_t unevenness(const std::vector<int>& games) {
  constexpr int kSteepest = 6;  // in bits 4 x 6: sums over a table and all lengths of an encounter still fit
  const auto [least, most] = std::ranges::minmax(games);
  std::int64_t sum = std::int64_t{1} << (4 * std::min(most - least, kSteepest));
  for (const int count : games) {
    sum += static_cast<std::int64_t>(count - least) * (count - least);
  }
  return sum;
}

/// What an encounter begun at `position` leaves, over all numbers of games that it may take.
std::int64_t unevenness_after(const EncounterRules& rules, std::vector<int> games, std::size_t position) {
  std::int64_t sum = 0;
  for (int game = 0; game < rules.best_of; ++game) {
    ++games[(position + static_cast<std::size_t>(game)) % rules.seats];
    const bool may_end = game >= rules.best_of / 2;
    sum += may_end ? unevenness(games) : 0;
  }
  return sum;
}

}  // namespace

std::vector<Entrant> deal_seats(const EncounterRules& rules, const PastRounds& past,
                                const std::vector<Entrant>& entrants, std::size_t turn) {
  const std::size_t n = entrants.size();
  constexpr std::int64_t kTurns = 512;  // more than the sum of n times less than n, n up to Points::kMaxTable
  const auto positions = cheapest_assignment(n, [&](std::size_t i, std::size_t position) {
    const auto off_turn = static_cast<std::int64_t>((position + 2 * n - i - turn % n) % n);
    return unevenness_after(rules, past.seat_games(entrants[i]), position) * kTurns + off_turn;
  });
  std::vector<Entrant> seated(n);
  for (std::size_t i = 0; i < n; ++i) {
    seated[positions[i]] = entrants[i];
  }
  return seated;
}

}  // namespace referee
