#pragma once

#include <filesystem>

#include "referee/score/score_report.h"

namespace referee::score {

/// Where the reports of one submission go; an empty path: that format is not wanted.
struct ReportFiles {
  std::filesystem::path junit;       ///< JUnit XML
  std::filesystem::path gradescope;  ///< Gradescope's results.json
  std::filesystem::path classroom;   ///< Classroom 50's result.json
  std::filesystem::path csv;         ///< as typed: FILE, canvas:FILE or moodle:FILE (report/gradebook.h)
  std::filesystem::path json;        ///< all of it: configs/schema/score.schema.json
  bool reveal = false;               ///< hidden items whole: for instructors only
};

/// Throws std::invalid_argument, naming the path and why, for a file that could not be written, and for one
/// that two formats were to go to. To be called before anything is played.
void check_writable(const ReportFiles& files);

/// Replaces every file that is wanted, each atomically, and each complete by its format: may be called after
/// every item. Throws std::system_error, naming the path.
void write_reports(const ReportFiles& files, const ScoreReport& report);

}  // namespace referee::score
