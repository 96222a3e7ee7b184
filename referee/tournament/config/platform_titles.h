#pragma once

#include <string>
#include <vector>

#include "referee/base/csv.h"
#include "referee/tournament/config/class_export.h"
#include "referee/tournament/config/export_columns.h"

namespace referee {

/// The headers that platform_of() knows, for messages: "the header of a Canvas gradebook ...".
inline constexpr const char* kKnownHeaders =
    "the header of a Canvas gradebook (\"Student\", \"ID\", \"SIS Login ID\") or of a Moodle export "
    "(\"Username\", "
    "\"Email address\", or \"First name\" with \"Surname\" or \"Last name\"), or of a gradebook of "
    "Brightspace or Blackboard";

/// The platform that has exported a file with these columns. Throws std::invalid_argument, naming `file`, for
/// none that is known, and for gradebooks that cannot be written back.
ClassExport::Platform platform_of(const ExportColumns& columns, const CsvRow& header,
                                  const std::string& file);

/// The columns of a file that a platform has exported, by their titles.
std::vector<ClassExport::Column> columns_of(ClassExport::Platform platform, const CsvRow& header);

}  // namespace referee
