#include "referee/tournament/config/student_list.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "protocol/fields.h"
#include "protocol/messages.h"
#include "referee/base/csv.h"
#include "referee/base/unicode/name_key.h"
#include "referee/tournament/config/entrant_names.h"
#include "referee/tournament/config/entrant_spec.h"
#include "referee/tournament/config/export_columns.h"
#include "referee/tournament/config/platform_titles.h"
#include "referee/tournament/config/student_row.h"

namespace referee {
namespace {

ClassExport export_head(const CsvRow& header, ClassExport::Platform platform, std::string_view text,
                        const std::string& file) {
  ClassExport exported{.file = file,
                       .platform = platform,
                       .form = CsvForm::of(text),
                       .columns = columns_of(platform, header),
                       .rows = {}};
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
  std::string made_for(const StudentRow& row, std::size_t line) {
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
  const ClassExport::Platform platform = platform_of(columns, rows.front(), file);
  StudentList list;
  list.exported = export_head(rows.front(), platform, csv, file);
  list.exported.aliases = columns.has(column_key(kAliasColumn).c_str());
  require_known_names(list.exported, columns, rows.front(), file);
  RowNames names(columns, file);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string line = "line " + std::to_string(rows[i].line);
    columns.require_width(rows[i]);
    StudentRow row = StudentRow::read(platform, columns, rows[i]);
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
