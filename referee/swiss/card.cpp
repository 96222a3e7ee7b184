#include "referee/swiss/card.h"

#include <algorithm>
#include <cstdlib>

namespace referee::swiss {
namespace {

using Kind = RoundEntry::Kind;

/// "Absolute if |CD| > 1 or the last two games had the same colour; else strong if |CD| = 1; else mild."
Preference preference_of(const Card& card) {
  if (card.colours.empty()) {
    return {};
  }
  const Colour minority = card.colour_difference > 0 ? Colour::black : Colour::white;
  if (std::abs(card.colour_difference) > 1) {
    return {Preference::Strength::absolute, minority};
  }
  if (card.repeated) {
    return {Preference::Strength::absolute, opposite(*card.repeated)};
  }
  if (card.colour_difference != 0) {
    return {Preference::Strength::strong, minority};
  }
  return {Preference::Strength::mild, opposite(card.colours.back())};
}

/// "Whoever meets somebody with another score gets a float: the higher one down, the lower one up. So does
/// who gets more points than for a loss without playing, and who gets the bye: down." An absence and a lost
/// forfeit are no floats.
Float float_of(const Tournament& tournament, PlayerIndex player, std::size_t round) {
  const Player& self = tournament.players[player];
  const RoundEntry& entry = self.in(round);
  if (!entry.played()) {
    const bool rewarded = tournament.points.of(entry.kind) > tournament.points.loss;
    return entry.kind == Kind::bye || rewarded ? Float::down : Float::none;
  }
  if (!entry.opponent) {
    return Float::none;
  }
  const Tenths own = tournament.pairing_score(player, round);
  const Tenths other = tournament.pairing_score(*entry.opponent, round);
  return own > other ? Float::down : own < other ? Float::up : Float::none;
}

void count_round(const Tournament& tournament, const RoundEntry& entry, Card& card) {
  if (entry.played()) {
    if (entry.colour) {
      card.colour_difference += *entry.colour == Colour::white ? 1 : -1;
      card.colours.push_back(*entry.colour);
    }
    return;
  }
  ++card.unplayed;
  // C2: "has had the bye, or has scored as much as for a win in one round, without playing".
  if (entry.kind == Kind::bye || tournament.points.of(entry.kind) >= tournament.points.win) {
    card.may_get_bye = false;
  }
}

}  // namespace

Card card_of(const Tournament& tournament, PlayerIndex player) {
  Card card;
  card.player = player;
  card.score = tournament.pairing_score(player, tournament.played);
  for (std::size_t round = 0; round < tournament.played; ++round) {
    count_round(tournament, tournament.players[player].in(round), card);
  }
  const std::size_t games = card.colours.size();
  if (games >= 2 && card.colours[games - 1] == card.colours[games - 2]) {
    card.repeated = card.colours.back();
  }
  card.preference = preference_of(card);
  for (std::size_t back = 1; back <= card.floats.size() && back <= tournament.played; ++back) {
    card.floats[back - 1] = float_of(tournament, player, tournament.played - back);
  }
  const auto rounds = static_cast<Tenths>(tournament.played);
  const Tenths most = rounds * std::max(tournament.points.win, tournament.points.draw);
  const bool last = static_cast<int>(tournament.played) + 1 >= tournament.rounds;
  const Tenths points = tournament.players[player].score(tournament.points, tournament.played);
  card.topscorer = last && 2 * points > most;
  return card;
}

bool paired_within(const Tournament& tournament, PlayerIndex player, std::size_t rounds) {
  for (std::size_t round = 0; round < rounds; ++round) {
    const RoundEntry& entry = tournament.players[player].in(round);
    if (entry.played() || entry.kind == Kind::forfeit_win || entry.kind == Kind::forfeit_loss ||
        entry.kind == Kind::bye) {
      return true;
    }
  }
  return false;
}

}  // namespace referee::swiss
