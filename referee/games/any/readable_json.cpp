#include "referee/games/any/readable_json.h"

#include <nlohmann/json.hpp>

#include "protocol/fields.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kIndent = 2;

class Lines {
 public:
  Lines(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns) {}

  /// Appends `value` behind `before`, as "key: ".
  void append(const Json& value, const std::string& before, std::size_t indent) {
    const std::string begin = std::string(indent, ' ') + before;
    const std::size_t room = columns_ - std::min(columns_ / 2, begin.size());
    if (!value.is_structured() || value.empty() || fits(value, room)) {
      add(begin + fields::brief(value, room));
      return;
    }
    add(begin + (value.is_array() ? "[" : "{"));
    for (const auto& [key, member] : value.items()) {
      if (lines_.size() > rows_) {
        return;
      }
      append(member, value.is_array() ? "" : fields::brief_text(key, columns_ / 4) + ": ", indent + kIndent);
    }
    add(std::string(indent, ' ') + (value.is_array() ? "]" : "}"));
  }

  std::vector<std::string> take() {
    if (lines_.size() > rows_) {
      lines_.resize(rows_ - 1);
      lines_.emplace_back("...");
    }
    return std::move(lines_);
  }

 private:
  /// Whether its text has at most `room` bytes: brief() ends a longer one with dots.
  static bool fits(const Json& value, std::size_t room) {
    return fields::brief(value, room) == fields::brief(value, room + 4);
  }
  void add(std::string line) { lines_.push_back(std::move(line)); }

  std::size_t rows_;
  std::size_t columns_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> readable_lines(const Json& value, std::size_t rows, std::size_t columns) {
  Lines lines(rows, columns);
  lines.append(value, "", 0);
  return lines.take();
}

}  // namespace referee
