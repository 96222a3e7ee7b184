#include "protocol/parse.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/limits.h"

namespace protocol {
namespace {

constexpr std::size_t kShown = 60;       // bytes of a bad line quoted back
constexpr std::size_t kComplaint = 160;  // bytes of the parser's own words

/// "[json.exception.parse_error.101] parse error at line 1, column 1: syntax error ..." without its head.
std::string without_head(std::string_view what) {
  const std::size_t head = what.find("] ");
  return fields::brief_text(head == std::string_view::npos ? what : what.substr(head + 2), kComplaint);
}

bool opens(char c) { return c == '[' || c == '{'; }
bool closes(char c) { return c == ']' || c == '}'; }

/// Whether an object, a list or a string that begins in the line does not end in it.
bool ends_inside(std::string_view line) {
  int depth = 0;
  const bool in_string = outside_strings(line, [&](char c) { depth += opens(c) ? 1 : closes(c) ? -1 : 0; });
  return in_string || depth > 0;
}

/// Whether that is text in UTF-16: every second byte of ASCII is 0 there.
bool is_utf16(std::string_view line) {
  return line.size() >= 4 &&
         std::ranges::count(line, '\0') * 2 + 2 >= static_cast<std::ptrdiff_t>(line.size());
}

/// Whether an object's first key stands in single quotes, as Python prints a dict.
bool is_python_dict(std::string_view line) {
  const std::size_t key = line.find_first_not_of(" \t", line.find('{') + 1);
  return key != std::string_view::npos && line[key] == '\'';
}

/// Why a line that begins like a message is not JSON.
std::string complaint_about(std::string_view line, std::string_view parsers_words) {
  if (is_python_dict(line)) {
    return "single quotes: it is what Python's str() or print() makes of a dict; write json.dumps(...)";
  }
  return ends_inside(line)
             ? "the line ends before the object does: a message is one line, so do not pretty-print it"
             : without_head(parsers_words);
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r") == std::string_view::npos; }

}  // namespace

int depth_of(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  (void)outside_strings(text, [&](char c) {
    if (opens(c)) {
      deepest = std::max(deepest, ++depth);
    } else if (closes(c)) {
      --depth;
    }
  });
  return deepest;
}

std::variant<Json, Unreadable> parse_line(std::string_view line) {
  if (is_blank(line)) {
    return Unreadable{"an empty line is not a message: write one JSON object a line"};
  }
  if (line.find('\0') != std::string_view::npos) {  // the parser would take it for the end of the text
    return Unreadable{"not JSON: '" + fields::brief_text(line, kShown) + "' (" +
                      (is_utf16(line) ? "it is UTF-16; write UTF-8" : "it has a NUL byte") + ")"};
  }
  if (const int depth = depth_of(line); depth > kMaxDepth) {
    return Unreadable{"nested " + std::to_string(depth) + " deep, at most " + std::to_string(kMaxDepth) +
                      " is accepted"};
  }
  try {
    return Json::parse(line);
  } catch (const Json::exception& error) {
    // Text that was meant as a message gets the parser's complaint; anything else is most likely debug
    // output.
    const bool meant_as_message = line[line.find_first_not_of(" \t")] == '{';
    return Unreadable{"not JSON: '" + fields::brief_text(line, kShown) + "'" +
                      (meant_as_message ? " (" + complaint_about(line, error.what()) + ")"
                                        : ". stdout carries the protocol; print to stderr")};
  }
}

}  // namespace protocol
