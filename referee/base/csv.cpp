#include "referee/base/csv.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "referee/base/text.h"
#include "referee/base/unicode/unicode.h"

namespace referee {
namespace {

constexpr char kQuote = '"';

[[noreturn]] void refuse(const std::string& file, std::size_t line, const std::string& why) {
  throw std::invalid_argument(file + ": line " + std::to_string(line) + ": " + why);
}

/// The text in UTF-8. `converted` holds it where it was UTF-16.
std::string_view utf8_of(std::string_view text, std::string& converted) {
  if (auto utf8 = unicode::from_utf16(text)) {
    converted = std::string(unicode::kByteOrderMark) + *utf8;
    return converted;
  }
  return text;
}

std::string_view without_mark(std::string_view text) {
  text.remove_prefix(text.starts_with(unicode::kByteOrderMark) ? unicode::kByteOrderMark.size() : 0);
  return text;
}

/// The first line with its end: CRLF, LF or CR.
std::string_view first_line(std::string_view text) {
  const std::size_t end = text.find_first_of("\r\n");
  return end == std::string_view::npos ? text : text.substr(0, end + (text.substr(end, 2) == "\r\n" ? 2 : 1));
}

/// Spreadsheet programs may save in an older encoding, in which names would be read as something else.
void require_utf8(std::string_view text, const std::string& file) {
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::string_view first = first_line(text);
    if (!unicode::decoded(first)) {
      refuse(file, line, "not UTF-8: save the file as \"CSV UTF-8\"");
    }
    text.remove_prefix(first.size());
  }
}

constexpr std::string_view kSeparators = ",;\t";

/// The line "sep=;", or with quotes around it, that tells a spreadsheet program how to read the rest; with
/// its end. Empty if the text begins otherwise.
std::string_view separator_line(std::string_view text) {
  const std::string_view line = first_line(text);
  std::string_view word = line.substr(0, line.find_first_of("\r\n"));
  if (word.size() > 2 && word.starts_with(kQuote) && word.ends_with(kQuote)) {
    word = word.substr(1, word.size() - 2);
  }
  constexpr std::string_view kWord = "sep=";
  const auto same = [](char a, char b) { return (a | 0x20) == b || a == b; };
  const bool says_so = word.size() > kWord.size() && std::equal(kWord.begin(), kWord.end(), word.begin(),
                                                                [&](char b, char a) { return same(a, b); });
  // Programs that take the line for a row fill it with separators.
  const bool nothing_else =
      says_so && word.find_first_not_of(word[kWord.size()], kWord.size()) == std::string_view::npos;
  return nothing_else ? line : std::string_view();
}

/// The character that separates the cells.
char separator_of(std::string_view text) {
  if (const std::string_view told = separator_line(text); !told.empty()) {
    return told[told.find('=') + 1];
  }
  std::size_t counts[kSeparators.size()] = {};
  bool quoted = false;
  for (const char c : text) {
    if ((c == '\n' || c == '\r') && !quoted) {
      break;
    }
    quoted = quoted != (c == kQuote);
    const std::size_t candidate = kSeparators.find(c);
    if (candidate != std::string_view::npos && !quoted) {
      ++counts[candidate];
    }
  }
  return kSeparators[static_cast<std::size_t>(std::ranges::max_element(counts) - counts)];
}

/// Whether people see nothing in a cell: blanks, and what old systems end a file with (Ctrl-Z, NUL bytes).
bool is_blank(std::string_view cell) {
  constexpr std::string_view kNoBreakSpace = "\u00a0";
  while (!cell.empty()) {
    const bool wide = cell.starts_with(kNoBreakSpace);
    if (!wide && (static_cast<unsigned char>(cell.front()) > ' ')) {
      return false;
    }
    cell.remove_prefix(wide ? kNoBreakSpace.size() : 1);
  }
  return true;
}

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& file)
      : rest_(text), separator_(separator_of(text)), file_(file) {
    if (const std::string_view told = separator_line(text); !told.empty()) {
      if (kSeparators.find(separator_) == std::string_view::npos) {
        refuse(file, 1,
               "got the line sep=" + std::string(1, separator_) + ", expected a comma, semicolon or tab");
      }
      rest_.remove_prefix(told.size());
      ++line_;
    }
  }

  std::vector<CsvRow> read() {
    std::vector<CsvRow> rows;
    while (!rest_.empty()) {
      CsvRow row = read_row();
      if (!std::ranges::all_of(row.cells, is_blank)) {
        rows.push_back(std::move(row));
      }
    }
    return rows;
  }

 private:
  CsvRow read_row() {
    CsvRow row;
    row.line = line_;
    while (true) {
      const std::string_view from_here = rest_;
      const std::size_t quote = rest_.find_first_not_of(blanks());
      const bool quoted = quote != std::string_view::npos && rest_[quote] == kQuote;
      rest_.remove_prefix(quoted ? quote : 0);
      row.cells.push_back(quoted ? quoted_cell() : plain_cell());
      row.raw.emplace_back(from_here.substr(0, from_here.size() - rest_.size()));
      if (rest_.starts_with(separator_)) {
        rest_.remove_prefix(1);
      } else {
        end_line();
        return row;
      }
    }
  }

  /// People put them around quotes, too.
  std::string_view blanks() const { return separator_ == '\t' ? " " : " \t"; }

  std::string plain_cell() {
    const char ends[] = {separator_, '\n', '\r'};
    const std::size_t end = std::min(rest_.find_first_of(std::string_view(ends, 3)), rest_.size());
    std::string cell(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return cell;
  }

  std::string quoted_cell() {
    const std::size_t begun = line_;
    std::string cell;
    do {  // a quote in a cell is doubled: then another part follows
      rest_.remove_prefix(1);
      const std::size_t end = rest_.find(kQuote);
      if (end == std::string_view::npos) {
        refuse(file_, begun, "a quoted cell has no end");
      }
      cell += rest_.substr(0, end);
      rest_.remove_prefix(end + 1);
      cell += rest_.starts_with(kQuote) ? "\"" : "";
    } while (rest_.starts_with(kQuote));
    for (std::string_view inside = cell; inside.find_first_of("\r\n") != std::string_view::npos; ++line_) {
      inside.remove_prefix(first_line(inside).size());
    }
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks()), rest_.size()));
    if (!rest_.empty() && !rest_.starts_with(separator_) && !rest_.starts_with('\n') &&
        !rest_.starts_with('\r')) {
      refuse(file_, line_, "text behind the closing quote of a cell");
    }
    return cell;
  }

  void end_line() {
    rest_.remove_prefix(first_line(rest_).size());
    ++line_;
  }

  std::string_view rest_;
  char separator_;
  const std::string& file_;
  std::size_t line_ = 1;
};

}  // namespace

std::vector<CsvRow> read_csv(std::string_view text, const std::string& file) {
  std::string converted;
  text = without_mark(utf8_of(text, converted));
  if (text.starts_with("PK\x03\x04") || text.starts_with("\xD0\xCF\x11\xE0")) {
    refuse(file, 1, "a workbook of a spreadsheet program: save it as \"CSV UTF-8\"");
  }
  require_utf8(text, file);
  return CsvReader(text, file).read();
}

CsvForm CsvForm::of(std::string_view text) {
  std::string converted;
  text = utf8_of(text, converted);
  CsvForm form;
  form.byte_order_mark = text.starts_with(unicode::kByteOrderMark);
  text = without_mark(text);
  form.separator = separator_of(text);
  form.carriage_returns = first_line(text).ends_with("\r\n");
  return form;
}

std::string csv::head_of(std::string_view text) {
  std::string converted;
  text = utf8_of(text, converted);
  std::string head(text.starts_with(unicode::kByteOrderMark) ? unicode::kByteOrderMark : "");
  return head.append(separator_line(without_mark(text)));
}

}  // namespace referee

namespace referee::csv {
namespace {

/// Whether a spreadsheet may leave a character out at the beginning of a cell: blanks of any width, and what
/// cannot be seen (byte order marks, zero-width spaces).
bool is_skipped(char32_t code) {
  constexpr std::u32string_view kBlanks = U" \u00a0\u1680\u202f\u205f\u3000";
  constexpr char32_t kFirstWidth = 0x2000;  // blanks as wide as an M, as a third of it, ...
  constexpr char32_t kLastWidth = 0x200a;
  return kBlanks.find(code) != std::u32string_view::npos || (code >= kFirstWidth && code <= kLastWidth) ||
         unicode::is_harmful(code);
}

/// A spreadsheet runs text that begins with one of these as a formula; the wide forms are those of East Asian
/// keyboards. A tab or an end of a line divides cells for some.
bool is_formula(std::string_view text) {
  constexpr std::u32string_view kStarts = U"=+-@\uff1d\uff0b\uff0d\uff20";
  constexpr std::string_view kDividers = "\t\r\n";
  while (!text.empty()) {
    const unicode::Character first = unicode::first_character(text);
    if (kStarts.find(first.code) != std::u32string_view::npos) {
      return true;
    }
    if (kDividers.find(text.front()) != std::string_view::npos) {
      return true;
    }
    if (!first.valid || !is_skipped(first.code)) {
      return false;
    }
    text.remove_prefix(first.size);
  }
  return false;
}

}  // namespace

std::string text_cell(std::string_view text, char separator) {
  return verbatim_cell((is_formula(text) ? "'" : "") + printable(text, kShownText), separator);
}

std::string verbatim_cell(std::string_view text, char separator) {
  if (text.find_first_of("\",\r\n") == std::string_view::npos &&
      text.find(separator) == std::string_view::npos) {
    return std::string(text);
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted.append(c == '"' ? 2 : 1, c);
  }
  return quoted + "\"";
}

std::string line_of(const std::vector<std::string>& cells) {
  return line_of(cells, {.separator = ',', .byte_order_mark = false, .carriage_returns = true});
}

std::string line_of(const std::vector<std::string>& cells, const CsvForm& form) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line.append(i == 0 ? 0 : 1, form.separator).append(cells[i]);
  }
  return line + (form.carriage_returns ? "\r\n" : "\n");
}

}  // namespace referee::csv
