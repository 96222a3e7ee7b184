#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "referee/base/csv.h"

namespace referee {

/// What a learning platform has exported of a class: the columns by which it finds its students again, byte
/// for byte, the titles of its assignments, and the teachers' feedback. It holds no grade that the file had.
struct ClassExport {
  enum class Platform { canvas, moodle, brightspace, blackboard, github };

  struct Column {
    std::string title;      ///< without quotes: "Bots (4711)" of Canvas, "Assignment: Bots (Real)" of Moodle
    std::string raw;        ///< the title as it stands in the file
    bool identity = false;  ///< it says who the student is
    bool takes_points = false;  ///< an assignment, whose points can be imported
    bool feedback = false;      ///< Moodle: the teacher's words on an assignment
  };
  struct Row {
    /// Student::name; members of a group have the same. "": a row of the head, such as "Points Possible",
    /// which has all its cells.
    std::string entrant;
    /// The cells as they stand in the file, one for each column; of a student only those that say who it is
    /// have text, and those of feedback, which are without quotes.
    std::vector<std::string> cells;
  };
  /// What an entrant gets.
  struct Grade {
    std::optional<double> points;  ///< nothing: no grade
    std::string feedback;          ///< for Moodle
  };
  using Grades = std::map<std::string, Grade>;  ///< by folded names of entrants

  std::string file;  ///< for messages
  Platform platform = Platform::canvas;
  CsvForm form;
  std::vector<Column> columns;
  std::vector<Row> rows;
  bool aliases = false;  ///< the entrants have made-up names, which this file alone connects with students
  /// What is wrong with IDs, a sentence each: changed by a spreadsheet, or of two students. Not in json().
  std::vector<std::string> warnings = {};

  /// Reads what json() has written. Throws fields::Exception at or below `path` for anything else.
  static ClassExport read(const nlohmann::json& json, const std::string& path);
  nlohmann::json json() const;

  std::size_t students() const;
  bool has(const std::string& entrant) const;
  /// Whether it is the grading worksheet of one assignment in Moodle, in English: its columns "Grade" and
  /// "Feedback comments" are written under these titles, which its import asks for.
  bool is_worksheet() const;

  /// The assignment's column with that title, with or without the number or the kind of grade in brackets
  /// behind it, or with that number. Without a title: the only assignment, if it is the only one. Throws
  /// std::invalid_argument, naming those that exist, for another title.
  const Column* assignment(std::string_view wanted) const;
  /// The title of a new assignment, written as the platform's import asks for.
  std::string new_column(const std::string& title, double possible) const;
  /// The teacher's words on `assignment` in a row, without a place that with_grades() has written; "": none.
  std::string teachers_words(const Row& row, const Column* assignment) const;

  /// A file for the platform's import: the columns of identity as they were, and one of points: of
  /// `assignment`, or a new one called `new_title`, of new_column(), worth `possible` points if that is
  /// nullptr; for Moodle one of feedback as well, behind the teachers_words(). It has the rows of the head
  /// and of the students who are in `grades`.
  std::string with_grades(const Column* assignment, const std::string& new_title, double possible,
                          const Grades& grades) const;
};

/// "Canvas", "Moodle", "Brightspace", "Blackboard" or "GitHub Classroom".
const char* name_of(ClassExport::Platform platform);

}  // namespace referee
