#include "referee/swiss/pool.h"

#include <algorithm>

namespace referee::swiss {
namespace {

/// By player: whether it asked to be left out of the next round.
std::vector<bool> left_out(const Tournament& tournament) {
  std::vector<bool> out(tournament.players.size());
  for (const RequestedBye& bye : tournament.byes) {
    if (bye.round == static_cast<int>(tournament.played) + 1) {
      out[bye.player] = true;
    }
  }
  return out;
}

bool same_absolute_preference(const Card& a, const Card& b) {
  return a.preference.strength == Preference::Strength::absolute &&
         b.preference.strength == Preference::Strength::absolute &&
         a.preference.colour == b.preference.colour;
}

}  // namespace

Pool::Pool(const Tournament& tournament) {
  const std::vector<bool> out = left_out(tournament);
  std::size_t number = 0;
  for (PlayerIndex player = 0; player < tournament.players.size(); ++player) {
    if (out[player] && !paired_within(tournament, player, tournament.played)) {
      continue;
    }
    ++number;
    if (!out[player]) {
      cards_.push_back(card_of(tournament, player));
      cards_.back().odd_number = number % 2 == 1;
    }
  }
  std::ranges::stable_sort(cards_, std::greater<>(), &Card::score);
  set_compatible(tournament);
}

void Pool::set_compatible(const Tournament& tournament) {
  const std::size_t n = cards_.size();
  compatible_.assign((n * n + 63) / 64, 0);
  const auto set = [&](std::size_t a, std::size_t b, bool may_meet) {
    for (const std::size_t bit : {a * n + b, b * n + a}) {
      const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
      compatible_[bit / 64] = may_meet ? compatible_[bit / 64] | mask : compatible_[bit / 64] & ~mask;
    }
  };
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      if (!same_absolute_preference(cards_[a], cards_[b]) || cards_[a].topscorer || cards_[b].topscorer) {
        set(a, b, true);
      }
    }
  }
  std::vector<std::size_t> place(tournament.players.size(), n);
  for (std::size_t a = 0; a < n; ++a) {
    place[cards_[a].player] = a;
  }
  const auto forbid = [&](PlayerIndex a, PlayerIndex b) {
    if (place[a] < n && place[b] < n && a != b) {
      set(place[a], place[b], false);
    }
  };
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t round = 0; round < tournament.played; ++round) {
      const RoundEntry& entry = tournament.players[cards_[a].player].in(round);
      if (entry.played() && entry.opponent) {
        forbid(cards_[a].player, *entry.opponent);
      }
    }
  }
  const int round = static_cast<int>(tournament.played) + 1;
  for (const ForbiddenGroup& group : tournament.forbidden) {
    if (group.first_round <= round && round <= group.last_round) {
      for (const PlayerIndex a : group.players) {
        std::ranges::for_each(group.players, [&](PlayerIndex b) { forbid(a, b); });
      }
    }
  }
}

}  // namespace referee::swiss
