#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "tests/referee/tournament/histories.h"

// Tournaments with all irregular cases: late entries, withdrawals, byes, forfeits, an unfinished round.
namespace referee::random_history {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  /// 0 to `sides` - 1.
  int roll(int sides) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(sides)); }
  bool one_in(int sides) { return roll(sides) == 0; }

 private:
  std::mt19937_64 engine_;
};

/// One game; absent entrants rank behind all others.
inline PlayedEncounter table(Dice& dice, const std::vector<Entrant>& entrants, bool finished) {
  if (entrants.size() == 2 && dice.one_in(12)) {
    const int winner = dice.roll(3);
    return histories::forfeit(entrants[0], entrants[1],
                              winner < 2 ? std::optional(static_cast<std::size_t>(winner)) : std::nullopt);
  }
  if (!finished && dice.one_in(2)) {
    return histories::played(entrants, {});
  }
  std::vector<double> scores;
  std::vector<bool> absent;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    absent.push_back(dice.one_in(12));
    scores.push_back(absent.back() ? -1 : dice.roll(3));
  }
  PlayedEncounter played = histories::played(entrants, {scores});
  played.games[0].no_show = absent;
  return played;
}

/// A Swiss with tables of `seats`, one game an encounter; paired at random.
inline History swiss(Dice& dice, std::size_t entrants, std::size_t rounds, std::size_t seats) {
  std::vector<std::size_t> joined(entrants), left(entrants, rounds);
  for (Entrant e = 0; e < entrants; ++e) {
    joined[e] = dice.one_in(6) ? static_cast<std::size_t>(dice.roll(3)) : 0;
    left[e] = dice.one_in(5) ? static_cast<std::size_t>(dice.roll(static_cast<int>(rounds))) : rounds;
  }
  std::vector<History::Round> all;
  const bool finished = !dice.one_in(4);
  for (std::size_t r = 0; r < rounds; ++r) {
    History::Round& round = all.emplace_back();
    std::vector<Entrant> there;
    for (Entrant e = 0; e < entrants; ++e) {
      if (r < joined[e] || r >= left[e]) {
        continue;
      }
      const int wish = dice.roll(16);
      if (wish < 2) {
        const auto kind = wish == 0 ? Encounter::Kind::half_bye : Encounter::Kind::zero_bye;
        round.push_back({histories::encounter({e}, kind), {}});
      } else {
        there.insert(there.begin() + dice.roll(static_cast<int>(there.size()) + 1), e);
      }
    }
    for (std::size_t at = 0; at < there.size(); at += seats) {
      const std::vector<Entrant> sitting(
          there.begin() + static_cast<std::ptrdiff_t>(at),
          there.begin() + static_cast<std::ptrdiff_t>(std::min(at + seats, there.size())));
      round.push_back(sitting.size() == 1 ? histories::bye(sitting[0])
                                          : table(dice, sitting, finished || r + 1 < rounds));
    }
  }
  return histories::history(entrants, std::move(all));
}

/// A round robin, with forfeits.
inline History round_robin(Dice& dice, std::size_t entrants) {
  const std::size_t n = entrants + entrants % 2;
  std::vector<History::Round> all(n - 1);
  for (Entrant a = 0; a < entrants; ++a) {
    for (Entrant b = a + 1; b < entrants; ++b) {
      // Circle method: the sum of the numbers gives the round; the last of an even number keeps its place.
      const std::size_t round = b == n - 1 ? 2 * a % (n - 1) : (a + b) % (n - 1);
      all[round].push_back(table(dice, dice.one_in(2) ? std::vector{a, b} : std::vector{b, a}, true));
    }
  }
  return histories::history(entrants, std::move(all));
}

}  // namespace referee::random_history
