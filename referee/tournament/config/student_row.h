#pragma once

#include <string>

#include "referee/base/csv.h"
#include "referee/tournament/config/class_export.h"
#include "referee/tournament/config/export_columns.h"
#include "referee/tournament/config/student_list.h"

namespace referee {

/// What a row of a learning platform's file says of a student.
struct StudentRow {
  std::string login;  ///< unique on the platform; may be an e-mail address; may be empty
  std::string display;
  std::string skip;   ///< why the row is not a student's; empty if it is
  bool head = false;  ///< the platform's import needs this row, although it is not a student's
  StudentKeys keys = {};

  /// Reads a row below the header, which has these columns.
  static StudentRow read(ClassExport::Platform platform, const ExportColumns& columns, const CsvRow& row);
};

}  // namespace referee
