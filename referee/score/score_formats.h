#pragma once

#include <string>

#include "referee/report/gradebook.h"
#include "referee/score/score_report.h"

// The formats of a score as texts. Each is complete and valid whatever has been played, and shows all that
// the report holds: mask it first.
namespace referee::score {

/// JUnit XML for CI systems, valid for Jenkins' xUnit plugin and read by GitLab: a test case for each item,
/// and one for the build. Not all points: a failure; the submission crashed, was forfeited or did not build:
/// an error; not played: skipped. A lost game is none of these.
std::string junit_xml(const ScoreReport& report);

/// results.json of a Gradescope autograder. An item kept for later has Gradescope's own `visibility`
/// after_published; one that is hidden and yet whole is shown to instructors only.
std::string gradescope_json(const ScoreReport& report);

/// result.json of Classroom 50, "classroom50/result/v1". What it says of the classroom comes from the
/// variables CLASSROOM, ASSIGNMENT, SUBMISSION_TAG, COMMIT_URL, RELEASE_URL and REVIEW_URL that its runner
/// sets, with OWNER and ASSIGNMENT_TYPE. Integers as score_parts.h has them.
std::string classroom_json(const ScoreReport& report);

/// One student's line for a gradebook. Who it is comes from REFEREE_STUDENT (name), REFEREE_STUDENT_LOGIN,
/// REFEREE_STUDENT_ID and REFEREE_STUDENT_EMAIL; without them name and login are the submission's name. As
/// long as there is nothing to grade the cell is empty: no zero for what the student has not done.
std::string gradebook_csv(const ScoreReport& report, Gradebook::Kind kind);

/// All of the report: configs/schema/score.schema.json.
std::string score_json(const ScoreReport& report);

}  // namespace referee::score
