#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/report/rating_text.h"
#include "referee/report/standings_page.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee {

/// What the standings of a ladder tell of one entrant: its versions, and whom the present one has met.
struct LadderEntrant {
  struct Version {
    std::string version;  ///< "2", or "-" of a bot that was not handed in
    int matches = 0;
    std::optional<WholeElo> rating;
    std::optional<double> mean = {};  ///< in the closed blocks of a game of one seat
    std::int64_t since = 0;           ///< LadderTable::Player::since
  };
  struct Opponent {
    std::optional<Entrant> entrant;  ///< nothing: the house bots
    std::string name;                ///< "house" for the house bots
    std::optional<WholeElo> rating;  ///< of the version that plays now; nothing: unknown, or withheld
    LadderTable::Score score;        ///< of the entrant's present version, against all of the opponent's
  };
  std::vector<Version> versions;    ///< oldest first
  std::vector<Opponent> opponents;  ///< the best one first; none if matches are withheld
};

/// What a ladder's page tells of each entrant, by row of the standings, then by withheld row. REQUIRES:
/// page.history.ladder.
std::vector<LadderEntrant> ladder_entrants(const StandingsPage& page);

/// "5-1-2": won, shared, lost.
std::string score_text(const LadderTable::Score& score);

}  // namespace referee
