#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "referee/report/gradebook.h"
#include "referee/score/score_report.h"

// The formats of a score as texts. Each is complete and valid at any time of the run, and shows all that the
// report holds: mask the report first.
namespace referee::score {

/// JUnit XML for CI systems, valid for Jenkins' xUnit plugin and read by GitLab: a test case for each item,
/// and one for the build. Not all points: a failure; the submission crashed, was forfeited or did not build:
/// an error; not played: skipped. A lost match is none of these. With `below_threshold` items fail only if
/// the report's points are below its threshold.
enum class JunitFails : std::uint8_t { any_points, below_threshold };
std::string junit_xml(const ScoreReport& report, JunitFails fails = JunitFails::any_points);

/// results.json of a Gradescope autograder. An item that is shown later has Gradescope's own `visibility`
/// after_published; a hidden item that is not masked is shown to instructors only.
std::string gradescope_json(const ScoreReport& report);

/// result.json of Classroom 50, "classroom50/result/v1". The facts about the classroom are in the variables
/// CLASSROOM, ASSIGNMENT, SUBMISSION_TAG, COMMIT_URL, RELEASE_URL and REVIEW_URL that its runner sets, with
/// OWNER and ASSIGNMENT_TYPE. Points are integers: see whole_points().
std::string classroom_json(const ScoreReport& report);

/// One student's line for a gradebook. The student is named by REFEREE_STUDENT (name), REFEREE_STUDENT_LOGIN,
/// REFEREE_STUDENT_ID and REFEREE_STUDENT_EMAIL; without them name and login are the submission's name. As
/// long as there is nothing to grade the cell is empty: a zero would mean graded work.
std::string gradebook_csv(const ScoreReport& report, Gradebook::Kind kind);

/// The whole report: configs/schema/score.schema.json.
std::string score_json(const ScoreReport& report);
/// Reads "mark" of an item of score_json(); other keys are ignored. Throws nlohmann::json::exception if it is
/// none.
ScoredMark read_mark(const nlohmann::ordered_json& json);

}  // namespace referee::score
