#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/config/class_export.h"

namespace referee {

/// By what a platform knows a student; each may be empty.
struct StudentKeys {
  std::string id;  ///< Canvas: "ID"; Moodle: the number in "Identifier", of an assignment's grading worksheet
  std::string number;  ///< of the school's register: "SIS User ID", "ID number", "SID"
  std::string login;   ///< "SIS Login ID", "Username"; may be an e-mail address
  std::string email;
};

/// A student in the list of a learning platform.
struct Student {
  /// The entrant's name: what kAliasColumn or kEntrantColumn tells, else own_name. Valid; unique, but for
  /// students of one group, who are one entrant.
  std::string name;
  std::string display;         ///< the student's own name; "" beside an alias
  std::string own_name = {};   ///< made from login, e-mail address or name: valid and unique
  std::string full_name = {};  ///< the student's own name, beside an alias too
  StudentKeys keys = {};
};

/// The students of a class, read from what a platform of ClassExport exports.
struct StudentList {
  std::vector<Student> students;     ///< in the order of the file
  std::vector<std::size_t> lines;    ///< of the file, from 1: where each student's row begins
  std::vector<std::string> skipped;  ///< rows that are not a student's: "line 2: Points Possible"
  ClassExport exported;              ///< the file itself, of these students

  /// The title of the column in which `referee token --alias` has written made-up names: they are the names
  /// of the entrants, so that nothing that spectators see tells who a student is.
  static constexpr const char* kAliasColumn = "Referee alias";
  /// The titles of the columns in which `referee collect` writes the entrant of each student, and its group:
  /// students of a group have the same entrant. Without made-up names they are the names of the entrants.
  static constexpr const char* kEntrantColumn = "Referee entrant";
  static constexpr const char* kGroupColumn = "Referee group";

  struct AddedColumn {
    const char* title;                         ///< plain ASCII without commas
    std::map<std::string, std::string> cells;  ///< by own_name; "" for a student who is not in it
  };

  /// Canvas: the gradebook, with "Student", "ID" and perhaps "SIS Login ID". Moodle: participants or grades,
  /// with some of "Username", "Email address", "First name", "Surname" or "Last name", "ID number", or an
  /// assignment's grading worksheet, with "Identifier"; or the same in one of the languages of column_key().
  /// Throws std::invalid_argument, naming `file`, line and column, also where names are in another language,
  /// and for a list without students.
  static StudentList read(std::string_view csv, const std::string& file);
  /// The file that was read, `csv`, with these as its last columns, each renewed where it is there already:
  /// all other cells stay byte for byte.
  std::string with_columns(std::string_view csv, const std::string& file,
                           const std::vector<AddedColumn>& added) const;

 private:
  std::string with_column(std::string_view csv, const std::string& file, const AddedColumn& added) const;
};

}  // namespace referee
