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
  bool scored = false;        ///< Entry::ranks_by_score: standings show the mean score
  /// A round robin is by default ranked by score. False for the frozen part of a store, which says it.
  bool ranks_by_score = false;
};

/// A format of the table.
struct FormatEntry {
  std::string_view kind;   ///< its name in tournament files: "swiss"
  std::string_view about;  ///< what it is, a sentence for people: "Everybody meets everybody."
  std::string_view suits;  ///< when to choose it: "Right for up to ten bots."
  /// Whether it has no rounds, so that no start is waited for.
  bool roundless = false;
  bool for_dialling_only = false;  ///< its bots dial in: none is launched
  /// Why the format is not for such a game: "a field is for games of one seat, ...". Empty: it is.
  std::string (*objection)(const FormatGame& game);
  /// Reads its keys. A mistake is recorded in `in`, and the format is not used then.
  std::shared_ptr<const TournamentFormat> (*read)(fields::Object& in, const FormatGame& game);
  /// The keys that a new file needs, beside its kind: JSON text of an object, which read() takes. `closes`: a
  /// time in UTC, as "2026-11-20T08:00:00Z", for a format that has to know one.
  std::string (*keys_of_new_file)(const FormatGame& game, const std::string& closes);
};

/// For a format without keys that a new file needs.
inline std::string no_keys(const FormatGame& /*game*/, const std::string& /*closes*/) { return "{}"; }

/// All formats, in the order in which messages name them.
std::span<const FormatEntry> formats();
/// The line of a format that read_format() has made.
const FormatEntry& entry_of(const TournamentFormat& format);

/// Reads the key "format" of a tournament file, or of the frozen part of a store; `path` is where it stands.
/// Throws fields::Exception.
std::shared_ptr<const TournamentFormat> read_format(const fields::Json& json, const std::string& path,
                                                    const FormatGame& game);

}  // namespace referee
