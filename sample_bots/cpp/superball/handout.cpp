#include "sample_bots/cpp/superball/handout.h"

#include <charconv>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace superball {
namespace {

constexpr int kArguments = 4;

[[noreturn]] void usage(const char* program, std::string_view why = {}) {
  std::string text = "usage: ";
  text += program;
  text += " rows cols min-score-size colors";
  if (!why.empty()) {
    text += '\n';
    text += why;
  }
  throw HandoutError(text);
}

int positive(const char* program, std::string_view text, const char* what) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value <= 0) {
    usage(program, what);
  }
  return value;
}

std::string colours(const char* program, std::string_view text) {
  std::string known;
  for (const char letter : text) {
    if (letter >= 'A' && letter <= 'Z') {
      usage(program, "Colors must be lowercase letters");
    }
    if (letter < 'a' || letter > 'z') {
      usage(program, "Colors must be distinct letters");
    }
    if (known.find(letter) != std::string::npos) {
      usage(program, "Duplicate color");
    }
    known += letter;
  }
  return known;
}

/// Throws if the row has a mistake, before it becomes part of a Board.
void check_row(const Rules& rules, std::size_t row, const std::string& text) {
  if (text.size() != static_cast<std::size_t>(rules.columns)) {
    throw HandoutError("Bad board on row " + std::to_string(row) + " - wrong number of characters.");
  }
  for (const char mark : text) {
    const char letter = mark >= 'A' && mark <= 'Z' ? static_cast<char>(mark - 'A' + 'a') : mark;
    if (mark != '.' && mark != '*' && rules.colours.find(letter) == std::string::npos) {
      throw HandoutError("Bad board row " + std::to_string(row) + " - bad character " + mark + ".");
    }
  }
}

}  // namespace

Board read_handout(const char* program, int argc, const char* const* argv, std::istream& in) {
  if (argc != 1 + kArguments) {
    usage(program);
  }
  Rules rules;
  rules.rows = positive(program, argv[1], "Bad rows");
  rules.columns = positive(program, argv[2], "Bad cols");
  rules.min_score_size = positive(program, argv[3], "Bad min-score-size");
  rules.colours = colours(program, argv[4]);
  std::vector<std::string> rows;
  while (rows.size() < static_cast<std::size_t>(rules.rows)) {
    std::string text;
    if (!std::getline(in, text)) {
      throw HandoutError("Bad board: not enough rows on standard input");
    }
    check_row(rules, rows.size(), text);
    rows.push_back(std::move(text));
  }
  return Board(rules, rows);
}

}  // namespace superball
