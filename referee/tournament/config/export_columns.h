#pragma once

#include <cstddef>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "referee/base/csv.h"

namespace referee {

/// The text without the blanks around it, with plain ones in place of no-break and wide ones, and without
/// marks that cannot be seen.
std::string without_blanks(std::string_view text);

/// The name of a column in lower case and in English, if it is one that says who a student is.
std::string column_key(std::string_view title);

/// Finds cells of what a learning platform has exported by the names of their columns, each a column_key().
class ExportColumns {
 public:
  /// `file`: for messages.
  ExportColumns(const CsvRow& header, std::string file);

  bool has(const char* column) const { return at_.contains(column); }
  /// The cell of the first of these columns that exists and is not empty in this row; "" if none is. Text
  /// that is written as a formula, ="007", is that text.
  std::string cell(const CsvRow& row, std::initializer_list<const char*> columns) const;
  /// Throws std::invalid_argument for more cells than columns: a name with a comma and without quotes would
  /// shift all that follows.
  void require_width(const CsvRow& row) const;

 private:
  std::string file_;
  std::size_t width_;
  std::map<std::string, std::size_t> at_;
};

}  // namespace referee
