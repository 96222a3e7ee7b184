#include "referee/http/body_reader.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "referee/http/header_text.h"

namespace referee::web {
namespace {

constexpr std::size_t kMostDigits = 15;  // of a chunk's size, in hex: sums of sizes fit into 64 bits

/// The size in the line before a chunk; nothing if there is none.
std::optional<std::uint64_t> size_in(std::string_view line) {
  const std::size_t digits = std::min(line.find_first_of("; \t"), line.size());
  std::uint64_t size = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + digits, size, 16);
  const bool is_size =
      digits >= 1 && digits <= kMostDigits && error == std::errc{} && end == line.data() + digits;
  const std::size_t rest = line.find_first_not_of(" \t", digits);
  const bool is_extension = rest == std::string_view::npos || line[rest] == ';';
  return is_size && is_extension ? std::optional(size) : std::nullopt;
}

}  // namespace

BodyReader::Piece BodyReader::take(std::string_view bytes) {
  Piece piece;
  while (piece.used < bytes.size() && place_ != Place::end) {
    if (place_ == Place::content) {
      piece.content = bytes.substr(piece.used, std::min<std::uint64_t>(left_, bytes.size() - piece.used));
      piece.used += piece.content.size();
      left_ -= piece.content.size();
      received_ += piece.content.size();
      if (left_ == 0) {
        place_ = chunked_ ? Place::behind : Place::end;
      }
      return piece;
    }
    if (!take_line(bytes, piece)) {
      piece.refusal = Refusal{.status = 400, .why = "expected the chunks of a body"};
      return piece;
    }
  }
  return piece;
}

/// Takes a line, or what has arrived of it; false if no line of a body is so.
bool BodyReader::take_line(std::string_view bytes, Piece& piece) {
  while (piece.used < bytes.size()) {
    const char c = bytes[piece.used++];
    const bool returned = line_.ends_with('\r');
    if (returned != (c == '\n') || (is_control(c) && c != '\r' && c != '\n') ||
        line_.size() + lines_ >= kMostOverhead) {
      return false;
    }
    if (c == '\n') {
      line_.pop_back();
      return end_of_line();
    }
    line_ += c;
  }
  return true;
}

bool BodyReader::end_of_line() {
  bool fits = true;
  if (place_ == Place::size) {
    const auto size = size_in(line_);
    fits = size.has_value();
    left_ = size.value_or(0);
    place_ = left_ > 0 ? Place::content : Place::trailer;
  } else if (place_ == Place::behind) {
    fits = line_.empty();
    place_ = Place::size;
  } else {
    const std::size_t colon = line_.find(':');
    fits = line_.empty() || (colon != std::string::npos && colon > 0);
    lines_ += line_.size();
    place_ = line_.empty() ? Place::end : Place::trailer;
  }
  line_.clear();
  return fits;
}

}  // namespace referee::web
