#include "referee/collect/overrides.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/base/csv.h"
#include "referee/base/unicode/name_key.h"
#include "referee/collect/roster_index.h"
#include "referee/tournament/config/export_columns.h"

namespace referee::collect {
namespace {

constexpr std::size_t kShownColumns = 200;  // bytes

[[noreturn]] void refuse_line(const std::string& file, std::size_t line, const std::string& why) {
  throw std::invalid_argument(file + ": line " + std::to_string(line) + ": " + why);
}

/// Whose row it is, among candidates and all others of the class.
class OverrideTarget {
 public:
  OverrideTarget(const std::string& student, const Download& download, const StudentList* roster)
      : download_(download), key_(unicode::person_key(student)) {
    if (roster != nullptr) {
      const RosterIndex index(*roster);
      student_ = index.find(RosterIndex::Key::any, student);
      several_ = index.has_several(RosterIndex::Key::any, student);
    }
  }

  bool is_several() const { return several_; }
  bool is_known() const {
    return student_ ||
           std::ranges::any_of(download_.hand_ins, [&](const HandIn& one) { return is_called(one); });
  }
  bool is(const Candidate& candidate) const {
    const bool is_member =
        student_ && std::ranges::find(candidate.students, *student_) != candidate.students.end();
    return is_member || is_called(candidate.name) || is_called(candidate.group) ||
           (!student_ && is_called(download_.hand_ins[candidate.hand_in]));
  }

 private:
  bool is_called(const std::string& name) const { return !name.empty() && unicode::person_key(name) == key_; }
  bool is_called(const HandIn& hand_in) const {
    return is_called(hand_in.label) || is_called(hand_in.called);
  }

  const Download& download_;
  std::string key_;
  std::optional<std::size_t> student_;  // the place in the roster
  bool several_ = false;
};

}  // namespace

Overrides Overrides::read(std::string_view csv, const std::string& file, const Split& split) {
  const std::vector<CsvRow> rows = read_csv(csv, file);
  const std::string expected = "expected the columns \"student\" and \"command\"";
  if (rows.empty()) {
    refuse_line(file, 1, "empty, " + expected);
  }
  const ExportColumns columns(rows.front(), file);
  if (!columns.has("student") || !columns.has("command")) {
    refuse_line(file, rows.front().line,
                "got the columns " + fields::brief(rows.front().cells, kShownColumns) + ", " + expected);
  }
  Overrides read{file, {}};
  for (std::size_t i = 1; i < rows.size(); ++i) {
    columns.require_width(rows[i]);
    const std::string student = columns.cell(rows[i], {"student"});
    const std::string command = columns.cell(rows[i], {"command"});
    if (student.empty() && command.empty()) {
      continue;
    }
    if (student.empty() || command.empty()) {
      refuse_line(file, rows[i].line, "expected a student and a command");
    }
    try {
      read.rows.push_back({rows[i].line, student, split(command)});
    } catch (const std::invalid_argument& wrong) {
      refuse_line(file, rows[i].line, wrong.what());
    }
  }
  return read;
}

std::vector<std::string> Overrides::apply(const Download& download, const StudentList* roster,
                                          std::vector<Candidate>& candidates) const {
  std::vector<std::string> notes;
  for (const Row& row : rows) {
    const OverrideTarget target(row.student, download, roster);
    const auto is_it = [&](const Candidate& candidate) { return target.is(candidate); };
    const auto found = std::ranges::find_if(candidates, is_it);
    if (target.is_several() || std::ranges::count_if(candidates, is_it) > 1) {
      refuse_line(file, row.line,
                  "got " + fields::brief(row.student) + ", which is two students: expected a login");
    }
    if (found == candidates.end()) {
      if (!target.is_known()) {
        refuse_line(file, row.line,
                    "got " + fields::brief(row.student) +
                        ", expected a student of the roster, a group or a submission of the download");
      }
      notes.push_back(file + ": line " + std::to_string(row.line) + ": " + row.student +
                      " has no submission to try");
    } else if (!found->command.empty()) {
      refuse_line(file, row.line, fields::brief(row.student) + " has a command already, expected one");
    } else {
      found->command = row.command;
    }
  }
  return notes;
}

}  // namespace referee::collect
