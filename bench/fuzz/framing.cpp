#include "protocol/framing.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "bench/fuzz/targets.h"

// The first byte is the limit of a line, the second how many bytes a read gives; the others are the stream.
namespace fuzz {
namespace {

struct CutLine {
  std::string text;
  bool oversize = false;
  bool operator==(const CutLine&) const = default;
};

constexpr std::size_t kHead = 2;

std::size_t small(char byte) { return 1 + static_cast<unsigned char>(byte) % 64; }

/// The lines of a stream, by a search for newlines in the whole of it.
std::vector<CutLine> lines_of(std::string_view stream, std::size_t limit) {
  std::vector<CutLine> lines;
  for (std::size_t end = stream.find('\n'); end != std::string_view::npos; end = stream.find('\n')) {
    std::string_view text = stream.substr(0, end);
    text.remove_suffix(text.ends_with('\r') ? 1 : 0);
    lines.push_back({std::string(text.substr(0, limit)), text.size() > limit});
    stream.remove_prefix(end + 1);
  }
  if (stream.size() > limit + 1) {  // reported before its newline: with one byte less, "\r" may be its end
    lines.push_back({std::string(stream.substr(0, limit)), true});
  }
  return lines;
}

/// Bytes read into the buffer's own space, as from a socket.
void read_into(protocol::LineBuffer& buffer, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto space = buffer.space();
    promise(!space.empty(), "a reader always has space");
    const std::size_t size = std::min(space.size(), bytes.size());
    std::memcpy(space.data(), bytes.data(), size);
    buffer.filled(size);
    bytes.remove_prefix(size);
  }
}

std::vector<CutLine> cut(std::string_view stream, std::size_t limit, std::size_t chunk) {
  protocol::LineBuffer buffer(limit);
  std::vector<CutLine> lines;
  for (bool copied = false; !stream.empty(); copied = !copied) {
    const std::string_view bytes = stream.substr(0, chunk);
    copied ? buffer.feed(bytes) : read_into(buffer, bytes);
    stream.remove_prefix(bytes.size());
    while (const auto line = buffer.next()) {
      lines.push_back({std::string(line->text), line->oversize});
    }
    promise(buffer.unfinished().size() <= limit + 1, "an unfinished line is bounded");
    promise(buffer.partial() == (bytes.back() != '\n'), "partial() tells whether a newline came last");
  }
  return lines;
}

}  // namespace

void framing(std::string_view input) {
  if (input.size() < kHead) {
    return;
  }
  const std::size_t limit = small(input[0]);
  const std::string_view stream = input.substr(kHead);
  const auto expected = lines_of(stream, limit);
  promise(cut(stream, limit, small(input[1])) == expected, "lines do not depend on how the bytes come");
  promise(cut(stream, limit, input.size()) == expected, "lines are cut at newlines");
}

}  // namespace fuzz
