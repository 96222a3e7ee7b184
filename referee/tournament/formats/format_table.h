#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "protocol/fields.h"
#include "referee/tournament/formats/tournament_format.h"

namespace referee {

/// The facts of a game that a format needs.
struct FormatGame {
  std::size_t seats = 2;      ///< with the tournament's options, from 1
  std::size_t instances = 1;  ///< of the tournament, from 1
};

/// A format of the table.
struct FormatEntry {
  std::string_view kind;  ///< its name in tournament files: "swiss"
  /// Why the format is not for such a game: "a field is for games of one seat, ...". Empty: it is.
  std::string (*objection)(const FormatGame& game);
  /// Reads its keys. A mistake is recorded in `in`, and the format is not used then.
  std::shared_ptr<const TournamentFormat> (*read)(fields::Object& in, const FormatGame& game);
};

/// All formats, in the order in which messages name them.
std::span<const FormatEntry> formats();

/// Reads the key "format" of a tournament file, or of the frozen part of a store; `path` is where it stands.
/// Throws fields::Exception.
std::shared_ptr<const TournamentFormat> read_format(const fields::Json& json, const std::string& path,
                                                    const FormatGame& game);

}  // namespace referee
