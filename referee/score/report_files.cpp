#include "referee/score/report_files.h"

#include <set>
#include <stdexcept>
#include <string>

#include "referee/base/files.h"
#include "referee/base/text.h"
#include "referee/report/gradebook.h"
#include "referee/report/standings_page.h"
#include "referee/score/score_formats.h"
#include "referee/score/score_parts.h"

namespace referee::score {

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
    text += item.mark ? ", " + explained(item) : "";
  }
  return text;
}

namespace fs = std::filesystem;

void check_writable(const ReportFiles& files) {
  const fs::path csv = files.csv.empty() ? fs::path() : GradebookFile::of(files.csv.string()).path;
  std::set<fs::path> seen;
  for (const fs::path& path : {files.junit, files.gradescope, files.classroom, csv, files.json}) {
    if (path.empty()) {
      continue;
    }
    referee::check_writable(path);
    if (!seen.insert(fs::absolute(path).lexically_normal()).second) {
      throw std::invalid_argument("cannot write " + path.string() + ": another report was to go there");
    }
  }
}

void write_reports(const ReportFiles& files, const ScoreReport& report) {
  const ScoreReport shown = files.reveal ? report : for_student(report, false);
  const auto write = [](const fs::path& path, const std::string& text) {
    write_file_atomically(path, text, Sync::none);
  };
  if (!files.junit.empty()) {
    write(files.junit,
          junit_xml(shown, files.junit_threshold ? JunitFails::below_threshold : JunitFails::any_points));
  }
  if (!files.gradescope.empty()) {
    write(files.gradescope, gradescope_json(files.reveal ? report : for_student(report, true)));
  }
  if (!files.classroom.empty()) {
    write(files.classroom, classroom_json(shown));
  }
  if (!files.csv.empty()) {
    const GradebookFile csv = GradebookFile::of(files.csv.string());
    write(csv.path, gradebook_csv(shown, csv.kind));
  }
  if (!files.json.empty()) {
    write(files.json, score_json(shown));
  }
}

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
