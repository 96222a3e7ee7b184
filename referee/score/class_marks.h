#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "referee/report/gradebook.h"
#include "referee/rules/staff_scale.h"
#include "referee/score/rubric.h"
#include "referee/score/score_report.h"

namespace referee::score {

/// The marks of a class: one rubric, played by every entrant of a tournament. All that is here is for the
/// instructor.
struct ClassMarks {
  struct Row {
    std::string name;
    std::string display;
    std::string why_not = {};  ///< why it has no mark, for people; empty: it has one
    bool failed = false;       ///< the referee or its machine is why: another run may do
    ScoreReport report = {};   ///< without the games
    std::size_t games = 0;     ///< that count
    std::size_t kept = 0;      ///< of those, which an earlier run has played
    std::size_t programs = 1;  ///< of the entrant that have been marked, this one included
    bool stands = false;  ///< the mark is that of an earlier program: the newest is one more than are marked

    /// REQUIRES: it has one.
    const ScoredMark& mark() const { return *report.items.front().mark; }
  };

  const Rubric& rubric;     ///< tournament_marks()
  rules::StaffScale scale;  ///< of the game; without bots if it has none
  std::vector<Row> rows;    ///< in the order of the store's entrants
  /// From which the seeds of all games follow; nothing: the marks' file names a seed.
  std::optional<engines::Seed> secret = {};

  const Marks& marks() const { return *rubric.items.front().marks; }
  /// Those with a mark, the most points first, then by name.
  std::vector<const Row*> by_points() const;
};

/// "ada: mark A, 20 of 20 points, 214 games, 30 of them new", or why it has no mark.
std::string text_of(const ClassMarks::Row& row);
/// The mark for the entrant's own page: "mark" of referee/pages/schema/me_data.schema.json. It has the secret
/// of the seeds, which is given up when the marks are published, and nothing of the machine. REQUIRES: it has
/// one.
std::string own_mark_json(const ClassMarks::Row& row, const ClassMarks& marks);
/// Fills in the mark of a row from own_mark_json() of an earlier run. Throws
/// nlohmann::json::exception if the text is none.
void stand_by(ClassMarks::Row& row, const std::string& own_mark, const Rubric& rubric);
/// One JSON object; of each entrant what score_json() has.
std::string class_json(const ClassMarks& marks);
/// All entrants, each with its name as login; without points if it has no mark.
Gradebook gradebook_of(const ClassMarks& marks);
/// A page that needs no script and no other file: everybody's mark, shares and curve against the scale.
std::string class_page(const ClassMarks& marks);

}  // namespace referee::score
