#pragma once

#include "referee/swiss/card.h"

namespace referee::swiss {

/// The colour that the higher ranked of a pair gets (C.04.3, 5.2).
Colour colour_of_higher(const Card& higher, const Card& lower, Colour initial);

/// What a pair does to the colours of the one that does not get its preference.
struct ColourBreaches {
  bool difference = false;  ///< C10: three more games with one colour than with the other
  bool run = false;         ///< C11: the same colour three times running
  bool preference = false;  ///< C12
  bool strong = false;      ///< C13: its preference was strong
};
ColourBreaches colour_breaches(const Card& higher, const Card& lower);

}  // namespace referee::swiss
