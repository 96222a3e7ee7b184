#include "protocol/framing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/random_cases.h"

namespace protocol {
namespace {

struct Seen {
  std::string text;
  bool oversize = false;
  bool operator==(const Seen&) const = default;
};

void PrintTo(const Seen& seen, std::ostream* out) {
  *out << '\'' << seen.text << '\'' << (seen.oversize ? " (oversize)" : "");
}

/// Takes all complete lines out of `buffer`.
void take(LineBuffer& buffer, std::vector<Seen>& into) {
  while (const auto line = buffer.next()) {
    into.push_back({std::string(line->text), line->oversize});
  }
}

std::vector<Seen> lines_of(std::size_t limit, const std::vector<std::string>& chunks) {
  LineBuffer buffer(limit);
  std::vector<Seen> lines;
  for (const std::string& chunk : chunks) {
    buffer.feed(chunk);
    take(buffer, lines);
  }
  return lines;
}

/// Several lines with all kinds of ends, and lengths around a limit of 8.
const std::string kStream =
    "one\ntwo\r\n\n\r\n12345678\n12345678\r\n123456789\n123456789\r\n1234567890123456789\n\r\r\nlast\nrest";
const std::vector<Seen> kLines = {{"one"},
                                  {"two"},
                                  {""},
                                  {""},
                                  {"12345678"},
                                  {"12345678"},
                                  {"12345678", true},
                                  {"12345678", true},
                                  {"12345678", true},
                                  {"\r"},
                                  {"last"}};

TEST(Framing, ALineEndsWithANewlineAndACarriageReturnBeforeItBelongsToTheEnd) {
  // "One JSON object a line (UTF-8, `\n`; `\r\n` accepted)"
  EXPECT_EQ(lines_of(8, {kStream}), kLines);
}

TEST(Framing, EverySplitInTwoGivesTheSameLines) {
  for (std::size_t at = 0; at <= kStream.size(); ++at) {
    EXPECT_EQ(lines_of(8, {kStream.substr(0, at), kStream.substr(at)}), kLines) << "split at " << at;
  }
}

TEST(Framing, EverySplitInThreeGivesTheSameLines) {
  for (std::size_t first = 0; first <= kStream.size(); ++first) {
    for (std::size_t second = first; second <= kStream.size(); ++second) {
      ASSERT_EQ(lines_of(8, {kStream.substr(0, first), kStream.substr(first, second - first),
                             kStream.substr(second)}),
                kLines)
          << "split at " << first << " and " << second;
    }
  }
}

TEST(Framing, ByteByByteGivesTheSameLines) {
  std::vector<std::string> bytes;
  for (const char c : kStream) {
    bytes.emplace_back(1, c);
  }
  EXPECT_EQ(lines_of(8, bytes), kLines);
}

TEST(Framing, RandomStreamsInRandomChunksGiveTheLinesOfOneChunk) {
  std::mt19937 random(1);
  const std::string alphabet = "ab\r\n\n";
  for (int round = 0; round < test_support::random_cases(200); ++round) {
    std::string stream;
    for (std::size_t i = random() % 200; i > 0; --i) {
      stream.push_back(alphabet[random() % alphabet.size()]);
    }
    stream.push_back('\n');
    std::vector<std::string> chunks;
    for (std::size_t begin = 0; begin < stream.size();) {
      const std::size_t size = 1 + random() % 20;
      chunks.push_back(stream.substr(begin, size));
      begin += size;
    }
    ASSERT_EQ(lines_of(5, chunks), lines_of(5, {stream})) << round;
  }
}

TEST(Framing, ALineExactlyAtTheLimitIsWhole) {
  const std::string line(100, 'x');
  EXPECT_EQ(lines_of(100, {line + "\n"}), (std::vector<Seen>{{line}}));
  EXPECT_EQ(lines_of(100, {line + "\r\n"}), (std::vector<Seen>{{line}}));
}

TEST(Framing, ALineOneByteOverTheLimitIsOversizeAndShowsItsBeginning) {
  const std::string line(101, 'x');
  EXPECT_EQ(lines_of(100, {line + "\nok\n"}), (std::vector<Seen>{{line.substr(1), true}, {"ok"}}));
}

TEST(Framing, AnOversizeLineIsReportedOnceAsSoonAsItIsKnownAndItsRestThrownAway) {
  LineBuffer buffer(4);
  buffer.feed("123456");
  const auto line = buffer.next();
  ASSERT_TRUE(line);
  EXPECT_TRUE(line->oversize);
  EXPECT_EQ(line->text, "1234");
  EXPECT_TRUE(buffer.discarding());
  for (int i = 0; i < 10; ++i) {
    buffer.feed("more and more");
    EXPECT_FALSE(buffer.next());
    EXPECT_TRUE(buffer.discarding());
    EXPECT_TRUE(buffer.partial());
  }
  buffer.feed("end\nok\n");
  const auto next = buffer.next();
  ASSERT_TRUE(next);
  EXPECT_EQ(next->text, "ok");
  EXPECT_FALSE(next->oversize);
  EXPECT_FALSE(buffer.discarding());
  EXPECT_FALSE(buffer.next());
}

TEST(Framing, MemoryStaysBoundedWhileTenMegabytesComeWithoutANewline) {
  constexpr std::size_t kLimit = 64 * 1024;
  LineBuffer buffer(kLimit);
  int reported = 0;
  std::size_t most = 0;
  for (std::size_t fed = 0; fed < 10 * 1024 * 1024;) {
    const auto space = buffer.space();
    ASSERT_GE(space.size(), 1U);
    most = std::max(most, space.size());
    std::ranges::fill(space, 'x');
    buffer.filled(space.size());
    fed += space.size();
    while (buffer.next()) {
      ++reported;
    }
  }
  EXPECT_EQ(reported, 1);
  EXPECT_LE(most, 2 * kLimit);
  buffer.feed("\nok\n");
  const auto line = buffer.next();
  ASSERT_TRUE(line);
  EXPECT_EQ(line->text, "ok");
  EXPECT_LE(buffer.space().size(), kLimit) << "the memory of a long line is given back";
}

TEST(Framing, LastMarksALineWhoseNewlineNothingFollows) {
  LineBuffer buffer(100);
  buffer.feed("a\nb\n");
  EXPECT_FALSE(buffer.next()->last);
  EXPECT_TRUE(buffer.next()->last);
  buffer.feed("c\npart");
  EXPECT_FALSE(buffer.next()->last);
  EXPECT_FALSE(buffer.next());
  EXPECT_TRUE(buffer.partial());
  buffer.feed("ial\n");
  const auto line = buffer.next();
  ASSERT_TRUE(line);
  EXPECT_EQ(line->text, "partial");
  EXPECT_TRUE(line->last);
  EXPECT_FALSE(buffer.partial());
}

TEST(Framing, EmptyLinesAreLines) {
  EXPECT_EQ(lines_of(8, {"\n\n\r\n"}), (std::vector<Seen>{{""}, {""}, {""}}));
}

TEST(Framing, BytesOfAllValuesPassUnchanged) {
  std::string line;
  for (int value = 0; value < 256; ++value) {
    if (value != '\n' && value != '\r') {
      line.push_back(static_cast<char>(value));
    }
  }
  EXPECT_EQ(lines_of(256, {line + "\n"}), (std::vector<Seen>{{line}}));
}

TEST(Framing, NothingComesOutOfNothing) {
  LineBuffer buffer(8);
  EXPECT_FALSE(buffer.next());
  EXPECT_FALSE(buffer.partial());
  EXPECT_FALSE(buffer.discarding());
  buffer.filled(0);
  EXPECT_FALSE(buffer.next());
}

TEST(LineBuffer, ShowsWhatHasComeOfALineWithoutItsNewline) {
  LineBuffer lines(64);
  lines.feed("one\ntw");
  EXPECT_EQ(lines.next()->text, "one");
  EXPECT_EQ(lines.unfinished(), "tw");
  lines.feed("o\n");
  EXPECT_EQ(lines.next()->text, "two");
  EXPECT_EQ(lines.unfinished(), "");
}

}  // namespace
}  // namespace protocol
