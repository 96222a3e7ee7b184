#include "referee/report/gradebook.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "referee/base/csv.h"
#include "referee/base/text.h"
#include "referee/report/standings_page.h"

namespace referee {
namespace {

constexpr std::size_t kMaxTitle = 100;  // bytes: with what is added it has to fit a cell
constexpr std::string_view kPossible = "Points Possible";

std::string points_cell(const std::optional<double>& points) { return points ? decimal_text(*points) : ""; }

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

/// Canvas reads columns by their names: one that holds "Final Score" is computed and skipped, wherever it
/// stands, and one that is called like a column of the student's is taken for it.
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

/// It takes every line that says so in its first cell for the one with the greatest points.
std::string canvas_name(std::string name) {
  replace_all(name, kPossible, "Points-Possible");
  return name;
}

std::string canvas_csv(const Gradebook& book) {
  std::string out = csv::line_of({"Student", "ID", "SIS User ID", "SIS Login ID", "Section",
                                  csv::text_cell(canvas_title(printable(book.title, kMaxTitle)))});
  out += csv::line_of({std::string(kPossible), "", "", "", "", decimal_text(book.possible)});
  for (const Gradebook::Student& student : book.students) {
    out += csv::line_of({csv::text_cell(canvas_name(student.name)), "", csv::text_cell(student.id),
                         csv::text_cell(student.login), "", points_cell(student.points)});
  }
  return out;
}

/// The teacher says which column names the student, and which is the grade. A feedback without its grade
/// would be lost, so the file always has both.
std::string moodle_csv(const Gradebook& book) {
  const std::string title = printable(book.title, kMaxTitle);
  std::string out = csv::line_of({"Username", "ID number", "Email address", csv::text_cell(title),
                                  csv::text_cell(title + " (feedback)")});
  for (const Gradebook::Student& student : book.students) {
    out += csv::line_of({csv::text_cell(student.login), csv::text_cell(student.id),
                         csv::text_cell(student.email), points_cell(student.points),
                         student.points ? csv::text_cell(student.feedback) : ""});
  }
  return out;
}

}  // namespace

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
