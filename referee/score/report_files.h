#pragma once

#include <filesystem>
#include <string>

#include "referee/score/score_report.h"

namespace referee::score {

/// The files for the reports of one submission; an empty path: no such report.
struct ReportFiles {
  std::filesystem::path junit;       ///< JUnit XML
  std::filesystem::path gradescope;  ///< Gradescope's results.json
  std::filesystem::path classroom;   ///< Classroom 50's result.json
  std::filesystem::path csv;     ///< as in the command: FILE, canvas:FILE or moodle:FILE (report/gradebook.h)
  std::filesystem::path json;    ///< the whole report: configs/schema/score.schema.json
  bool reveal = false;           ///< shows hidden items whole: for instructors only
  bool junit_threshold = false;  ///< tests of the JUnit report fail only if the threshold is not met
};

/// For a gradebook: "21 of 30 points. 1: 21 of 21; 2: not played"
std::string feedback_of(const ScoreReport& report);

/// Throws std::invalid_argument, naming the path and why, for a file that could not be written, and for a
/// file that two formats have in common. Called before the first match is played.
void check_writable(const ReportFiles& files);

/// Writes every report that has a path: replaces its file atomically by a complete one, so it may be called
/// after every item. Throws std::system_error, naming the path.
void write_reports(const ReportFiles& files, const ScoreReport& report);

}  // namespace referee::score
