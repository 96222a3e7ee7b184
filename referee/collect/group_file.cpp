#include "referee/collect/group_file.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/base/csv.h"
#include "referee/base/unicode/name_key.h"
#include "referee/tournament/config/export_columns.h"

namespace referee::collect {
namespace {

using Key = RosterIndex::Key;

constexpr std::size_t kShownHeader = 200;  // bytes

constexpr std::array kMemberColumns{std::pair{"canvas_user_id", Key::id}, std::pair{"user_id", Key::number},
                                    std::pair{"login_id", Key::login},    std::pair{"login", Key::login},
                                    std::pair{"email", Key::login},       std::pair{"member", Key::any}};

/// Reads the rows one after the other.
class GroupReader {
 public:
  GroupReader(const ExportColumns& columns, const std::string& file, const StudentList& roster)
      : columns_(columns), file_(file), roster_(roster), index_(roster) {}

  void add(const CsvRow& row) {
    const std::string name = columns_.cell(row, {"group_name", "group"});
    const std::string id = columns_.cell(row, {"canvas_group_id", "group_id"});
    if (name.empty() && id.empty()) {
      return;
    }
    const std::optional<std::size_t> student = student_of(row);
    if (!student) {
      read_.notes.push_back(file_ + ": line " + std::to_string(row.line) +
                            (is_of_several(row) ? ": left out, because two students of the roster have this"
                                                : ": left out, because no student of the roster has this"));
      return;
    }
    const std::size_t group = place_of(name.empty() ? id : name, id);
    const auto [at, is_new] = groups_of_.try_emplace(*student, group);
    if (at->second != group) {
      refuse(row, roster_.students[*student].own_name + " is in group " +
                      fields::brief(read_.groups[at->second].name) + " already, expected one group");
    }
    if (is_new) {
      read_.groups[group].students.push_back(*student);
    }
  }

  GroupFile take() { return std::move(read_); }

 private:
  [[noreturn]] void refuse(const CsvRow& row, const std::string& why) const {
    throw std::invalid_argument(file_ + ": line " + std::to_string(row.line) + ": " + why);
  }

  std::optional<std::size_t> student_of(const CsvRow& row) const {
    std::optional<std::size_t> found;
    for (const auto& [column, key] : kMemberColumns) {
      const auto one = index_.find(key, columns_.cell(row, {column}));
      if (one && found && *one != *found) {
        refuse(row, "names two students: " + roster_.students[*found].own_name + " and " +
                        roster_.students[*one].own_name);
      }
      found = one ? one : found;
    }
    return found;
  }

  bool is_of_several(const CsvRow& row) const {
    return std::ranges::any_of(kMemberColumns, [&](const auto& column) {
      return index_.has_several(column.second, columns_.cell(row, {column.first}));
    });
  }

  std::size_t place_of(const std::string& name, const std::string& id) {
    const auto [at, is_new] =
        places_.try_emplace(id.empty() ? "name " + unicode::name_key(name) : "id " + id, read_.groups.size());
    if (is_new) {
      read_.groups.push_back({name, id, {}});
    }
    return at->second;
  }

  const ExportColumns& columns_;
  const std::string& file_;
  const StudentList& roster_;
  RosterIndex index_;
  GroupFile read_;
  std::map<std::string, std::size_t> places_;
  std::map<std::size_t, std::size_t> groups_of_;
};

}  // namespace

std::optional<std::size_t> GroupFile::group_of(std::size_t student) const {
  const auto found = std::ranges::find_if(groups, [&](const Group& group) {
    return std::ranges::find(group.students, student) != group.students.end();
  });
  return found == groups.end() ? std::nullopt
                               : std::optional(static_cast<std::size_t>(found - groups.begin()));
}

GroupFile GroupFile::read(std::string_view csv, const std::string& file, const StudentList& roster) {
  const std::vector<CsvRow> rows = read_csv(csv, file);
  const std::string expected =
      "expected a column \"group_name\" or \"group\", and one of \"canvas_user_id\", \"user_id\", "
      "\"login_id\", \"email\" and \"member\"";
  if (rows.empty()) {
    throw std::invalid_argument(file + ": line 1: empty, " + expected);
  }
  const ExportColumns columns(rows.front(), file);
  const bool has_member =
      std::ranges::any_of(kMemberColumns, [&](const auto& column) { return columns.has(column.first); });
  if (!has_member || (!columns.has("group_name") && !columns.has("group"))) {
    throw std::invalid_argument(file + ": line " + std::to_string(rows.front().line) + ": got the columns " +
                                fields::brief(rows.front().cells, kShownHeader) + ", " + expected);
  }
  GroupReader reader(columns, file, roster);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    columns.require_width(rows[i]);
    reader.add(rows[i]);
  }
  GroupFile read = reader.take();
  if (rows.size() == 1) {
    throw std::invalid_argument(file +
                                ": no row follows the titles, expected one for each member of a group");
  }
  if (read.groups.empty() && read.notes.empty()) {
    read.notes.push_back(file + ": nobody is in a group");
  } else if (read.groups.empty()) {
    throw std::invalid_argument(file + ": no row names a student of the roster " + roster.exported.file +
                                ": expected its IDs, numbers, logins or e-mail addresses");
  }
  return read;
}

}  // namespace referee::collect
