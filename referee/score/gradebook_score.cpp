#include "referee/base/number_text.h"
#include "referee/report/standings_parts.h"
#include "referee/score/score_formats.h"
#include "referee/score/score_parts.h"

namespace referee::score {
namespace {

/// "21 of 30 points. 1: 21 of 21; 2: not played"
std::string feedback_of(const ScoreReport& report) {
  std::string text = points_text(report.points, report.max_points) + ".";
  if (report.build && !report.build->ok) {
    text += " The build failed: " + report.build->problem + ".";
  }
  for (const ScoredItem& item : report.items) {
    text.append(&item == report.items.data() ? " " : "; ").append(item.number).append(": ");
    text += item.status == ItemStatus::not_played
                ? "not played"
                : decimal_text(item.points) + " of " + decimal_text(item.max_points);
  }
  return text;
}

}  // namespace

std::string gradebook_csv(const ScoreReport& report, Gradebook::Kind kind) {
  Gradebook::Student student;
  student.name = env_or("REFEREE_STUDENT", report.submission);
  student.login = env_or("REFEREE_STUDENT_LOGIN", report.submission);
  student.id = env_or("REFEREE_STUDENT_ID", "");
  student.email = env_or("REFEREE_STUDENT_EMAIL", "");
  if (is_gradable(report)) {
    student.points = report.points;
    student.feedback = feedback_of(report);
  }
  return gradebook_csv(Gradebook{report.rubric, report.max_points, {std::move(student)}}, kind);
}

}  // namespace referee::score
