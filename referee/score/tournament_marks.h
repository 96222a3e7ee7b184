#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "referee/match/match_seeds.h"
#include "referee/score/rubric.h"
#include "referee/tournament/config/config.h"

namespace referee::score {

/// Marks of a tournament's entrants, as JSON that has been read.
struct WrittenMarks {
  nlohmann::json json;
  std::string file;  ///< that has them, for messages
  std::string key;   ///< under which it has them: "marks"; "": they are the whole file

  /// Those of the tournament file itself; nothing if it has none.
  static std::optional<WrittenMarks> of(const TournamentConfig& config);
};

/// Returns true if the marks name a `seed`, so that everybody who has them can play the same games.
bool names_seed(const WrittenMarks& written);

/// How many programs of an entrant are marked: `attempts`; nothing: as many as there are. REQUIRES:
/// tournament_marks() takes them.
std::optional<std::size_t> attempts_of(const WrittenMarks& written);

/// A rubric with one item, whose marks these are. All else of it is the tournament's: game, options,
/// instances and clock. The games have the seeds of a rubric if the marks name a `seed`, else secret ones
/// that follow from `secret` (MarksFolder::secret()). Throws fields::Exception, or
/// std::invalid_argument, naming the file.
Rubric tournament_marks(const TournamentConfig& config, const WrittenMarks& written,
                        const MatchSeeds& secret);

}  // namespace referee::score
