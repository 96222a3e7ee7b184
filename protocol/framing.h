#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace protocol {

/// Cuts a stream of bytes into lines with bounded memory. "\n" ends a line, a "\r" before it belongs to the
/// end.
class LineBuffer {
 public:
  /// `limit`: the most bytes of a line without its end.
  explicit LineBuffer(std::size_t limit) : limit_(limit) {}

  struct Line {
    std::string_view
        text;  ///< without its end; the first `limit` bytes if oversize. Valid until the next call.
    bool oversize = false;  ///< over the limit: the rest of it is thrown away up to its newline
    bool last = false;      ///< nothing followed its newline in the bytes fed so far
  };

  /// Where the next bytes are to be written: at least 1, so that a reader always makes progress.
  std::span<char> space();
  /// `size` bytes have been written to space().
  void filled(std::size_t size);
  /// Copies `bytes` in, for callers that have them elsewhere; takes no more memory than they need.
  void feed(std::string_view bytes);
  /// The next complete line. An oversize line is reported once, as soon as it is known to be one.
  std::optional<Line> next();
  /// Inside a line whose beginning was reported as oversize.
  bool discarding() const { return discarding_; }
  /// Whether the last byte fed was not a newline: a line has begun and is not complete.
  bool partial() const { return end_ > begin_ || discarding_; }
  /// The bytes so far of a line that has no newline yet. Valid until the next call.
  std::string_view unfinished() const { return {bytes_.data() + begin_, end_ - begin_}; }

 private:
  void compact();

  std::size_t limit_;
  std::string bytes_;  // bytes_[begin_, end_) is unread; beyond end_ is free space
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t searched_ = 0;  // no newline in [begin_, searched_)
  bool discarding_ = false;   // inside the rest of an oversize line
};

}  // namespace protocol
