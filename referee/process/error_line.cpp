#include "referee/process/error_line.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace referee {
namespace {

constexpr int kMostOther = 5;  // lines of no trace behind the line that names the error
constexpr std::string_view kBlanks = " \t\r";

// How lines begin, and what they have in them, that name an error.
constexpr std::array<std::string_view, 20> kBegins{"Error: ",
                                                   "error: ",
                                                   "error[",
                                                   "ERROR: ",
                                                   "Fatal error: ",
                                                   "fatal error: ",
                                                   "fatal runtime error: ",
                                                   "PHP Fatal error:",
                                                   "PHP Parse error:",
                                                   "Parse error:",
                                                   "panic: ",
                                                   "Exception in thread ",
                                                   "Unhandled exception",
                                                   "Unhandled Exception",
                                                   "Uncaught ",
                                                   "terminate called",
                                                   "** (",
                                                   "killed: ",
                                                   "Can't locate ",
                                                   "Error in "};
constexpr std::array<std::string_view, 10> kHas{
    " panicked at ",      ": error: ",     ": fatal error: ", ": Fatal error: ", ": runtime error: ",
    "AddressSanitizer: ", ": Assertion `", " panic: ",        ":in '",           ":in `"};
// Only builds say these.
constexpr std::array<std::string_view, 7> kOfBuilds{": error[",
                                                    ": error ",
                                                    ": not found",
                                                    "command not found",
                                                    "undefined reference to",
                                                    "No rule to make target",
                                                    "No such file or directory"};
// Heads of traces, behind the line that names the error.
constexpr std::array<std::string_view, 5> kHeadsOfTraces{"stack traceback:", "CallStack (from ",
                                                         "HasCallStack backtrace:", "Stacktrace:", "Calls: "};
// What else runtimes write behind it, at the beginning of a line.
constexpr std::array<std::string_view, 17> kBehind{"}",
                                                   "]",
                                                   "#",
                                                   "...",
                                                   "goroutine ",
                                                   "created by ",
                                                   "exit status ",
                                                   "note: ",
                                                   "Node.js v",
                                                   "Stack trace:",
                                                   "Stacktrace:",
                                                   "stack traceback:",
                                                   "CallStack (from ",
                                                   "Calls: ",
                                                   "Caused by: ",
                                                   "Require stack:",
                                                   "Picked up JAVA_TOOL_OPTIONS:"};
constexpr std::array<std::string_view, 3> kCauses{"Caused by: ", "---> ", "[cause]: "};
constexpr std::string_view kTraceback = "Traceback (most recent call last):";

std::string_view without_blanks(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(kBlanks), line.size());
  line.remove_prefix(begin);
  return line.substr(0, line.find_last_not_of(kBlanks) + 1);
}

template <std::size_t N>
bool begins_with_any(std::string_view line, const std::array<std::string_view, N>& words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return line.starts_with(word); });
}

template <std::size_t N>
bool has_any(std::string_view line, const std::array<std::string_view, N>& words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return line.find(word) != line.npos; });
}

bool is_indented(std::string_view line) { return line.starts_with(' ') || line.starts_with('\t'); }

/// Whether a line begins with the name of an exception: "KeyError: 'x'", "java.lang.StackOverflowError",
/// "TypeError [ERR_X]: ...".
bool begins_with_exception(std::string_view line) {
  constexpr std::string_view kOfNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$";
  const std::size_t end = std::min(line.find_first_not_of(kOfNames), line.size());
  const std::string_view name = line.substr(0, end);
  const std::string_view rest = line.substr(end);
  const bool named = name.ends_with("Error") || name.ends_with("Exception") || name == "KeyboardInterrupt";
  return named && (rest.empty() || rest.starts_with(':') || rest.starts_with(" [") || rest.starts_with(" ("));
}

bool names_error(std::string_view line) {
  const std::string_view words = without_blanks(line);
  return words.starts_with("what():") ||
         (!is_indented(line) &&
          (begins_with_any(line, kBegins) || has_any(line, kHas) || begins_with_exception(words)));
}

/// Whether a line is one that runtimes write behind the error: a note, or a call of a trace ("main.main()").
bool is_behind(std::string_view line) {
  const bool is_call = line.ends_with(')') && line.find('(') != line.npos && line.find(' ') > line.find('(');
  return begins_with_any(line, kBehind) || is_call;
}

/// The lines of a text that are not empty, each without CR and blanks at its end.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::string_view filled = line.substr(0, line.find_last_not_of(kBlanks) + 1);
    if (!filled.empty()) {
      lines.push_back(filled);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The place of the line that names the last error, and how it is found: by its own words, by the head of a
/// trace behind it, or as the first line that is not indented behind Python's head of one.
std::optional<std::size_t> last_error_in(const std::vector<std::string_view>& lines) {
  std::optional<std::size_t> found;
  bool in_traceback = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool ends_traceback = in_traceback && !is_indented(lines[i]);
    if (i > 0 && begins_with_any(lines[i], kHeadsOfTraces)) {
      found = i - 1;
    } else if (ends_traceback || names_error(lines[i])) {
      found = i;
    }
    in_traceback = (in_traceback && !ends_traceback) || lines[i].ends_with(kTraceback);
  }
  return found;
}

/// A line that only announces the next one has that behind it: "thread 'main' panicked at a.rs:1:2: ...".
std::string whole_line(const std::vector<std::string_view>& lines, std::size_t at) {
  std::string line(without_blanks(lines[at]));
  const bool goes_on = line.ends_with(':') || line.find(": error: [GHC-") != line.npos;
  const std::string_view next = at + 1 < lines.size() ? without_blanks(lines[at + 1]) : "";
  if (!next.empty() && (goes_on || next.starts_with("--> "))) {
    line.append(" ").append(next);
  }
  return line;
}

/// The last cause that stands behind the line, if it has one of its own: the innermost.
std::string cause_behind(const std::vector<std::string_view>& lines, std::size_t at) {
  for (std::size_t i = lines.size(); i-- > at + 1;) {
    const std::string_view words = without_blanks(lines[i]);
    if (begins_with_any(words, kCauses)) {
      return "; " + std::string(words.substr(0, words.ends_with('{') ? words.size() - 2 : words.npos));
    }
  }
  return "";
}

/// The last line, but for notes of the runtime's.
std::string last_of(const std::vector<std::string_view>& lines) {
  const auto last = std::find_if_not(lines.rbegin(), lines.rend(), is_behind);
  return last == lines.rend() ? "" : std::string(without_blanks(*last));
}

/// Whether a line of a compiler's begins with a place, "./bot.go:5:2: ", and is no warning.
bool tells_place(std::string_view line) {
  const std::size_t space = line.find(": ");
  const std::string_view place = line.substr(0, space);
  const bool has_number = space != line.npos && place.find(':') != place.npos &&
                          place.find_first_not_of("0123456789", place.rfind(':') + 1) == place.npos;
  return has_number && line.find("warning") == line.npos && line.find("note") == line.npos;
}

}  // namespace

std::string error_line(std::string_view stderr_text) {
  const std::vector<std::string_view> lines = lines_of(stderr_text);
  const auto at = last_error_in(lines);
  const auto is_other = [](std::string_view line) { return !is_indented(line) && !is_behind(line); };
  if (!at || std::ranges::count_if(std::span(lines).subspan(*at + 1), is_other) > kMostOther) {
    return last_of(lines);
  }
  return whole_line(lines, *at) + cause_behind(lines, *at);
}

std::string first_error_line(std::string_view output) {
  const std::vector<std::string_view> lines = lines_of(output);
  auto found = std::ranges::find_if(lines, [](std::string_view line) {
    return names_error(line) || (has_any(line, kOfBuilds) && line.find("warning") == line.npos);
  });
  if (found == lines.end()) {
    found = std::ranges::find_if(lines, tells_place);
  }
  return found == lines.end() ? last_of(lines)
                              : whole_line(lines, static_cast<std::size_t>(found - lines.begin()));
}

}  // namespace referee
