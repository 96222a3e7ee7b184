#include "referee/base/text_block.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/harm.h"

namespace referee {
namespace {

TEST(TextBlock, KeepsWhatIsSafeAsItIs) {
  EXPECT_EQ(text_block("a.c:3: stray '\\351' in \"C:\\temp\"\n\tZo\u00eb \u2018x\u2019\n"),
            "    | a.c:3: stray '\\351' in \"C:\\temp\"\n"
            "    | \tZo\u00eb \u2018x\u2019\n");
}

TEST(TextBlock, KeepsLongLinesWhole) {
  const std::string line(5000, 'x');
  EXPECT_EQ(text_block(line), "    | " + line + "\n");
}

TEST(HarmfulText, IsEscapedInABlock) {
  const std::string block = text_block(std::string(test_support::kHarm) + "\r\nb\rc\n");
  EXPECT_EQ(test_support::harm_in(block), "");
  EXPECT_EQ(block,
            "    | a\\x1bb\\xc2\\x9bc\\xe2\\x80\\xaed\\xe2\\x81\\xa6e\\xe2\\x80\\x8bf\\xffg\n"
            "    | b\\rc\n");
}

TEST(TextBlock, LeavesOutBlankLinesAtTheEndOnly) {
  EXPECT_EQ(text_block("\n\na\n\nb\n\r\n\n"), "    | \n    | \n    | a\n    | \n    | b\n");
  EXPECT_EQ(text_block("\n\n"), "");
  EXPECT_EQ(text_block(""), "");
}

TEST(TailOf, BeginsWithALineIfItCan) {
  EXPECT_EQ(tail_of("one\ntwo\n", 100), "one\ntwo\n");
  EXPECT_EQ(tail_of("one\ntwo\nthree\n", 8), "three\n");
  EXPECT_EQ(tail_of("one\n" + std::string(10, 'x'), 5), "xxxxx");
}

}  // namespace
}  // namespace referee
