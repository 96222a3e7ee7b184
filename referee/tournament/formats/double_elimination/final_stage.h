#pragma once

#include <memory>

#include "protocol/fields.h"
#include "referee/tournament/formats/tournament_format.h"

namespace referee {

/// The key "final" of a format, as {"kind": "double_elimination", "top": 8}: when the rounds of `first` are
/// over, the first entrants of its standings play a double elimination, seeded in that order. They are ranked
/// before all others, who keep their order in the standings of `first`. Returns `first` if the key is missing
/// or null.
std::shared_ptr<const TournamentFormat> with_final(fields::Object& in,
                                                   std::shared_ptr<const TournamentFormat> first);

}  // namespace referee
