#include "referee/report/gradebook.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "referee/base/csv.h"
#include "referee/base/text.h"
#include "referee/report/standings_page.h"

namespace referee {
namespace {

constexpr std::size_t kMaxTitle = 100;      // bytes: the title and what is added to it fit in a cell
constexpr std::size_t kMaxFeedback = 8000;  // bytes: a hundred items, or some marks with what is promised
constexpr std::string_view kPossible = "Points Possible";

std::string points_cell(const std::optional<double>& points) { return points ? decimal_text(*points) : ""; }

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

/// Canvas reads columns by their names: it skips a column whose name holds "Final Score" anywhere, because
/// Canvas computes it, and takes a column named like one of the student's columns for that one.
std::string canvas_title(std::string title) {
  for (const char* const first : {"Current", "Final", "Override"}) {
    for (const char* const second : {"Score", "Points", "Grade", "Status"}) {
      replace_all(title, std::string(first) + " " + second, std::string(first) + "-" + second);
    }
  }
  constexpr std::array<std::string_view, 9> kTaken{"Student", "LastName",       "FirstName",
                                                   "ID",      "SIS User ID",    "SIS Login ID",
                                                   "Section", "Integration ID", "Root Account"};
  return title.empty() || std::ranges::find(kTaken, title) != kTaken.end() ? title + " points" : title;
}

/// Canvas takes every line with "Points Possible" in its first cell for the line of the greatest points.
std::string canvas_name(std::string name) {
  replace_all(name, kPossible, "Points-Possible");
  return name;
}

std::string canvas_csv(const Gradebook& book) {
  std::string out = csv::line_of({"Student", "ID", "SIS User ID", "SIS Login ID", "Section",
                                  csv::text_cell(column_title(book, Gradebook::Kind::canvas))});
  out += csv::line_of({std::string(kPossible), "", "", "", "", decimal_text(book.possible)});
  for (const Gradebook::Student& student : book.students) {
    out += csv::line_of({csv::text_cell(canvas_name(student.name)), "", csv::text_cell(student.id),
                         csv::text_cell(student.login), "", points_cell(student.points)});
  }
  return out;
}

/// It may be longer than other cells, and begins with words of ours, so that no spreadsheet takes it for a
/// formula.
std::string feedback_cell(const Gradebook::Student& student) {
  return csv::verbatim_cell(printable(student.feedback, kMaxFeedback));
}

/// In Moodle the teacher chooses the columns of the student and of the grade. Moodle drops a feedback without
/// a grade, so the file always has the columns of both.
std::string moodle_csv(const Gradebook& book) {
  const std::string title = column_title(book, Gradebook::Kind::moodle);
  std::string out = csv::line_of({"Username", "ID number", "Email address", csv::text_cell(title),
                                  csv::text_cell(title + " (feedback)")});
  for (const Gradebook::Student& student : book.students) {
    out += csv::line_of({csv::text_cell(student.login), csv::text_cell(student.id),
                         csv::text_cell(student.email), points_cell(student.points),
                         student.points ? feedback_cell(student) : ""});
  }
  return out;
}

}  // namespace

std::string column_title(const Gradebook& book, Gradebook::Kind kind) {
  std::string title = printable(book.title, kMaxTitle);
  return kind == Gradebook::Kind::moodle ? title : canvas_title(std::move(title));
}

std::string gradebook_csv(const Gradebook& book, Gradebook::Kind kind) {
  return kind == Gradebook::Kind::moodle ? moodle_csv(book) : canvas_csv(book);
}

GradebookFile GradebookFile::of(std::string_view argument) {
  GradebookFile file;
  const std::size_t colon = argument.find(':');
  std::string_view path = argument;
  if (colon != std::string_view::npos && argument.substr(0, colon).find('/') == std::string_view::npos) {
    const std::string_view kind = argument.substr(0, colon);
    if (kind != "canvas" && kind != "moodle") {
      path = "";
    } else {
      file.kind = kind == "moodle" ? Gradebook::Kind::moodle : Gradebook::Kind::canvas;
      file.names_kind = true;
      path.remove_prefix(colon + 1);
    }
  }
  if (path.empty()) {
    throw std::invalid_argument("--csv: got '" + printable(argument, kShownText) +
                                "', expected FILE, canvas:FILE or moodle:FILE");
  }
  file.path = path;
  return file;
}

}  // namespace referee
