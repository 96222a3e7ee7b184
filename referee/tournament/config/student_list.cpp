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

/// Moodle writes the names of its columns in the language of the teacher: German, French, Spanish, Italian.
struct Translated {
  std::string_view name;  ///< in lower case
  const char* english;
};
constexpr std::array kTranslated = {
    Translated{"vorname", "first name"},
    Translated{"nachname", "last name"},
    Translated{"vollständiger name", "full name"},
    Translated{"anmeldename", "username"},
    Translated{"benutzername", "username"},
    Translated{"e-mail-adresse", "email address"},
    Translated{"e-mail", "email address"},
    Translated{"id-nummer", "id number"},
    Translated{"abteilung", "department"},
    Translated{"gruppen", "groups"},
    Translated{"prénom", "first name"},
    Translated{"nom", "last name"},
    Translated{"nom de famille", "last name"},
    Translated{"nom complet", "full name"},
    Translated{"nom d'utilisateur", "username"},
    Translated{"adresse de courriel", "email address"},
    Translated{"adresse e-mail", "email address"},
    Translated{"courriel", "email address"},
    Translated{"numéro d'identification", "id number"},
    Translated{"département", "department"},
    Translated{"groupes", "groups"},
    Translated{"nombre", "first name"},
    Translated{"apellido(s)", "last name"},
    Translated{"apellidos", "last name"},
    Translated{"nombre completo", "full name"},
    Translated{"nombre de usuario", "username"},
    Translated{"dirección de correo", "email address"},
    Translated{"dirección de correo electrónico", "email address"},
    Translated{"dirección email", "email address"},
    Translated{"correo electrónico", "email address"},
    Translated{"número de id", "id number"},
    Translated{"institución", "institution"},
    Translated{"departamento", "department"},
    Translated{"grupos", "groups"},
    Translated{"nome", "first name"},
    Translated{"cognome", "last name"},
    Translated{"nome completo", "full name"},
    Translated{"nome utente", "username"},
    Translated{"indirizzo email", "email address"},
    Translated{"indirizzo e-mail", "email address"},
    Translated{"codice identificativo", "id number"},
    Translated{"numero id", "id number"},
    Translated{"istituzione", "institution"},
    Translated{"istituto", "institution"},
    Translated{"ente", "institution"},
    Translated{"dipartimento", "department"},
    Translated{"gruppi", "groups"},
};

/// The name of a column in lower case and in English, if it is one that says who a student is.
std::string column_key(std::string_view title) {
  std::string key = protocol::folded_name(trimmed(title));
  constexpr std::string_view kApostrophe = "\u2019";
  if (const std::size_t at = key.find(kApostrophe); at != std::string::npos) {
    key.replace(at, kApostrophe.size(), "'");
  }
  const auto known = std::ranges::find(kTranslated, key, &Translated::name);
  return known == kTranslated.end() ? key : known->english;
}

/// Finds cells by the names of their columns.
class Columns {
 public:
  Columns(const CsvRow& header, const std::string& file) : file_(file), width_(header.cells.size()) {
    for (std::size_t i = 0; i < header.cells.size(); ++i) {
      at_.try_emplace(column_key(header.cells[i]), i);
    }
  }

  bool has(const char* column) const { return at_.contains(column); }
  /// The cell of the first of these columns that exists and is not empty in this row; "" if none is. Names in
  /// lower case and English.
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
  std::map<std::string, std::size_t> at_;  // by column_key()
};

/// What a row says of a student.
struct Row {
  std::string login;  ///< unique on the platform; may be an e-mail address; may be empty
  std::string display;
  std::string skip;   ///< why the row is not a student's; empty if it is
  bool head = false;  ///< the platform's import needs this row, although it is not a student's
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
  Row read{columns.cell(row, {"sis login id", "sis user id"}), in_spoken_order(student), "", false};
  if (protocol::folded_name(student).starts_with("points possible")) {
    read.skip = "Points Possible";
    read.head = true;
  } else if (student == "Student, Test" || student == "Test Student") {
    read.skip = "test student";
  } else if (student.empty() && columns.cell(row, {"id"}).empty()) {
    read.skip = "no student";  // "Manual Posting" and its like stand below the header
    read.head = true;
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

/// The platform that has exported a file with these columns; nothing: none that is known.
std::optional<ClassExport::Platform> platform_of(const Columns& columns) {
  if ((columns.has("student") || columns.has("student name")) && columns.has("id")) {
    return ClassExport::Platform::canvas;
  }
  for (const char* const column :
       {"username", "email address", "email", "e-mail address", "first name", "full name", "id number"}) {
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
  constexpr std::array<std::string_view, 12> kMoodle{
      "username", "first name", "surname", "last name",   "full name",  "name",
      "email",    "id number",  "groups",  "institution", "department", "email address"};
  return platform == ClassExport::Platform::canvas
             ? std::ranges::find(kCanvas, key) != kCanvas.end()
             : key == "e-mail address" || std::ranges::find(kMoodle, key) != kMoodle.end();
}

/// Canvas: the title ends with the assignment's number, "Bots (4711)". Moodle: with the kind of grade, "Bots
/// (Real)"; feedback and the total of the course are not imported.
bool is_assignment(const std::string& title, ClassExport::Platform platform) {
  const std::string folded = protocol::folded_name(title);
  const std::size_t open = folded.rfind('(');
  if (!folded.ends_with(')') || open == std::string::npos || open == 0) {
    return false;
  }
  const std::string behind = folded.substr(open + 1, folded.size() - open - 2);
  if (platform == ClassExport::Platform::canvas) {
    return !behind.empty() && behind.find_first_not_of("0123456789") == std::string::npos;
  }
  constexpr std::array<std::string_view, 6> kFeedback{"feedback", "rückmeldung",       "feedback (html)",
                                                      "commento", "retroalimentación", "comentarios"};
  constexpr std::array<std::string_view, 6> kTotal{"course total",    "kurs gesamt",  "total du cours",
                                                   "total del curso", "totale corso", "totale del corso"};
  return std::ranges::find(kFeedback, behind) == kFeedback.end() &&
         std::ranges::none_of(kTotal, [&](std::string_view total) { return folded.starts_with(total); });
}

ClassExport export_head(const CsvRow& header, ClassExport::Platform platform, std::string_view text,
                        const std::string& file) {
  ClassExport exported{
      .file = file, .platform = platform, .form = CsvForm::of(text), .columns = {}, .rows = {}};
  for (std::size_t i = 0; i < header.cells.size(); ++i) {
    const std::string title = trimmed(header.cells[i]);
    const bool identity = is_identity(column_key(title), platform);
    exported.columns.push_back({title, header.raw[i], identity, !identity && is_assignment(title, platform)});
  }
  return exported;
}

/// `entrant`: "" for a row of the head.
void add_row(ClassExport& exported, const CsvRow& row, const std::string& entrant) {
  ClassExport::Row added{entrant, row.raw};
  added.cells.resize(exported.columns.size());
  for (std::size_t i = 0; i < added.cells.size() && !entrant.empty(); ++i) {
    if (!exported.columns[i].identity) {
      added.cells[i].clear();  // a grade
    }
  }
  exported.rows.push_back(std::move(added));
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
  const std::optional<ClassExport::Platform> platform = platform_of(columns);
  if (!platform) {
    throw std::invalid_argument(file + ": line " + std::to_string(rows.front().line) + ": got the columns " +
                                fields::brief(rows.front().cells, 200) + ", expected " + kKnownHeaders);
  }
  const auto reader = *platform == ClassExport::Platform::canvas ? read_canvas : read_moodle;
  StudentList list;
  list.exported = export_head(rows.front(), *platform, csv, file);
  Names names;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string line = "line " + std::to_string(rows[i].line);
    columns.require_width(rows[i]);
    const Row row = reader(columns, rows[i]);
    if (!row.skip.empty()) {
      list.skipped.push_back(line + ": " + row.skip);
      if (row.head) {
        add_row(list.exported, rows[i], "");
      }
    } else if (row.login.empty() && row.display.empty()) {
      throw std::invalid_argument(file + ": " + line + ": nothing names the student, expected " +
                                  kKnownHeaders);
    } else {
      list.students.push_back(
          {names.give(row, rows[i].line, file), fields::brief_text(row.display, EntrantSpec::kMaxDisplay)});
      add_row(list.exported, rows[i], list.students.back().name);
    }
  }
  return list;
}

}  // namespace referee
