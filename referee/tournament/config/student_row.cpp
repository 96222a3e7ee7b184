#include "referee/tournament/config/student_row.h"

#include <algorithm>

#include "protocol/messages.h"

namespace referee {
namespace {

/// "Liddell, Alice" as Canvas sorts it: "Alice Liddell".
std::string in_spoken_order(const std::string& sortable) {
  const std::size_t comma = sortable.find(',');
  if (comma == std::string::npos || sortable.find(',', comma + 1) != std::string::npos) {
    return sortable;
  }
  return without_blanks(without_blanks(sortable.substr(comma + 1)) + " " +
                        without_blanks(sortable.substr(0, comma)));
}

/// "Liddell, Alice": Canvas writes it in one cell, or each name in its own.
std::string canvas_name(const ExportColumns& columns, const CsvRow& row) {
  const std::string first = columns.cell(row, {"firstname"});
  const std::string last = columns.cell(row, {"student", "student name", "lastname"});
  return first.empty() ? last : last + ", " + first;
}

/// Canvas never translates these words, because its import looks for them.
bool tells_manual_posting(const CsvRow& row) {
  return std::ranges::any_of(row.cells, [](const std::string& cell) {
    return protocol::folded_name(cell).find("manual posting") != std::string::npos;
  });
}

StudentRow read_canvas(const ExportColumns& columns, const CsvRow& row) {
  const std::string student = canvas_name(columns, row);
  const bool without_id = columns.cell(row, {"id"}).empty();
  StudentRow read{columns.cell(row, {"sis login id", "sis user id"}), in_spoken_order(student), "", false};
  if (protocol::folded_name(student).starts_with("points possible")) {
    read.skip = "Points Possible";
    read.head = true;
  } else if (student == "Student, Test" || student == "Test Student") {
    read.skip = "test student";
  } else if (without_id && (student.empty() || tells_manual_posting(row))) {
    read.skip = "no student";
    read.head = true;
  }
  read.keys = {.id = columns.cell(row, {"id"}),
               .number = columns.cell(row, {"sis user id"}),
               .login = columns.cell(row, {"sis login id"}),
               .email = columns.cell(row, {"email", "email address"})};
  return read;
}

/// The number at the end of "Participant 123", whatever the language; "" without one.
std::string number_at_end(const std::string& text) {
  return text.substr(text.find_last_not_of("0123456789") + 1);
}

StudentRow read_moodle(const ExportColumns& columns, const CsvRow& row) {
  StudentRow read;
  read.login = columns.cell(row, {"username", "email address", "email", "e-mail address"});
  const std::string first = columns.cell(row, {"first name"});
  read.display = without_blanks(first + " " + columns.cell(row, {"surname", "last name"}));
  if (read.display.empty()) {
    read.display = columns.cell(row, {"full name", "name"});
  }
  if (read.login.empty() && read.display.empty()) {
    read.login = columns.cell(row, {"id number"});
  }
  const std::string identifier = columns.cell(row, {"identifier"});
  if (read.login.empty() && read.display.empty()) {
    read.display = identifier;  // of anonymous submissions
  }
  read.keys = {.id = number_at_end(identifier),
               .number = columns.cell(row, {"id number", "sid", "id"}),  // "id": nbgrader's
               .login = columns.cell(row, {"username"}),
               .email = columns.cell(row, {"email address", "email", "e-mail address"})};
  return read;
}

/// Brightspace puts # before user names and numbers, so that a spreadsheet keeps them.
std::string without_hash(const std::string& cell) { return cell.starts_with('#') ? cell.substr(1) : cell; }

/// A row of Brightspace or Blackboard.
StudentRow read_gradebook(const ExportColumns& columns, const CsvRow& row) {
  StudentRow read;
  read.keys = {.id = "",
               .number = without_hash(columns.cell(row, {"orgdefinedid", "student id"})),
               .login = without_hash(columns.cell(row, {"username"})),
               .email = columns.cell(row, {"email", "email address"})};
  read.display = without_blanks(columns.cell(row, {"first name"}) + " " + columns.cell(row, {"last name"}));
  read.login = !read.keys.login.empty() ? read.keys.login : read.keys.email;
  if (read.login.empty() && read.display.empty()) {
    read.login = read.keys.number;
  }
  return read;
}

/// A row of GitHub Classroom, whose identifier the teacher has chosen: an e-mail address, a number or a name.
/// All have one, and some no account, so that entrants are called after it.
StudentRow read_github(const ExportColumns& columns, const CsvRow& row) {
  const std::string identifier = columns.cell(row, {"identifier"});
  const std::string account = columns.cell(row, {"github_username"});
  const bool mail = identifier.find('@') != std::string::npos;
  StudentRow read;
  read.login = identifier.empty() ? account : identifier;
  read.display = columns.cell(row, {"name"});
  read.keys = {.id = "", .number = mail ? "" : identifier, .login = account, .email = mail ? identifier : ""};
  return read;
}

}  // namespace

StudentRow StudentRow::read(ClassExport::Platform platform, const ExportColumns& columns, const CsvRow& row) {
  switch (platform) {
    case ClassExport::Platform::canvas:
      return read_canvas(columns, row);
    case ClassExport::Platform::moodle:
      return read_moodle(columns, row);
    case ClassExport::Platform::brightspace:
    case ClassExport::Platform::blackboard:
      return read_gradebook(columns, row);
    case ClassExport::Platform::github:
      break;
  }
  return read_github(columns, row);
}

}  // namespace referee
