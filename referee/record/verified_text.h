#pragma once

#include <string>

#include "referee/record/replay.h"

namespace referee {

/// What came of playing a record again, in one line for people, without the record's name: "ok, 12 turns", or
/// the first difference: "line 12, turn 10, events.laid[0]: got 3, expected 2".
std::string verified_text(const Verified& verified);

}  // namespace referee
