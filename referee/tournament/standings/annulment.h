#pragma once

#include <vector>

#include "referee/tournament/standings/history.h"

namespace referee {

/// What counts once the results of some entrants of a round robin are annulled. At tables of more than two
/// the others keep their results against each other: the annulled ones are taken out of the table and of its
/// games, and an encounter with fewer than two left does not count. Encounters of two with one of them do not
/// count. `annulled` is by entrant; rounds and entrants stay where they are.
History without_annulled(History history, const std::vector<bool>& annulled);

}  // namespace referee
