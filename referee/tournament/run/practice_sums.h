#pragma once

#include <map>
#include <string>

#include "referee/store/store.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee {

/// All that the matches of a practice have said, and which of them are in it. An entrant's matches end in the
/// order of their numbers.
struct PracticeSums {
  LadderTable table;
  std::map<Entrant, int> counted;  ///< the number of its newest match in the table; none in it: no entry

  /// What a store has: the sums of its latest renewal, and the matches that ended later. A store of an
  /// earlier version has no sums: of it count the matches that are kept. `seats`: of the game. Throws
  /// fields::Exception if it is damaged.
  static PracticeSums of(const StoreContent& content, std::size_t seats);

  void add(Entrant entrant, int number, const GameResult& result);
  /// `counted` as SetMeta keeps it: "3:17 4:9".
  std::string counted_text() const;
};

}  // namespace referee
