#include "referee/score/report_files.h"

#include <set>
#include <stdexcept>
#include <string>

#include "referee/base/files.h"
#include "referee/report/gradebook.h"
#include "referee/score/score_formats.h"

namespace referee::score {
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
    write(files.junit, junit_xml(shown));
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

}  // namespace referee::score
