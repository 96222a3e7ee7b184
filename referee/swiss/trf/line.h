#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace referee::swiss::trf {

/// Every byte as a character of ISO 8859-1.
std::u32string from_latin1(std::string_view text);

std::string to_utf8(std::u32string_view characters);

/// The text of a field for a message: in quotes, shortened, and harmless on a terminal.
std::string quoted(std::u32string_view characters);

/// `text`, UTF-8, as printable ASCII: letters of Western Europe lose their accents, every other character
/// becomes "?".
std::string to_ascii(std::string_view text);

}  // namespace referee::swiss::trf

namespace referee::swiss {

/// A mistake in a report file: "FILE:LINE:COLUMN: what was found, what was expected". Lines and columns count
/// from 1.
class TrfError : public std::invalid_argument {
 public:
  TrfError(const std::string& file, std::size_t line, std::size_t column, const std::string& complaint)
      : std::invalid_argument(file + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " +
                              complaint) {}
};

}  // namespace referee::swiss

namespace referee::swiss::trf {

/// The columns of a field, from 1, the last included.
struct Columns {
  std::size_t first = 1;
  std::size_t last = 1;
};

/// A word of a line that is not cut into columns.
struct Word {
  std::size_t column = 1;
  std::u32string text;
};

/// A line of a report file. Beyond its end there are blanks: programs strip them.
class Line {
 public:
  /// `file` names the file in messages; it must outlive the line.
  Line(const std::string& file, std::size_t number, std::u32string characters);

  std::size_t number() const { return number_; }
  /// The last column that is not blank; 0 for a blank line.
  std::size_t length() const { return characters_.size(); }
  /// The first three characters: which record it is.
  std::string code() const { return text({1, 3}); }

  char32_t at(std::size_t column) const;
  /// What a field holds, without the blanks around it.
  std::u32string characters(Columns columns) const;
  /// What a field holds as UTF-8, without the blanks around it.
  std::string text(Columns columns) const;
  /// The text from a column to the end.
  std::string text_from(std::size_t column) const { return text({column, length()}); }
  /// The words from a column on, divided by blanks and tabs.
  std::vector<Word> words_from(std::size_t column) const;

  /// A whole number in a field; nothing if the field is blank. `what` names the field in the error for text
  /// that is not a number in the range.
  std::optional<int> number_in(Columns columns, int min, int max, const std::string& what) const;
  /// A whole number in a field that must have one. `what` names the field in the error for a blank field, and
  /// for text that is not a number in the range.
  int needed_number(Columns columns, int min, int max, const std::string& what) const;

  /// Throws TrfError: "what: got 'found', expected EXPECTED".
  [[noreturn]] void fail(Columns columns, const std::string& what, const std::string& expected) const;
  /// Throws TrfError with the caller's complaint.
  [[noreturn]] void refuse(std::size_t column, const std::string& complaint) const;
  /// Throws TrfError unless the columns are blank: text in them means that the fields beside them are
  /// shifted.
  void expect_blank(Columns columns) const;
  /// "FILE:LINE: " and the text.
  std::string warning(const std::string& text) const;

 private:
  const std::string* file_;
  std::size_t number_;
  std::u32string characters_;
};

/// The record of a player (001) in a file that is UTF-8, with columns of characters: programs that count
/// bytes leave out a blank for each byte more that the name has, and these are put in behind it. The points'
/// decimal point tells; other lines stay as they are.
std::u32string with_columns_of_characters(std::u32string line);

/// The whole number that a text is, if it is in the range.
std::optional<int> whole_number(std::u32string_view text, int min, int max);

/// The lines of a report file, which end with CR, LF or CRLF; blank ones are left out. A byte order mark is
/// skipped. Columns are characters where all of the file is UTF-8, else bytes; with_columns_of_characters()
/// mends those of UTF-8 that are counted in bytes.
std::vector<Line> lines_of(std::string_view text, const std::string& file);

}  // namespace referee::swiss::trf
