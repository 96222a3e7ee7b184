#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "referee/report/standings_page.h"

namespace referee {

/// Whether a tournament has report files for arbiters, for its Swiss rounds at tables of two.
bool has_swiss_reports(const StandingsPage& page);

/// How many rounds that have report files are over: their encounters and those of all rounds before are
/// decided.
std::size_t rounds_over(const StandingsPage& page);

/// The tournament report file (TRF26) after `rounds` rounds, as swiss_tournament.h translates them; ranks are
/// those of the standings then, and 202 has their tie-breaks. Requested byes are those of the next round if
/// it has been paired, otherwise those of all rounds to come; a withdrawn entrant is absent in the next one.
/// The report says that the FIDE Dutch system has paired it unless an entrant met an opponent again, or got a
/// second bye. REQUIRES: has_swiss_reports(page), rounds is at most rounds_over(page). Throws
/// std::length_error for more than a report file holds (writer.h).
std::string swiss_report(const StandingsPage& page, std::size_t rounds);

/// The tournament report file (TRF26) after all rounds that are over: see swiss_report(). Throws
/// std::invalid_argument if such a tournament has no report files, and std::length_error for more than a file
/// holds.
std::string standings_trf(const StandingsPage& page);

/// Writes round-R.trf into a reports folder, for each round that is over, each atomically.
class SwissReportFiles {
 public:
  explicit SwissReportFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Writes the files that may have changed since the last call, and removes those of rounds that are not
  /// over. Throws std::system_error; std::length_error as swiss_report() does.
  void write(const StandingsPage& page);
  /// Call this after a change in `round`: write() then writes its file and all later ones again.
  void forget_from(std::size_t round);

 private:
  std::filesystem::path path_of(std::size_t round) const;

  std::filesystem::path folder_;
  std::size_t settled_ = 0;   // how many of the first rounds have files that are final
  std::size_t entrants_ = 0;  // how many entrants these files list; if another one enters, none is final
};

}  // namespace referee
