#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "referee/swiss/tournament.h"

namespace referee::swiss {

/// Which colour a player should get next (C.04.3, 1.6).
struct Preference {
  enum class Strength : std::uint8_t {
    none,     ///< no game played
    mild,     ///< as many whites as blacks: the other one than last time
    strong,   ///< one more of the one: the other
    absolute  ///< two more of the one, or the same twice in a row: the other
  };
  Strength strength = Strength::none;
  Colour colour = Colour::white;  ///< without meaning if there is no preference

  bool any() const { return strength != Strength::none; }
};

enum class Float : std::uint8_t { none, up, down };

/// The pairing card of a player: what the rules look at when they pair it.
struct Card {
  PlayerIndex player = 0;
  Tenths score = 0;  ///< points and virtual points
  Preference preference;
  int colour_difference = 0;            ///< games with White minus games with Black
  std::optional<Colour> repeated = {};  ///< the colour of its last two games, if it is the same
  std::vector<Colour> colours;          ///< of the games it has played, oldest first
  /// The player's floats in the round before, and in the one before that (1.4).
  std::array<Float, 2> floats{};
  bool may_get_bye = true;  ///< C2
  /// Whether the player has over half of the possible points, without virtual ones, and the last round is to
  /// be paired (1.7).
  bool topscorer = false;
  int unplayed = 0;        ///< rounds in which it played no game
  bool odd_number = true;  ///< its number, among those that have ever been paired, from 1 (5.2.5)
};

/// The card of a player before round tournament.played + 1. The caller sets `odd_number`.
Card card_of(const Tournament& tournament, PlayerIndex player);

/// Whether a player has been paired in one of the first rounds: played, forfeited or got the bye.
bool paired_within(const Tournament& tournament, PlayerIndex player, std::size_t rounds);

}  // namespace referee::swiss
