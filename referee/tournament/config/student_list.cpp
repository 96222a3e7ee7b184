#include "referee/tournament/config/student_list.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <stdexcept>

#include "protocol/fields.h"
#include "protocol/messages.h"
#include "referee/base/csv.h"
#include "referee/base/unicode/name_key.h"
#include "referee/tournament/config/entrant_names.h"
#include "referee/tournament/config/entrant_spec.h"
#include "referee/tournament/config/export_columns.h"

namespace referee {
namespace {

constexpr const char* kKnownHeaders =
    "the header of a Canvas gradebook (\"Student\", \"ID\", \"SIS Login ID\") or of a Moodle export "
    "(\"Username\", "
    "\"Email address\", or \"First name\" with \"Surname\" or \"Last name\"), or of a gradebook of "
    "Brightspace or Blackboard";

/// What a row says of a student.
struct Row {
  std::string login;  ///< unique on the platform; may be an e-mail address; may be empty
  std::string display;
  std::string skip;   ///< why the row is not a student's; empty if it is
  bool head = false;  ///< the platform's import needs this row, although it is not a student's
  StudentKeys keys = {};
};

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

Row read_canvas(const ExportColumns& columns, const CsvRow& row) {
  const std::string student = canvas_name(columns, row);
  const bool without_id = columns.cell(row, {"id"}).empty();
  Row read{columns.cell(row, {"sis login id", "sis user id"}), in_spoken_order(student), "", false};
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

Row read_moodle(const ExportColumns& columns, const CsvRow& row) {
  Row read;
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
Row read_gradebook(const ExportColumns& columns, const CsvRow& row) {
  Row read;
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
Row read_github(const ExportColumns& columns, const CsvRow& row) {
  const std::string identifier = columns.cell(row, {"identifier"});
  const std::string account = columns.cell(row, {"github_username"});
  const bool mail = identifier.find('@') != std::string::npos;
  Row read;
  read.login = identifier.empty() ? account : identifier;
  read.display = columns.cell(row, {"name"});
  read.keys = {.id = "", .number = mail ? "" : identifier, .login = account, .email = mail ? identifier : ""};
  return read;
}

using RowReader = Row (*)(const ExportColumns&, const CsvRow&);

RowReader reader_of(ClassExport::Platform platform) {
  switch (platform) {
    case ClassExport::Platform::canvas:
      return read_canvas;
    case ClassExport::Platform::moodle:
      return read_moodle;
    case ClassExport::Platform::brightspace:
    case ClassExport::Platform::blackboard:
      return read_gradebook;
    case ClassExport::Platform::github:
      break;
  }
  return read_github;
}

bool has_title_with(const CsvRow& header, std::string_view part) {
  return std::ranges::any_of(header.cells, [&](const std::string& title) {
    return protocol::folded_name(title).find(part) != std::string::npos;
  });
}

/// Refuses gradebooks that cannot be written back, although some of their columns are named like Moodle's.
void require_known_platform(const ExportColumns& columns, const CsvRow& header, const std::string& file) {
  const char* foreign = nullptr;
  if (columns.has("unique user id") || columns.has("school uid")) {
    foreign = "a gradebook of Schoology";
  } else if (has_title_with(header, "lateness (h:m:s)") || has_title_with(header, " - max points")) {
    foreign = "scores of Gradescope";
  }
  if (foreign != nullptr) {
    throw std::invalid_argument(
        file + ": line " + std::to_string(header.line) + ": got " + foreign + ", expected " + kKnownHeaders +
        ". A list of your own with \"Username\", \"Full name\" and \"ID number\" does, too");
  }
}

/// The platform that has exported a file with these columns; nothing: none that is known.
std::optional<ClassExport::Platform> platform_of(const ExportColumns& columns, const CsvRow& header) {
  if (columns.has("github_username")) {
    return ClassExport::Platform::github;
  }
  if (columns.has("orgdefinedid") || columns.has("end-of-line indicator")) {
    return ClassExport::Platform::brightspace;
  }
  if (columns.has("username") && (columns.has("availability") || columns.has("last access") ||
                                  has_title_with(header, " [total pts: "))) {
    return ClassExport::Platform::blackboard;
  }
  const bool names = columns.has("firstname") && columns.has("lastname");
  if ((columns.has("student") || columns.has("student name") || names) && columns.has("id")) {
    return ClassExport::Platform::canvas;
  }
  for (const char* const column : {"username", "email address", "email", "e-mail address", "first name",
                                   "full name", "id number", "identifier"}) {
    if (columns.has(column)) {
      return ClassExport::Platform::moodle;
    }
  }
  return std::nullopt;
}

// ---- the file itself ----

bool is_identity(const std::string& key, ClassExport::Platform platform) {
  constexpr std::array<std::string_view, 10> kCanvas{
      "student",      "student name",   "id",      "sis user id", "sis login id",
      "root account", "integration id", "section", "lastname",    "firstname"};
  // From "identifier" on: of the grading worksheet, whose import asks for all of them.
  constexpr std::array<std::string_view, 19> kMoodle{"username",
                                                     "id",
                                                     "first name",
                                                     "surname",
                                                     "last name",
                                                     "full name",
                                                     "name",
                                                     "email",
                                                     "id number",
                                                     "groups",
                                                     "institution",
                                                     "department",
                                                     "email address",
                                                     "identifier",
                                                     "status",
                                                     "maximum grade",
                                                     "grade can be changed",
                                                     "last modified (submission)",
                                                     "last modified (grade)"};
  constexpr std::array<std::string_view, 9> kOthers{"orgdefinedid", "username",    "last name",
                                                    "first name",   "email",       "end-of-line indicator",
                                                    "student id",   "last access", "availability"};
  constexpr std::array<std::string_view, 4> kGithub{"identifier", "github_username", "github_id", "name"};
  const auto in = [&](const auto& keys) { return std::ranges::find(keys, key) != keys.end(); };
  switch (platform) {
    case ClassExport::Platform::canvas:
      return in(kCanvas);
    case ClassExport::Platform::moodle:
      return key == "e-mail address" || in(kMoodle);
    case ClassExport::Platform::brightspace:
    case ClassExport::Platform::blackboard:
      return in(kOthers);
    case ClassExport::Platform::github:
      break;
  }
  return in(kGithub);
}

/// What stands in brackets at the end of a title in lower case: "4711" of "Bots (4711)"; "" without them.
std::string in_brackets(const std::string& folded) {
  const std::size_t open = folded.rfind('(');
  const bool has = folded.ends_with(')') && open != std::string::npos && open > 0;
  return has ? folded.substr(open + 1, folded.size() - open - 2) : "";
}

/// Moodle: "Bots (Feedback)", or "Feedback comments" of a worksheet.
bool is_feedback(const std::string& title) {
  const std::string folded = protocol::folded_name(title);
  constexpr std::array<std::string_view, 14> kFeedback{
      "feedback",     "rückmeldung",       "feedback (html)",
      "commento",     "retroalimentación", "comentarios",
      "comentários",  "avaliação",         "informacja zwrotna",
      "återkoppling", "geribildirim",      "反馈",
      "回饋",         "フィードバック"};
  return folded == "feedback comments" ||
         std::ranges::find(kFeedback, in_brackets(folded)) != kFeedback.end();
}

/// Canvas: the title ends with the assignment's number, "Bots (4711)". Moodle: with the kind of grade, "Bots
/// (Real)". Brightspace: "Bots Points Grade <Numeric MaxPoints:20>". Blackboard: "Bots [Total Pts: 20 Score]
/// |4711". Feedback and totals, which the platform computes, are not imported.
bool is_assignment(const std::string& title, ClassExport::Platform platform) {
  const std::string folded = protocol::folded_name(title);
  const std::string behind = in_brackets(folded);
  switch (platform) {
    case ClassExport::Platform::canvas:
      return !behind.empty() && behind.find_first_not_of("0123456789") == std::string::npos;
    case ClassExport::Platform::brightspace:
      return folded.find(" points grade <") != std::string::npos;
    case ClassExport::Platform::blackboard:
      return folded.find(" [total pts: ") != std::string::npos && !folded.starts_with("total [") &&
             !folded.starts_with("weighted total [");
    case ClassExport::Platform::github:
      return false;
    case ClassExport::Platform::moodle:
      break;
  }
  constexpr std::array<std::string_view, 18> kTotal{"course total",
                                                    "kurs gesamt",
                                                    "total du cours",
                                                    "total del curso",
                                                    "totale corso",
                                                    "totale del corso",
                                                    "total do curso",
                                                    "total da disciplina",
                                                    "cursustotaal",
                                                    "suma kursu",
                                                    "razem w kursie",
                                                    "kurstotal",
                                                    "samlat resultat på kurs",
                                                    "ders toplamı",
                                                    "kurs toplamı",
                                                    "课程总分",
                                                    "課程總分",
                                                    "コース合計"};
  return !behind.empty() && !is_feedback(title) &&
         std::ranges::none_of(kTotal, [&](std::string_view total) { return folded.starts_with(total); });
}

ClassExport export_head(const CsvRow& header, ClassExport::Platform platform, std::string_view text,
                        const std::string& file) {
  ClassExport exported{
      .file = file, .platform = platform, .form = CsvForm::of(text), .columns = {}, .rows = {}};
  for (std::size_t i = 0; i < header.cells.size(); ++i) {
    const std::string title = without_blanks(header.cells[i]);
    const bool identity = is_identity(column_key(title), platform);
    exported.columns.push_back({title, header.raw[i], identity, !identity && is_assignment(title, platform),
                                platform == ClassExport::Platform::moodle && is_feedback(title)});
  }
  if (exported.is_worksheet()) {
    for (ClassExport::Column& column : exported.columns) {
      column.takes_points = column_key(column.title) == "grade";
    }
  }
  return exported;
}

/// `entrant`: "" for a row of the head.
void add_row(ClassExport& exported, const CsvRow& row, const std::string& entrant) {
  ClassExport::Row added{entrant, row.raw};
  added.cells.resize(exported.columns.size());
  for (std::size_t i = 0; i < added.cells.size() && !entrant.empty(); ++i) {
    if (exported.columns[i].feedback) {
      added.cells[i] = i < row.cells.size() ? row.cells[i] : "";
    } else if (!exported.columns[i].identity) {
      added.cells[i].clear();  // a grade
    }
  }
  exported.rows.push_back(std::move(added));
}

/// Refuses a file of Moodle's in a language that is known in part: names stand first in it, and without them
/// students would be called by their numbers. Columns behind those that say who a student is may be anything.
void require_known_names(const ClassExport& exported, const ExportColumns& columns, const CsvRow& header,
                         const std::string& file) {
  const bool both = columns.has("first name") && (columns.has("surname") || columns.has("last name"));
  if (exported.platform != ClassExport::Platform::moodle || columns.has("full name") || columns.has("name") ||
      both) {
    return;
  }
  std::vector<std::string> unknown;
  std::vector<std::string> named;  // before a column that is known
  for (const ClassExport::Column& column : exported.columns) {
    if (column.identity) {
      named = unknown;
    } else {
      unknown.push_back(column.title);
    }
  }
  if (!named.empty()) {
    throw std::invalid_argument(
        file + ": line " + std::to_string(header.line) + ": got " + fields::brief(named, 200) +
        " among the columns that say who a student is, expected " + kKnownHeaders +
        ": export the file with English as your language, or translate its first line");
  }
}

// ---- IDs ----

/// Whether a spreadsheet has taken a long number for one that may be rounded: "1.0E+05", "1,23457E+11".
bool is_rounded(const std::string& id) {
  const std::size_t e = id.find_first_of("eE");
  if (e == std::string::npos || e == 0 || e + 2 >= id.size() || id[e + 1] != '+') {
    return false;
  }
  const std::string_view text = id;
  return text.substr(0, e).find_first_not_of("0123456789.,") == std::string_view::npos &&
         text.substr(e + 2).find_first_not_of("0123456789") == std::string_view::npos;
}

/// What is wrong with one sort of IDs, `key`.
void warn_of(const StudentList& list, std::string StudentKeys::*key, std::vector<std::string>& warnings) {
  std::map<std::string, std::vector<std::size_t>> lines;
  for (std::size_t i = 0; i < list.students.size(); ++i) {
    if (const std::string& id = list.students[i].keys.*key; !id.empty()) {
      lines[id].push_back(list.lines[i]);
    }
  }
  for (const auto& [id, at] : lines) {
    const std::string where = list.exported.file + ": line " + std::to_string(at.front());
    if (is_rounded(id)) {
      warnings.push_back(
          where + ": the ID " + fields::brief(id) +
          " has been changed by a spreadsheet: export the file again, and do not save it there");
    } else if (at.size() > 1) {
      warnings.push_back(where + " and line " + std::to_string(at[1]) + ": two students have the ID " +
                         fields::brief(id));
    }
  }
}

std::vector<std::string> warnings_of(const StudentList& list) {
  constexpr std::size_t kMost = 5;
  std::vector<std::string> warnings;
  warn_of(list, &StudentKeys::id, warnings);
  warn_of(list, &StudentKeys::number, warnings);
  if (warnings.size() > kMost) {
    const std::string more = "and " + std::to_string(warnings.size() - kMost) + " more such IDs";
    warnings.resize(kMost);
    warnings.push_back(list.exported.file + ": " + more);
  }
  return warnings;
}

// ---- names ----

/// The names of the entrants in a list, by its rows.
class RowNames {
 public:
  RowNames(const ExportColumns& columns, const std::string& file)
      : columns_(columns), file_(file), title_(title_of(columns)) {}

  /// Whether a column says what the entrants are called.
  bool told() const { return title_ != nullptr; }
  /// The name in that column. Only students of one group may have the same.
  std::string told_in(const CsvRow& row) {
    const std::string name = columns_.cell(row, {column_key(title_).c_str()});
    const std::string group =
        unicode::name_key(columns_.cell(row, {column_key(StudentList::kGroupColumn).c_str()}));
    const bool is_name = protocol::is_valid_name(name) && !is_house_name(name);
    const auto [at, is_new] = told_.try_emplace(protocol::folded_name(name), group);
    if (!is_name || (!is_new && (group.empty() || at->second != group))) {
      throw std::invalid_argument(file_ + ": line " + std::to_string(row.line) + ": column \"" + title_ +
                                  "\": got " + fields::brief(name) +
                                  ", expected a name for each student, each once");
    }
    return name;
  }
  /// A unique name that is like the login, or else like what the student is called. Throws if an earlier row
  /// has the same login.
  std::string made_for(const Row& row, std::size_t line) {
    if (!row.login.empty()) {
      const auto [at, is_new] = logins_.try_emplace(protocol::folded_name(row.login), line);
      if (!is_new) {
        throw std::invalid_argument(file_ + ": line " + std::to_string(line) + ": " +
                                    fields::brief(row.login) + " is in line " + std::to_string(at->second) +
                                    " already, expected each student once");
      }
    }
    return made_.give(row.login.empty()
                          ? protocol::folded_name(entrant_name_from(row.display))
                          : entrant_name_from(std::string_view(row.login).substr(0, row.login.find('@'))));
  }

 private:
  static const char* title_of(const ExportColumns& columns) {
    for (const char* const title : {StudentList::kAliasColumn, StudentList::kEntrantColumn}) {
      if (columns.has(column_key(title).c_str())) {
        return title;
      }
    }
    return nullptr;
  }

  const ExportColumns& columns_;
  const std::string& file_;
  const char* title_;
  std::map<std::string, std::size_t> logins_;  // folded; the line of each
  std::map<std::string, std::string> told_;    // folded names; the group of each, or ""
  EntrantNames made_;
};

}  // namespace

StudentList StudentList::read(std::string_view csv, const std::string& file) {
  const std::vector<CsvRow> rows = read_csv(csv, file);
  if (rows.empty()) {
    throw std::invalid_argument(file + ": line 1: empty, expected " + kKnownHeaders);
  }
  const ExportColumns columns(rows.front(), file);
  require_known_platform(columns, rows.front(), file);
  const std::optional<ClassExport::Platform> platform = platform_of(columns, rows.front());
  if (!platform) {
    throw std::invalid_argument(file + ": line " + std::to_string(rows.front().line) + ": got the columns " +
                                fields::brief(rows.front().cells, 200) + ", expected " + kKnownHeaders);
  }
  const RowReader reader = reader_of(*platform);
  StudentList list;
  list.exported = export_head(rows.front(), *platform, csv, file);
  list.exported.aliases = columns.has(column_key(kAliasColumn).c_str());
  require_known_names(list.exported, columns, rows.front(), file);
  RowNames names(columns, file);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string line = "line " + std::to_string(rows[i].line);
    columns.require_width(rows[i]);
    Row row = reader(columns, rows[i]);
    if (!row.skip.empty()) {
      list.skipped.push_back(line + ": " + row.skip);
      if (row.head) {
        add_row(list.exported, rows[i], "");
      }
      continue;
    }
    if (row.login.empty() && row.display.empty()) {
      throw std::invalid_argument(file + ": " + line + ": nothing names the student, expected " +
                                  kKnownHeaders);
    }
    Student student;
    student.own_name = names.made_for(row, rows[i].line);
    student.name = names.told() ? names.told_in(rows[i]) : student.own_name;
    student.full_name = fields::brief_text(row.display, EntrantSpec::kMaxDisplay);
    student.display = list.exported.aliases ? "" : student.full_name;
    student.keys = std::move(row.keys);
    list.students.push_back(std::move(student));
    list.lines.push_back(rows[i].line);
    add_row(list.exported, rows[i], list.students.back().name);
  }
  if (list.students.empty()) {
    throw std::invalid_argument(file + ": no student, expected a row for each below the header");
  }
  list.exported.warnings = warnings_of(list);
  return list;
}

std::string StudentList::with_columns(std::string_view csv, const std::string& file,
                                      const std::vector<AddedColumn>& added) const {
  std::string written(csv);
  for (const AddedColumn& column : added) {
    written = with_column(written, file, column);
  }
  return written;
}

std::string StudentList::with_column(std::string_view csv, const std::string& file,
                                     const AddedColumn& added) const {
  const std::vector<CsvRow> rows = read_csv(csv, file);
  const std::string key = column_key(added.title);
  const std::size_t width = rows.front().cells.size();
  std::size_t column = 0;
  while (column < width && column_key(rows.front().cells[column]) != key) {
    ++column;
  }
  std::map<std::size_t, std::string> by_line;
  for (std::size_t i = 0; i < students.size(); ++i) {
    const auto cell = added.cells.find(students[i].own_name);
    by_line.emplace(lines[i], cell == added.cells.end() ? "" : cell->second);
  }
  const CsvForm form = CsvForm::of(csv);
  std::string out = csv::head_of(csv);
  for (const CsvRow& row : rows) {
    std::vector<std::string> cells = row.raw;
    cells.resize(std::max(cells.size(), std::max(width, column + 1)));
    const auto cell = by_line.find(row.line);
    cells[column] = row.line == rows.front().line ? added.title
                    : cell == by_line.end()       ? ""
                                                  : csv::text_cell(cell->second, form.separator);
    out += csv::line_of(cells, form);
  }
  return out;
}

}  // namespace referee
