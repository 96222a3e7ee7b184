#include "protocol/framing.h"

#include <algorithm>
#include <cstring>

namespace protocol {
namespace {

constexpr std::size_t kChunk = 4096;  // free space that a read is given: most turns fit many times over

}  // namespace

std::span<char> LineBuffer::space() {
  compact();
  if (bytes_.size() - end_ < kChunk) {
    bytes_.resize(end_ + kChunk);
  }
  return {bytes_.data() + end_, bytes_.size() - end_};
}

void LineBuffer::filled(std::size_t size) { end_ += size; }

void LineBuffer::feed(std::string_view bytes) {
  compact();
  if (bytes_.size() - end_ < bytes.size()) {
    bytes_.resize(end_ + bytes.size());
  }
  std::memcpy(bytes_.data() + end_, bytes.data(), bytes.size());
  end_ += bytes.size();
}

std::optional<LineBuffer::Line> LineBuffer::next() {
  while (true) {
    const std::string_view unread(bytes_.data() + begin_, end_ - begin_);
    const std::size_t newline = unread.find('\n', searched_ - begin_);
    if (newline == std::string_view::npos) {
      searched_ = end_;
      if (discarding_) {
        begin_ = searched_ = end_;
        return std::nullopt;
      }
      if (unread.size() <= limit_ + 1) {  // room for the "\r" of a line that is just within the limit
        return std::nullopt;
      }
      discarding_ = true;
      begin_ = searched_ = end_;
      return Line{unread.substr(0, limit_), true, false};
    }
    begin_ = searched_ = begin_ + newline + 1;
    if (discarding_) {
      discarding_ = false;
      continue;
    }
    std::string_view text = unread.substr(0, newline);
    if (text.ends_with('\r')) {
      text.remove_suffix(1);
    }
    const bool oversize = text.size() > limit_;
    return Line{text.substr(0, limit_), oversize, begin_ == end_};
  }
}

void LineBuffer::compact() {
  if (begin_ == 0) {
    return;
  }
  std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  searched_ -= begin_;
  begin_ = 0;
  if (end_ == 0 && bytes_.size() > 2 * kChunk) {  // a long line has passed: give its memory back
    bytes_ = std::string();
  }
}

}  // namespace protocol
