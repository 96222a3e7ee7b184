#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace referee {

/// What a bot has written before its hello, so that its author learns why no hello has come.
class LinesBeforeHello {
 public:
  /// Adds a line that is no hello. Returns true if a hello that is spread over several lines ends with it.
  bool add(std::string_view line);
  /// What came in place of a hello, for its author, in one line; "" if nothing came. `unfinished`: what has
  /// come after the last line end.
  std::string complaint(std::string_view unfinished = {}) const;

 private:
  static constexpr std::size_t kMaxObject = 4096;  // bytes of a pretty-printed hello

  std::size_t lines_ = 0;
  std::string why_first_;  // line is no hello
  std::string object_;     // the lines since the latest one that begins with a bracket
  std::size_t object_lines_ = 0;
  std::size_t split_lines_ = 0;  // of the hello that is split
};

}  // namespace referee
