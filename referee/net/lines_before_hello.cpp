#include "referee/net/lines_before_hello.h"

#include <variant>

#include "protocol/fields.h"
#include "protocol/messages.h"

namespace referee {
namespace {

constexpr std::size_t kQuoted = 60;  // bytes of a line

std::string_view without_blanks(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  return begin == std::string_view::npos ? ""
                                         : line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

/// Why a line is no hello.
std::string why_no_hello(std::string_view line) {
  const protocol::FromBot message = protocol::read_line(line);
  if (const auto* bad = std::get_if<protocol::BadMessage>(&message)) {
    return bad->why;
  }
  if (const auto* unknown = std::get_if<protocol::UnknownType>(&message)) {
    return "type '" + fields::brief_text(unknown->type, kQuoted) + "' is not known";
  }
  return "a move before hello";
}

}  // namespace

bool LinesBeforeHello::add(std::string_view line) {
  if (lines_++ == 0) {
    why_first_ = why_no_hello(line);
  }
  if (line.starts_with('{')) {
    object_.clear();
    object_lines_ = 0;
  } else if (object_lines_ == 0) {
    return false;
  }
  if (object_.size() + line.size() > kMaxObject) {
    return false;
  }
  object_.append(line).append("\n");
  ++object_lines_;
  const bool complete = without_blanks(line).ends_with('}') &&
                        std::holds_alternative<protocol::Hello>(protocol::read_line(object_));
  split_lines_ = complete ? object_lines_ : split_lines_;
  return complete;
}

std::string LinesBeforeHello::complaint(std::string_view unfinished) const {
  if (split_lines_ > 0) {
    return "it is spread over " + std::to_string(split_lines_) +
           " lines: a message is one line, so do not pretty-print it";
  }
  if (lines_ == 1) {
    return why_first_;
  }
  if (lines_ > 1) {
    return std::to_string(lines_) + " other lines came, the first: " + why_first_;
  }
  return unfinished.empty() ? ""
                            : "'" + fields::brief_text(unfinished, kQuoted) +
                                  "' came without a line end: a message ends with \\n";
}

}  // namespace referee
