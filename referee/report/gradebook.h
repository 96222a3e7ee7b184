#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// Points of students, for a learning platform to import.
struct Gradebook {
  enum class Kind { canvas, moodle };

  struct Student {
    std::string name;
    std::string login;
    std::string id;  ///< the school's number
    std::string email;
    std::optional<double> points;  ///< nothing: no grade
    std::string feedback;          ///< Moodle only: Canvas imports none
  };

  std::string title;  ///< of the assignment; Canvas calls an existing one "Title (number)"
  double possible = 0;
  std::vector<Student> students;
};

/// CSV as the platform's import reads it: RFC 4180, UTF-8, no formulas, points with two decimals at most and
/// a point before them.
std::string gradebook_csv(const Gradebook& book, Gradebook::Kind kind);

/// The title of the column of points, as that platform's import takes it.
std::string column_title(const Gradebook& book, Gradebook::Kind kind);

/// The file of a gradebook, and the platform that reads it.
struct GradebookFile {
  Gradebook::Kind kind = Gradebook::Kind::canvas;
  std::filesystem::path path;
  bool names_kind = false;  ///< the argument says for which platform

  /// Reads FILE, canvas:FILE or moodle:FILE; without a kind the platform is Canvas. Throws
  /// std::invalid_argument for another kind and for no file.
  static GradebookFile of(std::string_view argument);
};

}  // namespace referee
