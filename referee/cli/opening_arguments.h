#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/App.hpp>

#include "engines/registry.h"
#include "referee/record/openings.h"

namespace referee {

/// The largest turn that a command line may name: no match has more.
inline constexpr std::int64_t kMostTurns = 1'000'000'000;

/// --openings, --random-plies, --from and --turn of the commands that play matches here, as they were
/// written. CLI11 writes to this object, so it must outlive the parsing: commands hold it in a shared_ptr.
struct OpeningArguments {
  std::string file;              ///< of --openings; empty: none
  std::size_t random_plies = 0;  ///< 0: none
  std::string from;              ///< a record; empty: none
  std::int64_t turn = 0;

  /// Adds --openings and --random-plies, which exclude each other and, where add_from() has added it before,
  /// --from.
  void add_to(CLI::App& command);
  /// Adds --from and --turn. With them GAME may be left out, and --seed, --option and --salt are refused:
  /// the record has them. REQUIRES: GameArguments have been added before.
  void add_from(CLI::App& command);

  /// The position that --from and --turn name; nothing without them. `game`: GAME as it was written; empty:
  /// it was left out. Throws std::invalid_argument, also if GAME is another game than the record's, and
  /// CLI::RequiredError if there is neither GAME nor --from.
  std::optional<RecordedPosition> position(const std::string& game) const;
  /// What --openings and --random-plies ask for, for this game with complete options. Throws
  /// std::invalid_argument.
  Openings openings(const engines::Entry& game, const engines::Json& options) const;
};

}  // namespace referee
