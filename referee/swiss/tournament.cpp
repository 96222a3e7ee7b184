#include "referee/swiss/tournament.h"

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

}  // namespace referee::swiss
