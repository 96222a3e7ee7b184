#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/collect/roster_index.h"
#include "referee/tournament/config/student_list.h"

namespace referee::collect {

/// The groups of a class.
struct GroupFile {
  struct Group {
    std::string name;
    std::string id;                     ///< the platform's; may be empty
    std::vector<std::size_t> students;  ///< places in StudentList::students, in the order of the file
  };

  std::vector<Group> groups;       ///< in the order of the file; each has a student
  std::vector<std::string> notes;  ///< "groups.csv: line 3: no student of the roster, left out"

  /// The group of a student of the roster; nothing: it is in none.
  std::optional<std::size_t> group_of(std::size_t student) const;

  /// Reads CSV with a row for each member: its group in "group_name" (or "group"), perhaps with
  /// "canvas_group_id" or "group_id" as well, and the student in some of "canvas_user_id", "user_id" (the SIS
  /// ID), "login_id" (or "login"), "email" and "member" (any of these), as Canvas exports the groups of a
  /// course, or as two columns "group,member". Rows without a group are passed over. Throws
  /// std::invalid_argument, naming `file` and line, for other columns, a row that names two students, a
  /// student who is in two groups, and a file of which no row names a student or a group.
  static GroupFile read(std::string_view csv, const std::string& file, const StudentList& roster);
};

}  // namespace referee::collect
