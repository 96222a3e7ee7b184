#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Pieces of CSV, as RFC 4180 has it.
namespace referee {

/// A row of a CSV file.
struct CsvRow {
  std::size_t line = 1;            ///< of the file, where it begins; from 1
  std::vector<std::string> cells;  ///< without quotes; blanks around them are kept
  std::vector<std::string> raw;    ///< the cells as they stand in the file, with their quotes
};

/// How a CSV file is written, beside its cells.
struct CsvForm {
  char separator = ',';  ///< comma, semicolon or tab
  bool byte_order_mark = false;
  bool carriage_returns = false;  ///< lines end with CRLF

  /// The form of `text`, which need not be whole: its first line decides. UTF-16 counts as text with a mark.
  static CsvForm of(std::string_view text);
  bool operator==(const CsvForm&) const = default;
};

/// Reads CSV as RFC 4180 has it: quoted cells may hold separators, line ends and doubled quotes; lines end
/// with LF, CRLF or CR, and blanks may stand around quotes. UTF-16 is read as UTF-8. A byte order mark is
/// skipped, lines of blanks and separators too. The separator is the one that a first line "sep=;" names,
/// which is no row, else that of comma, semicolon and tab which the first line has most often. Throws
/// std::invalid_argument, naming `file` and line, for text that is neither UTF-8 nor UTF-16, another
/// separator, and a quoted cell that does not end well.
std::vector<CsvRow> read_csv(std::string_view text, const std::string& file);

}  // namespace referee

namespace referee::csv {

/// A cell of text from outside: in quotes if need be, quotes doubled, with ' in front if a spreadsheet could
/// take it for a formula, even one that leaves out blanks and invisible characters before it.
std::string text_cell(std::string_view text, char separator = ',');
/// A cell that is read back as exactly `text`: in quotes if need be, and nothing else changed.
std::string verbatim_cell(std::string_view text, char separator = ',');
std::string line_of(const std::vector<std::string>& cells);
/// The line in that form; a byte order mark, which the file begins with, is not part of any line.
std::string line_of(const std::vector<std::string>& cells, const CsvForm& form);
/// What a rewritten file begins with in front of its rows: the byte order mark and the line "sep=;", each if
/// `text` has it; UTF-16 has a mark.
std::string head_of(std::string_view text);
inline const char* yes_or_no(bool value) { return value ? "yes" : "no"; }

}  // namespace referee::csv
