#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace referee {

/// A text that grows, and how much of it was there at numbered moments: what a bot wrote to standard error by
/// its answer of each turn.
class MarkedText {
 public:
  MarkedText() = default;
  explicit MarkedText(std::string text) : text_(std::move(text)) {}
  /// `marks`: what marks_json() has made. Throws nlohmann's exceptions for anything else. Marks that no text
  /// of this size can have are left out.
  MarkedText(std::string text, const nlohmann::json& marks);

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  void append(std::string_view more) { text_ += more; }
  /// Notes that the text up to here, with the next `coming` bytes of it, was there at the moment `number`. A
  /// moment at which nothing was new costs nothing. REQUIRES: numbers never fall.
  void mark(std::int64_t number, std::size_t coming = 0);
  /// Forgets the first `bytes`. REQUIRES: it has as many.
  void forget_front(std::size_t bytes);
  /// `change` of each part, with the same marks.
  MarkedText changed(const std::function<std::string(std::string)>& change) const;

  struct Part {
    std::optional<std::int64_t>
        number;             ///< the first moment at which it was there; nothing: after the last one
    std::string_view text;  ///< of this object
    bool operator==(const Part&) const = default;
  };
  /// All of the text in its order, cut at the marks; no part is empty.
  std::vector<Part> parts() const;

  /// [[number, bytes of text by then], ...]
  nlohmann::json marks_json() const;

 private:
  struct Mark {
    std::int64_t number;
    std::size_t end;  // bytes of text_ by then; past its end while they have not been read
  };
  std::string text_;
  std::vector<Mark> marks_;
};

}  // namespace referee
