#include "referee/swiss/trf/line.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "referee/base/unicode/unicode.h"

namespace referee::swiss::trf {
namespace {

constexpr char32_t kBlank = U' ';
constexpr std::size_t kMaxQuoted = 40;

unsigned char byte_of(char c) { return static_cast<unsigned char>(c); }

/// U+00C0 to U+00FF without accents.
constexpr std::string_view kWestern = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty";
static_assert(kWestern.size() == 0x40);

char ascii_of(char32_t c) {
  if (c >= kBlank && c < 0x7f) {
    return static_cast<char>(c);
  }
  return c >= 0xc0 && c <= 0xff ? kWestern[c - 0xc0] : '?';
}

constexpr std::u32string_view kBlanks = U" \t";

std::u32string_view trimmed(std::u32string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == text.npos ? std::u32string_view()
                            : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

}  // namespace

std::u32string from_latin1(std::string_view text) {
  std::u32string characters;
  for (const char c : text) {
    characters += byte_of(c);
  }
  return characters;
}

std::string to_utf8(std::u32string_view characters) {
  std::string text;
  for (const char32_t c : characters) {
    unicode::append_utf8(text, c);
  }
  return text;
}

std::string quoted(std::u32string_view characters) {
  std::u32string shown(characters.substr(0, kMaxQuoted));
  std::ranges::replace_if(shown, unicode::is_harmful, U'?');
  std::string text = "'";
  text += to_utf8(shown);
  text += characters.size() > kMaxQuoted ? "...'" : "'";
  return text;
}

std::string to_ascii(std::string_view text) {
  const auto characters = unicode::decoded(text);
  std::string ascii;
  for (const char32_t c : characters ? *characters : from_latin1(text)) {
    ascii += ascii_of(c);
  }
  return ascii;
}

Line::Line(const std::string& file, std::size_t number, std::u32string characters)
    : file_(&file), number_(number), characters_(std::move(characters)) {
  characters_.resize(characters_.find_last_not_of(kBlanks) + 1);  // npos + 1 is 0
}

char32_t Line::at(std::size_t column) const {
  return column <= characters_.size() ? characters_[column - 1] : U' ';
}

std::u32string Line::characters(Columns columns) const {
  if (columns.first > length() || columns.last < columns.first) {
    return {};
  }
  return std::u32string(
      trimmed(std::u32string_view(characters_).substr(columns.first - 1, columns.last - columns.first + 1)));
}

std::string Line::text(Columns columns) const { return to_utf8(characters(columns)); }

std::vector<Word> Line::words_from(std::size_t column) const {
  std::vector<Word> words;
  for (std::size_t i = column - 1; i < characters_.size();) {
    const std::size_t begin = characters_.find_first_not_of(kBlanks, i);
    if (begin == characters_.npos) {
      break;
    }
    i = std::min(characters_.find_first_of(kBlanks, begin), characters_.size());
    words.push_back({begin + 1, characters_.substr(begin, i - begin)});
  }
  return words;
}

std::optional<int> Line::number_in(Columns columns, int min, int max, const std::string& what) const {
  const std::u32string found = characters(columns);
  if (found.empty()) {
    return std::nullopt;
  }
  const auto number = whole_number(found, min, max);
  if (!number) {
    fail(columns, what, "a number from " + std::to_string(min) + " to " + std::to_string(max));
  }
  return number;
}

int Line::needed_number(Columns columns, int min, int max, const std::string& what) const {
  const auto number = number_in(columns, min, max, what);
  if (!number) {
    fail(columns, what, "a number from " + std::to_string(min) + " to " + std::to_string(max));
  }
  return *number;
}

void Line::fail(Columns columns, const std::string& what, const std::string& expected) const {
  const std::u32string found = characters(columns);
  std::size_t column = columns.first;
  while (!found.empty() && kBlanks.find(at(column)) != kBlanks.npos) {
    ++column;
  }
  refuse(column,
         what + ": got " + (found.empty() ? "nothing" : trf::quoted(found)) + ", expected " + expected);
}

void Line::refuse(std::size_t column, const std::string& complaint) const {
  throw TrfError(*file_, number_, column, complaint);
}

void Line::expect_blank(Columns columns) const {
  if (!characters(columns).empty()) {
    fail(columns, "between two fields", "a blank: are the columns shifted?");
  }
}

std::string Line::warning(const std::string& text) const {
  return *file_ + ":" + std::to_string(number_) + ": " + text;
}

std::optional<int> whole_number(std::u32string_view text, int min, int max) {
  constexpr std::size_t kMaxDigits = 9;  // what an int holds
  if (text.empty() || text.size() > kMaxDigits) {
    return std::nullopt;
  }
  int number = 0;
  for (const char32_t c : text) {
    if (c < U'0' || c > U'9') {
      return std::nullopt;
    }
    number = 10 * number + static_cast<int>(c - U'0');
  }
  return number >= min && number <= max ? std::optional(number) : std::nullopt;
}

std::u32string with_columns_of_characters(std::u32string line) {
  constexpr std::size_t kName = 14;  // from 0
  constexpr std::size_t kNameEnd = 47;
  constexpr std::size_t kPoint = 82;              // of the points, "11.5"
  const auto has_point = [&](std::size_t more) {  // and one digit behind it
    const std::size_t at = kPoint - more;
    return line.size() > at + 1 && line[at] == U'.' && whole_number(line.substr(at + 1, 1), 0, 9) &&
           (line.size() == at + 2 || line[at + 2] == U' ');
  };
  if (!line.starts_with(U"001 ") || line.size() <= kNameEnd || has_point(0)) {
    return line;
  }
  std::size_t more = 0;  // bytes than characters
  for (std::size_t i = kName; i + more < kNameEnd; ++i) {
    std::string character;
    unicode::append_utf8(character, line[i]);
    more += character.size() - 1;
  }
  if (more > 0 && has_point(more)) {
    line.insert(kNameEnd - more, more, U' ');
  }
  return line;
}

std::vector<Line> lines_of(std::string_view text, const std::string& file) {
  if (text.starts_with(unicode::kByteOrderMark)) {
    text.remove_prefix(unicode::kByteOrderMark.size());
  }
  auto all = unicode::decoded(text);
  const bool utf8 = all.has_value();
  const std::u32string characters = utf8 ? std::move(*all) : from_latin1(text);
  std::vector<Line> lines;
  std::size_t number = 1;
  for (std::size_t begin = 0; begin < characters.size(); ++number) {
    const std::size_t end = std::min(characters.find_first_of(U"\r\n", begin), characters.size());
    std::u32string written = characters.substr(begin, end - begin);
    Line line(file, number, utf8 ? with_columns_of_characters(std::move(written)) : std::move(written));
    if (line.length() > 0) {
      lines.push_back(std::move(line));
    }
    begin = end + (characters.compare(end, 2, U"\r\n") == 0 ? 2 : 1);
  }
  return lines;
}

}  // namespace referee::swiss::trf
