#include "referee/swiss/colours.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "referee/swiss/card.h"

namespace referee::swiss {
namespace {

/// 5.2.2: "Grant the stronger colour preference. If both are absolute, grant the wider colour difference."
std::optional<Colour> stronger_preference(const Card& higher, const Card& lower) {
  const Preference& of_higher = higher.preference;
  const Preference& of_lower = lower.preference;
  if (of_higher.strength != of_lower.strength) {
    return of_higher.strength > of_lower.strength ? of_higher.colour : opposite(of_lower.colour);
  }
  const int width_of_higher = std::abs(higher.colour_difference);
  const int width_of_lower = std::abs(lower.colour_difference);
  if (of_higher.strength == Preference::Strength::absolute && width_of_higher != width_of_lower) {
    return width_of_higher > width_of_lower ? of_higher.colour : opposite(of_lower.colour);
  }
  return std::nullopt;
}

/// 5.2.3: "Alternate the colours to the most recent time in which one had White and the other Black." Games
/// are counted from the last one back, rounds without a game left out.
std::optional<Colour> alternation(const Card& higher, const Card& lower) {
  const std::size_t games = std::min(higher.colours.size(), lower.colours.size());
  for (std::size_t back = 1; back <= games; ++back) {
    const Colour of_higher = higher.colours[higher.colours.size() - back];
    if (of_higher != lower.colours[lower.colours.size() - back]) {
      return opposite(of_higher);
    }
  }
  return std::nullopt;
}

}  // namespace

Colour colour_of_higher(const Card& higher, const Card& lower, Colour initial) {
  const Preference& of_higher = higher.preference;
  const Preference& of_lower = lower.preference;
  if (!of_higher.any() && !of_lower.any()) {
    // 5.2.5: "If the higher ranked player has an odd number, give it the initial colour; otherwise the
    // other."
    return higher.odd_number ? initial : opposite(initial);
  }
  // 5.2.1: "Grant both colour preferences."
  if (!of_higher.any()) {
    return opposite(of_lower.colour);
  }
  if (!of_lower.any() || of_higher.colour != of_lower.colour) {
    return of_higher.colour;
  }
  if (const auto granted = stronger_preference(higher, lower)) {
    return *granted;
  }
  if (const auto alternated = alternation(higher, lower)) {
    return *alternated;
  }
  return of_higher.colour;  // 5.2.4: "Grant the colour preference of the higher ranked player."
}

ColourBreaches colour_breaches(const Card& higher, const Card& lower) {
  ColourBreaches breaches;
  const Colour of_higher = colour_of_higher(higher, lower, Colour::white);
  const auto count = [&](const Card& card, Colour gets) {
    const bool refused = card.preference.any() && card.preference.colour != gets;
    const int after = card.colour_difference + (gets == Colour::white ? 1 : -1);
    breaches.difference += std::abs(after) > 2 && std::abs(after) > std::abs(card.colour_difference) ? 1 : 0;
    breaches.run += card.repeated == gets ? 1 : 0;
    breaches.preference += refused ? 1 : 0;
    breaches.strong += refused && card.preference.strength == Preference::Strength::strong ? 1 : 0;
  };
  count(higher, of_higher);
  count(lower, opposite(of_higher));
  return breaches;
}

std::optional<Colour> first_colour(const Tournament& tournament) {
  for (std::size_t round = 0; round < tournament.played; ++round) {
    bool odd = false;  // the number among the players paired by then
    for (PlayerIndex player = 0; player < tournament.players.size(); ++player) {
      if (!paired_within(tournament, player, round + 1)) {
        continue;
      }
      odd = !odd;
      if (const auto colour = tournament.players[player].in(round).colour) {
        return odd ? colour : opposite(*colour);  // the first in the list is the higher ranked of its pair
      }
    }
  }
  return std::nullopt;
}

}  // namespace referee::swiss
