#include "protocol/plain_move.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/limits.h"
#include "protocol/numbers.h"

namespace protocol {
namespace {

constexpr std::size_t kMaxDigits = 18;  // so that every number fits

bool is_plain(char c) { return c >= 0x20 && c <= 0x7e && c != '\\'; }

/// A whole number from 0, with spaces behind it.
std::optional<std::int64_t> read_number(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(' ') + 1);
  const bool plain = !text.empty() && text.size() <= kMaxDigits && (text.front() != '0' || text == "0") &&
                     std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (!plain) {
    return std::nullopt;
  }
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Walks over one line. Every step gives nothing, or false, where the line is not plain.
class Walk {
 public:
  explicit Walk(std::string_view line) : rest_(line) {}

  bool skip(char c) {
    skip_spaces();
    if (!rest_.starts_with(c)) {
      return false;
    }
    rest_.remove_prefix(1);
    return true;
  }

  /// A string's text.
  std::optional<std::string_view> string() {
    if (!skip('"')) {
      return std::nullopt;
    }
    for (std::size_t size = 0; size < rest_.size() && is_plain(rest_[size]); ++size) {
      if (rest_[size] == '"') {
        return take(size, 1);
      }
    }
    return std::nullopt;
  }

  /// The text of any value, up to the "," or "}" behind it. Whether it is JSON is not looked at.
  std::optional<std::string_view> value() {
    skip_spaces();
    int depth = 1;  // the object around it
    bool in_string = false;
    for (std::size_t size = 0; size < rest_.size() && is_plain(rest_[size]); ++size) {
      const char c = rest_[size];
      if (c == '"') {
        in_string = !in_string;
      } else if (in_string) {
        continue;
      } else if (c == '[' || c == '{') {
        if (++depth > kMaxDepth) {
          return std::nullopt;
        }
      } else if (depth == 1 && (c == ',' || c == '}')) {
        return take(size, 0);
      } else if (c == ']' || c == '}') {
        --depth;
      }
    }
    return std::nullopt;
  }

  /// The tree of a list, a string or a whole number, as nearly every move is made of them: nlohmann's parser
  /// takes a fifth of all instructions of a turn.
  std::optional<Json> tree() {
    if (skip('[')) {
      return list();
    }
    if (rest_.starts_with('"')) {
      const auto text = string();
      return text ? std::optional<Json>(*text) : std::nullopt;
    }
    const std::size_t size = std::min(rest_.find_first_of(",]"), rest_.size());
    const auto number = read_number(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return number ? std::optional<Json>(static_cast<std::uint64_t>(*number)) : std::nullopt;
  }

  bool at_end() const { return rest_.find_first_not_of(' ') == std::string_view::npos; }

 private:
  std::optional<Json> list() {
    Json::array_t values;
    bool ends = skip(']');
    while (!ends) {
      auto value = tree();
      ends = skip(']');
      if (!value || (!ends && !skip(','))) {
        return std::nullopt;
      }
      values.push_back(std::move(*value));
    }
    return std::optional<Json>(std::in_place, std::move(values));
  }
  void skip_spaces() {
    while (rest_.starts_with(' ')) {
      rest_.remove_prefix(1);
    }
  }
  std::string_view take(std::size_t size, std::size_t behind) {
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size + behind);
    return taken;
  }

  std::string_view rest_;
};

/// The tree of a value, discarded if it is not JSON.
Json tree_of(std::string_view text) {
  Walk walk(text);
  auto tree = walk.tree();
  return tree && walk.at_end() ? std::move(*tree) : Json::parse(text, nullptr, false);
}

/// The values of the four keys, as they stand in the line.
struct Parts {
  std::optional<std::string_view> type;
  std::optional<std::string_view> match;
  std::optional<std::string_view> turn;
  std::optional<std::string_view> move;
};

/// Reads one key and its value into `parts`.
bool read_part(Walk& walk, Parts& parts) {
  const auto key = walk.string();
  if (!key || !walk.skip(':')) {
    return false;
  }
  const auto once = [](std::optional<std::string_view>& part, std::optional<std::string_view> value) {
    const bool is_new = !part.has_value();
    part = value;
    return is_new && part.has_value();
  };
  if (*key == "type") {
    return once(parts.type, walk.string());
  }
  if (*key == "match") {
    return once(parts.match, walk.string());
  }
  if (*key == "turn") {
    return once(parts.turn, walk.value());
  }
  return *key == "move" && once(parts.move, walk.value());
}

}  // namespace

std::optional<Move> read_plain_move(std::string_view line) {
  Walk walk(line);
  Parts parts;
  if (!walk.skip('{') || !read_part(walk, parts)) {
    return std::nullopt;
  }
  while (walk.skip(',')) {
    if (!read_part(walk, parts)) {
      return std::nullopt;
    }
  }
  if (!walk.skip('}') || !walk.at_end() || parts.type != "move" || !parts.match || !parts.turn ||
      !parts.move || parts.match->size() > kMaxText) {
    return std::nullopt;
  }
  const auto turn = read_number(*parts.turn);
  if (!turn || wide_integer(*parts.move, "")) {
    return std::nullopt;
  }
  Json move = tree_of(*parts.move);
  if (move.is_discarded()) {
    return std::nullopt;
  }
  return Move{std::string(*parts.match), *turn, std::move(move)};
}

}  // namespace protocol
