#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/process/sandbox.h"
#include "referee/score/class_marks.h"
#include "referee/score/graded_entrant.h"
#include "referee/tournament/run/marks_folder.h"

namespace referee {

/// What `referee grade --marks` plays.
struct ClassOrder {
  MarksFolder folder;  ///< for games and results
  std::vector<score::GradedEntrant> entrants;
  int jobs = 1;                              ///< games at once
  std::optional<std::size_t> attempts = {};  ///< programs of an entrant that are marked; nothing: all
  std::string queue = {};                    ///< the store whose workers play; empty: this machine does
};

/// Has every entrant play `marks.rubric`, one after the other, and adds a row for each. Games that an earlier
/// run has played of the same programs and on the same terms are not played again. Prints a line for each
/// entrant, and writes its result after it; in the end the page. Returns the exit code. Throws what ends the
/// run early. A program that does not start, and a game that does not count however often it is played, cost
/// their own entrant the mark, and nobody else.
int play_class(const ClassOrder& order, score::ClassMarks& marks, std::shared_ptr<const Sandbox> sandbox);

}  // namespace referee
