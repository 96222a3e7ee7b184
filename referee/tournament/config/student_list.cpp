#include "referee/tournament/config/student_list.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <stdexcept>

#include "protocol/fields.h"
#include "protocol/limits.h"
#include "protocol/messages.h"
#include "referee/base/csv.h"
#include "referee/tournament/config/entrant_spec.h"
#include "referee/unicode/unicode.h"

namespace referee {
namespace {

constexpr std::size_t kRoomForNumber = 5;  // "-1000" behind a name that is taken already
constexpr const char* kKnownHeaders =
    "the header of a Canvas gradebook (\"Student\", \"ID\", \"SIS Login ID\") or of a Moodle export "
    "(\"Username\", "
    "\"Email address\", or \"First name\" with \"Surname\" or \"Last name\")";

std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlank);
  return begin == std::string_view::npos
             ? ""
             : std::string(text.substr(begin, text.find_last_not_of(kBlank) - begin + 1));
}

// ---- columns ----

/// Finds cells by the names of their columns.
class Columns {
 public:
  Columns(const CsvRow& header, const std::string& file) : file_(file), width_(header.cells.size()) {
    for (std::size_t i = 0; i < header.cells.size(); ++i) {
      at_.try_emplace(protocol::folded_name(trimmed(header.cells[i])), i);
    }
  }

  bool has(const char* column) const { return at_.contains(column); }
  /// The cell of the first of these columns that exists and is not empty in this row; "" if none is. Names in
  /// lower case.
  std::string cell(const CsvRow& row, std::initializer_list<const char*> columns) const {
    for (const char* const column : columns) {
      const auto at = at_.find(column);
      if (at != at_.end() && at->second < row.cells.size()) {
        if (std::string text = trimmed(row.cells[at->second]); !text.empty()) {
          return text;
        }
      }
    }
    return "";
  }
  /// More cells than columns: a name with a comma and without quotes would shift all that follows.
  void require_width(const CsvRow& row) const {
    for (std::size_t i = width_; i < row.cells.size(); ++i) {
      if (!trimmed(row.cells[i]).empty()) {
        throw std::invalid_argument(file_ + ": line " + std::to_string(row.line) + ": got " +
                                    std::to_string(row.cells.size()) + " cells, expected " +
                                    std::to_string(width_) + " as in the header");
      }
    }
  }

 private:
  const std::string& file_;
  std::size_t width_;
  std::map<std::string, std::size_t> at_;  // names in lower case
};

/// What a row says of a student.
struct Row {
  std::string login;  ///< unique on the platform; may be an e-mail address; may be empty
  std::string display;
  std::string skip;  ///< why the row is not a student's; empty if it is
};

/// "Liddell, Alice" as Canvas sorts it: "Alice Liddell".
std::string in_spoken_order(const std::string& sortable) {
  const std::size_t comma = sortable.find(',');
  if (comma == std::string::npos || sortable.find(',', comma + 1) != std::string::npos) {
    return sortable;
  }
  return trimmed(trimmed(sortable.substr(comma + 1)) + " " + trimmed(sortable.substr(0, comma)));
}

Row read_canvas(const Columns& columns, const CsvRow& row) {
  const std::string student = columns.cell(row, {"student", "student name"});
  Row read{columns.cell(row, {"sis login id", "sis user id"}), in_spoken_order(student), ""};
  if (protocol::folded_name(student).starts_with("points possible")) {
    read.skip = "Points Possible";
  } else if (student == "Student, Test" || student == "Test Student") {
    read.skip = "test student";
  } else if (student.empty() && columns.cell(row, {"id"}).empty()) {
    read.skip = "no student";  // "Manual Posting" and its like stand below the header
  }
  return read;
}

Row read_moodle(const Columns& columns, const CsvRow& row) {
  Row read;
  read.login = columns.cell(row, {"username", "email address", "email", "e-mail address"});
  const std::string first = columns.cell(row, {"first name"});
  read.display = trimmed(first + " " + columns.cell(row, {"surname", "last name"}));
  if (read.display.empty()) {
    read.display = columns.cell(row, {"full name", "name"});
  }
  if (read.login.empty() && read.display.empty()) {
    read.login = columns.cell(row, {"id number"});
  }
  return read;
}

using RowReader = Row (*)(const Columns&, const CsvRow&);

RowReader reader_for(const Columns& columns) {
  if ((columns.has("student") || columns.has("student name")) && columns.has("id")) {
    return read_canvas;
  }
  for (const char* const column :
       {"username", "email address", "email", "e-mail address", "first name", "full name", "id number"}) {
    if (columns.has(column)) {
      return read_moodle;
    }
  }
  return nullptr;
}

// ---- names ----

/// What U+00C0 .. U+017F are without their marks, two characters each; a dot stands for none.
constexpr std::string_view kPlain =
    "A.A.A.A.A.A.AEC.E.E.E.E.I.I.I.I.D.N.O.O.O.O.O...O.U.U.U.U.Y.THss"
    "a.a.a.a.a.a.aec.e.e.e.e.i.i.i.i.d.n.o.o.o.o.o...o.u.u.u.u.y.thy."
    "A.a.A.a.A.a.C.c.C.c.C.c.C.c.D.d.D.d.E.e.E.e.E.e.E.e.E.e.G.g.G.g."
    "G.g.G.g.H.h.H.h.I.i.I.i.I.i.I.i.I.i.IJijJ.j.K.k.k.L.l.L.l.L.l.L."
    "l.L.l.N.n.N.n.N.n.n.N.n.O.o.O.o.O.o.OEoeR.r.R.r.R.r.S.s.S.s.S.s."
    "S.s.T.t.T.t.T.t.U.u.U.u.U.u.U.u.U.u.U.u.W.w.Y.y.Y.Z.z.Z.z.Z.z.s.";
constexpr char32_t kFirstPlain = 0xC0;
constexpr char32_t kLastPlain = 0x17F;
static_assert(kPlain.size() == 2 * (kLastPlain - kFirstPlain + 1));

std::string in_ascii(char32_t character) {
  if (character >= kFirstPlain && character <= kLastPlain) {
    std::string plain(kPlain.substr(2 * (character - kFirstPlain), 2));
    std::erase(plain, '.');
    return plain;
  }
  if (character == ' ') {
    return ".";
  }
  const char c = character < 0x80 ? static_cast<char>(character) : '\0';
  const bool allowed = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       c == '.' || c == '_' || c == '-';
  if (allowed) {
    return {c};
  }
  return c == '\0' || c == '\'' ? "" : "-";  // O'Brien is obrien
}

/// Gives each student a unique name.
class Names {
 public:
  /// Throws if an earlier row has the same login.
  std::string give(const Row& row, std::size_t line, const std::string& file) {
    if (!row.login.empty()) {
      const auto [at, is_new] = logins_.try_emplace(protocol::folded_name(row.login), line);
      if (!is_new) {
        throw std::invalid_argument(file + ": line " + std::to_string(line) + ": " +
                                    fields::brief(row.login) + " is in line " + std::to_string(at->second) +
                                    " already, expected each student once");
      }
    }
    std::string name = row.login.empty()
                           ? protocol::folded_name(entrant_name_from(row.display))
                           : entrant_name_from(std::string_view(row.login).substr(0, row.login.find('@')));
    if (is_house_name(name)) {
      name = entrant_name_from("student-" + name);
    }
    std::string unique = name;
    for (int number = 2; taken_.contains(protocol::folded_name(unique)); ++number) {
      unique = name + "-" + std::to_string(number);
    }
    taken_.emplace(protocol::folded_name(unique), line);
    return unique;
  }

 private:
  std::map<std::string, std::size_t> logins_;  // folded; the line of each
  std::map<std::string, std::size_t> taken_;
};

}  // namespace

std::string entrant_name_from(std::string_view text) {
  std::string name;
  for (const char32_t character : unicode::decoded_with_replacements(text)) {
    name += in_ascii(character);
  }
  const std::size_t begin = name.find_first_not_of("._-");
  name = begin == std::string::npos ? "" : name.substr(begin, protocol::kMaxName - kRoomForNumber);
  name.erase(name.find_last_not_of("._-") + 1);
  return name.empty() ? "student" : name;
}

StudentList StudentList::read(std::string_view csv, const std::string& file) {
  const std::vector<CsvRow> rows = read_csv(csv, file);
  if (rows.empty()) {
    throw std::invalid_argument(file + ": line 1: empty, expected " + kKnownHeaders);
  }
  const Columns columns(rows.front(), file);
  const RowReader reader = reader_for(columns);
  if (reader == nullptr) {
    throw std::invalid_argument(file + ": line " + std::to_string(rows.front().line) + ": got the columns " +
                                fields::brief(rows.front().cells, 200) + ", expected " + kKnownHeaders);
  }
  StudentList list;
  Names names;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string line = "line " + std::to_string(rows[i].line);
    columns.require_width(rows[i]);
    const Row row = reader(columns, rows[i]);
    if (!row.skip.empty()) {
      list.skipped.push_back(line + ": " + row.skip);
    } else if (row.login.empty() && row.display.empty()) {
      throw std::invalid_argument(file + ": " + line + ": nothing names the student, expected " +
                                  kKnownHeaders);
    } else {
      list.students.push_back(
          {names.give(row, rows[i].line, file), fields::brief_text(row.display, EntrantSpec::kMaxDisplay)});
    }
  }
  return list;
}

}  // namespace referee
