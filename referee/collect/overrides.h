#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/collect/assignment.h"

namespace referee::collect {

/// Commands of single hand-ins, which somebody has looked at: a CSV file with the columns "student" and
/// "command".
struct Overrides {
  struct Row {
    std::size_t line = 0;              ///< of the file
    std::string student;               ///< as the roster or the download knows it; or a group
    std::vector<std::string> command;  ///< not empty
  };
  /// The words of a command line. Throws std::invalid_argument for one that has none.
  using Split = std::function<std::vector<std::string>(const std::string& command)>;

  std::string file;
  std::vector<Row> rows;

  /// Rows without a student and a command are passed over. Throws std::invalid_argument, naming `file` and
  /// line.
  static Overrides read(std::string_view csv, const std::string& file, const Split& split);

  /// Gives the commands to the candidates. `roster` may be nullptr. Returns notes for people: whose hand-in
  /// is not tried anyway. Throws std::invalid_argument, naming the line, for a student that nobody knows,
  /// that could be two, or that has two commands.
  std::vector<std::string> apply(const Download& download, const StudentList* roster,
                                 std::vector<Candidate>& candidates) const;
};

}  // namespace referee::collect
