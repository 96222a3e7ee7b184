#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/base/units.h"
#include "referee/match/match.h"

namespace referee {

/// What the store keeps of a running attempt beside its record, to decide after a crash whether it goes on.
struct ResumeTerms {
  std::string boot_id;                   ///< of the system that it was begun on (Clock)
  std::vector<Match::Attendance> seats;  ///< at its start

  /// JSON text, for StoredAttempt::result.
  std::string json() const;
  /// Nothing for any other text.
  static std::optional<ResumeTerms> read(const std::string& text);
};

/// The turns of a running attempt, as their file has them (referee/store/turn_files.h): the record's lines,
/// and behind a line, where that has changed, how long each seat has been silent.
struct KeptTurns {
  std::string lines;                  ///< of the record, whole ones
  std::vector<Microseconds> silence;  ///< by seat, after the last of them; empty: no seat was silent

  static KeptTurns read(std::string_view text);
  /// The line that says so.
  static std::string silence_line(const std::vector<Microseconds>& silence);
};

}  // namespace referee
