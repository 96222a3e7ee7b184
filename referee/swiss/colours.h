#pragma once

#include <optional>

#include "referee/swiss/card.h"
#include "referee/swiss/tournament.h"

namespace referee::swiss {

/// The colour that the higher ranked of a pair gets (C.04.3, 5.2).
Colour colour_of_higher(const Card& higher, const Card& lower, Colour initial);

/// How many of a pair get a colour that they should not get.
struct ColourBreaches {
  int difference = 0;  ///< C10: three more games with one colour than with the other, because of this pair
  int run = 0;         ///< C11: the same colour three times in a row
  int preference = 0;  ///< C12: not the preferred one
  int strong = 0;      ///< C13: not the strongly preferred one
};
ColourBreaches colour_breaches(const Card& higher, const Card& lower);

/// The initial colour (5.2.5) that the rounds played so far show: in the first one that had colours, no
/// player had a preference, so numbers decided. Nothing if no round had colours.
std::optional<Colour> first_colour(const Tournament& tournament);

}  // namespace referee::swiss
