// Scores in every format, for score_formats_test.py, which reads them with standard readers. score_samples
// FOLDER a folder a report in FOLDER, and in that another, "revealed"
#include <filesystem>
#include <iostream>

#include "referee/match/record_files.h"
#include "referee/score/report_files.h"
#include "referee/score/score_text.h"
#include "tests/referee/score/sample_scores.h"

namespace {

using namespace referee;

std::string printed(const score::ScoreReport& report) {
  std::string text = text_of(report);
  for (const score::ScoredItem& item : report.items) {
    text += text_of(item);
  }
  return text;
}

void write(const std::filesystem::path& folder, const score::ScoreReport& report, bool reveal) {
  std::filesystem::create_directory(folder);
  score::ReportFiles files{folder / "junit.xml",  folder / "results.json", folder / "result.json",
                           folder / "canvas.csv", folder / "score.json",   reveal};
  check_writable(files);
  write_reports(files, report);
  files = {};
  files.csv = "moodle:" + (folder / "moodle.csv").string();
  write_reports(files, report);
  write_file_atomically(folder / "text.txt", printed(reveal ? report : for_student(report, false)),
                        Sync::none);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: score_samples FOLDER\n";
    return 2;
  }
  for (const auto& [name, report] : score::samples::all()) {
    const std::filesystem::path folder = std::filesystem::path(argv[1]) / name;
    write(folder, report, false);
    write(folder / "revealed", report, true);
  }
}
