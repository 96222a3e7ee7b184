#pragma once

#include <string>

#include "referee/swiss/trf/reader.h"

namespace referee {

/// A tournament report file that a command was given.
struct ReportFile {
  std::string name;  ///< in messages
  std::string text;  ///< as it was read; UTF-16 as UTF-8
  swiss::TrfReport report;
};

/// Whether `path` is a report file, by its content: "-" (standard input), a pipe, a name that ends with .trf,
/// or a file with the record of a player (001). Stores are none.
bool is_report_file(const std::string& path);

/// Reads a report file, "-" from standard input, and prints its warnings to standard error. Throws
/// std::invalid_argument, naming it, if it cannot be read or is no such file.
ReportFile read_report_file(const std::string& path, swiss::TrfUse use);

/// A message that names or quotes a file, as a line that is safe to print.
std::string shown_line(const std::string& message);

}  // namespace referee
