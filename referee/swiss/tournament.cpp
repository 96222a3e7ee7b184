#include "referee/swiss/tournament.h"

#include <algorithm>

namespace referee::swiss {

Tenths PointSystem::of(RoundEntry::Kind kind) const {
  switch (kind) {
    case RoundEntry::Kind::win:
    case RoundEntry::Kind::forfeit_win:
    case RoundEntry::Kind::full_bye:
      return win;
    case RoundEntry::Kind::draw:
    case RoundEntry::Kind::half_bye:
      return draw;
    case RoundEntry::Kind::loss:
      return loss;
    case RoundEntry::Kind::forfeit_loss:
    case RoundEntry::Kind::zero_bye:
      return absence;
    case RoundEntry::Kind::bye:
      return bye;
    case RoundEntry::Kind::open:
      return 0;
  }
  return absence;
}

const RoundEntry& Player::in(std::size_t round) const {
  static const RoundEntry kAbsent;
  return round < rounds.size() ? rounds[round] : kAbsent;
}

Tenths Player::score(const PointSystem& points, std::size_t rounds_played) const {
  Tenths sum = 0;
  for (std::size_t round = 0; round < rounds_played; ++round) {
    sum += points.of(in(round).kind);
  }
  return sum;
}

Tenths Tournament::pairing_score(PlayerIndex player, std::size_t round) const {
  Tenths score = players[player].score(points, round);
  const int number = static_cast<int>(round) + 1;
  for (const VirtualPoints& extra : virtual_points) {
    const bool then = extra.first_round <= number && number <= extra.last_round;
    score += then && extra.first <= player && player <= extra.last ? extra.points : 0;
  }
  return score;
}

std::vector<VirtualPoints> baku_acceleration(std::size_t players, int rounds, const PointSystem& points) {
  const int accelerated = (rounds + 1) / 2;
  const int full = (accelerated + 1) / 2;
  const std::size_t group = std::min(players, 2 * ((players + 3) / 4));
  std::vector<VirtualPoints> extra;
  if (group > 0) {
    extra.push_back({points.win, 1, full, 0, group - 1});
    if (accelerated > full) {
      extra.push_back({points.draw, full + 1, accelerated, 0, group - 1});
    }
  }
  return extra;
}

}  // namespace referee::swiss
