#pragma once

#include <memory>
#include <optional>
#include <string>

#include "protocol/fields.h"
#include "referee/tournament/pairing/pairing_system.h"
#include "referee/tournament/pairing/table_division.h"
#include "referee/tournament/standings/standings.h"

namespace referee {

/// How the entrants of a tournament meet.
struct FormatSpec {
  enum class Kind {
    swiss,        ///< `rounds` rounds at tables of `table`
    round_robin,  ///< everybody meets everybody, `cycles` times; at tables of `table`
    field,        ///< everybody plays every instance of a game of one seat, ranked by mean score
    practice      ///< whoever connects plays house bots at once, unranked, until stopped
  };
  Kind kind = Kind::round_robin;
  int rounds = 5;  ///< swiss: 1..100
  std::size_t table =
      2;  ///< entrants at a table: the game's seats, 1..Points::kMaxTable; 2 in duels, which is
          ///< how games of one seat are paired: both play the same instance, each for itself
  /// swiss with table > 2: how many squared points of spread at a table one repeat is worth, in thousandths,
  /// 0..1'000'000; nothing: no spread makes up for a repeat.
  std::optional<RepeatWeight> repeat_weight = {};
  int cycles = 1;   ///< round_robin: 1..100
  int best_of = 2;  ///< games of an encounter, 1..99; default 2 for two seats (the seat swap), else 1

  TieBreaks tie_breaks;  ///< swiss and round_robin

  std::size_t instances = 1;  ///< field: how many there are; not a key of the format
  bool apart = false;         ///< the game has one seat; not a key of the format

  /// Reads "format"; `seats` are those of the game, `path` is where it stands. `instances` is left to be set.
  /// Throws fields::Exception.
  static FormatSpec read(const fields::Json& json, const std::string& path, std::size_t seats);
  /// Complete, for the frozen part.
  fields::Json json() const;

  /// REQUIRES: not practice. `seed`: for the choices that are left to chance.
  std::unique_ptr<PairingSystem> pairing_system(std::uint64_t seed) const;
  Ranking ranking() const;
  /// Round robin: the encounters planned for each of so many entrants.
  int encounters_each(std::size_t entrants) const;
  EncounterRules encounter_rules() const { return {table, best_of, apart}; }
};

}  // namespace referee
