#pragma once

#include "referee/screen/canvas.h"

namespace referee::screen {

/// Numbers of a terminal's colours; -1: its own foreground.
struct Colour {
  short of_256;
  short of_8;
};

/// The colours of Okabe and Ito, which people tell apart whatever colours they see, as the nearest that
/// terminals have.
Colour colour_of(Ink ink);

/// Whether people want colours: not if NO_COLOR is set and not empty.
bool colours_wanted();

}  // namespace referee::screen
