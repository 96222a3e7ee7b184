#include "referee/tournament/config/platform_titles.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "protocol/fields.h"
#include "protocol/messages.h"

namespace referee {
namespace {

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

/// Nothing: no platform that is known.
std::optional<ClassExport::Platform> known_platform(const ExportColumns& columns, const CsvRow& header) {
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

}  // namespace

ClassExport::Platform platform_of(const ExportColumns& columns, const CsvRow& header,
                                  const std::string& file) {
  require_known_platform(columns, header, file);
  const std::optional<ClassExport::Platform> platform = known_platform(columns, header);
  if (!platform) {
    throw std::invalid_argument(file + ": line " + std::to_string(header.line) + ": got the columns " +
                                fields::brief(header.cells, 200) + ", expected " + kKnownHeaders);
  }
  return *platform;
}

std::vector<ClassExport::Column> columns_of(ClassExport::Platform platform, const CsvRow& header) {
  std::vector<ClassExport::Column> columns;
  for (std::size_t i = 0; i < header.cells.size(); ++i) {
    const std::string title = without_blanks(header.cells[i]);
    const bool identity = is_identity(column_key(title), platform);
    columns.push_back({title, header.raw[i], identity, !identity && is_assignment(title, platform),
                       platform == ClassExport::Platform::moodle && is_feedback(title)});
  }
  return columns;
}

}  // namespace referee
