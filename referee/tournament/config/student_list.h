#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/config/class_export.h"

namespace referee {

/// A student in the list of a learning platform.
struct Student {
  std::string name;     ///< of the entrant: valid, unique, made from login, e-mail address or name
  std::string display;  ///< the student's own name
};

/// The students of a class, read from what Canvas and Moodle export.
struct StudentList {
  std::vector<Student> students;     ///< in the order of the file
  std::vector<std::string> skipped;  ///< rows that are not a student's: "line 2: Points Possible"
  ClassExport exported;              ///< the file itself, of these students

  /// Canvas: the gradebook, with "Student", "ID" and perhaps "SIS Login ID". Moodle: participants or grades,
  /// with some of "Username", "Email address", "First name", "Surname" or "Last name", "ID number", or the
  /// same as Moodle has them in German, French, Spanish or Italian. Throws std::invalid_argument, naming
  /// `file`, line and column.
  static StudentList read(std::string_view csv, const std::string& file);
};

/// A name that an entrant may have, as like `text` as possible: letters with marks lose them, blanks become
/// dots. "student" if nothing is left.
std::string entrant_name_from(std::string_view text);

}  // namespace referee
