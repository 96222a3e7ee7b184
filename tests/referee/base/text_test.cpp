#include "referee/base/text.h"

#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "referee/base/text_table.h"
#include "tests/support/harm.h"

namespace referee {
namespace {

using test_support::harm_in;
using test_support::kHarm;

// ---- text from outside ----

TEST(HarmfulText, IsTakenOutOfWhatPeopleAreShown) {
  EXPECT_EQ(harm_in(kHarm), "1b 9b 202e 2066 200b ff");  // the sample holds each of these
  EXPECT_EQ(printable(kHarm), "a?b?c?d?e?f\ufffdg");
  EXPECT_EQ(printable("a\tb\r\nc\x7f\u2028\u2029"), "a b??c???");
  EXPECT_EQ(printable("Zo\u00eb \u4e2d e\u0301 \u2764\ufe0f \\"), "Zo\u00eb \u4e2d e\u0301 \u2764\ufe0f \\");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "?");
}

TEST(HarmfulText, IsCutBetweenCharacters) {
  EXPECT_EQ(printable("\u20ac\u20ac", 5), "\u20ac");
  EXPECT_EQ(printable("\u202e\u202e", 5), "?") << "the limit is that of the text, not of what is shown";
  EXPECT_EQ(printable("abc", 0), "");
}

TEST(HarmfulText, IsEscapedInMessages) {
  EXPECT_EQ(escaped(kHarm), R"(a\x1bb\xc2\x9bc\xe2\x80\xaed\xe2\x81\xa6e\xe2\x80\x8bf\xffg)");
  EXPECT_EQ(escaped("a\tb\r\n\\"), R"(a\tb\r\n\\)");
  EXPECT_EQ(escaped("a\tb\r\n\\", "\n"), "a\\tb\\r\n\\\\") << "lines stay";
  EXPECT_EQ(escaped("\"\\u001b\" \x1b", "\\"), R"("\u001b" \x1b)") << "what is escaped already stays";
}

TEST(HarmfulText, IsNoMarkup) {
  EXPECT_EQ(markup("<b a='1' c=\"2\">&\x1b"), "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;?");
  EXPECT_EQ(markup("<<<", 2), "&lt;&lt;");
}

TEST(HarmfulText, IsEscapedInJsonWithoutLoss) {
  std::string text = "a\x1b\u009b\u202e\u2066\u200b\u2028\x7f \u00eb\U0001f40d\U000e0041\\";
  const nlohmann::json json = {{"text", text}, {"list", {1, "\u200b"}}};
  for (const int indent : {-1, 2}) {
    const std::string shown = escaped_json(json.dump(indent));
    EXPECT_EQ(harm_in(shown), "") << shown;
    EXPECT_EQ(nlohmann::json::parse(shown), json);
  }
  EXPECT_EQ(escaped_json("\"\u200b \U000e0041 \u00eb\"\n"), "\"\\u200b \\udb40\\udc41 \u00eb\"\n");
}

TEST(TextTable, AlignsByColumnsOfTheTerminal) {
  TextTable table({"name", "points"}, 1);
  table.add({"Zo\u00eb", "1"});
  table.add({"e\u0301\u4e2d\u6587", "12"});
  table.add({"a\u202eb\x1b", "3"});
  EXPECT_EQ(table.text(),
            "  name   points\n"
            "  Zo\u00eb         1\n"
            "  e\u0301\u4e2d\u6587      12\n"
            "  a?b?        3\n");
}

TEST(TextTable, IsDividedWhereATerminalIsTooNarrow) {
  TextTable table({"name", "games", "wins", "draws"}, 1);
  table.add({"ann", "12", "1", "2"});
  table.add({"bob"});
  const std::string whole =
      "  name  games  wins  draws\n"
      "  ann      12     1      2\n"
      "  bob\n";
  EXPECT_EQ(table.text(), whole);
  EXPECT_EQ(table.text(26), whole) << "26 columns are just enough";
  EXPECT_EQ(table.text(25),
            "  name  games  wins\n"
            "  ann      12     1\n"
            "  bob\n"
            "\n"
            "  name  draws\n"
            "  ann       2\n")
      << "a row stands in the parts for which it has cells";
  EXPECT_NE(table.text(1).find("  name  wins\n"), std::string::npos) << "a column in each part";
}

TEST(TextTable, HasNoSpaceAtTheEndOfALine) {
  TextTable table({"a", "b"}, 2);
  table.add({"longer", ""});
  EXPECT_EQ(table.text(), "  a       b\n  longer\n");
}

TEST(ShellWords, OnlyWhatNeedsItIsQuoted) {
  EXPECT_EQ(shell_quoted("sample:walls_random"), "sample:walls_random");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("it's"), R"('it'\''s')");
  EXPECT_EQ(shell_command({"python3", "my bot.py"}), "python3 'my bot.py'");
}

TEST(NumberText, CountsOneAndSeveral) {
  EXPECT_EQ(counted(1, "student"), "1 student");
  EXPECT_EQ(counted(0U, "student"), "0 students");
  EXPECT_EQ(counted(2, "match", "matches"), "2 matches");
  EXPECT_EQ(counted(1, "match", "matches"), "1 match");
}

TEST(Capitalised, OnlyTheFirstLetterChanges) {
  EXPECT_EQ(capitalised("scores: bob 2"), "Scores: bob 2");
  EXPECT_EQ(capitalised(""), "");
}

TEST(NumberText, ShowsNumbersShort) {
  EXPECT_EQ(decimal_text(3), "3");
  EXPECT_EQ(decimal_text(10), "10");
  EXPECT_EQ(decimal_text(2.5), "2.5");
  EXPECT_EQ(decimal_text(1.0 / 3), "0.33");
  EXPECT_EQ(score_text(12), "12");
  EXPECT_EQ(score_text(0.5), "0.5");
  EXPECT_EQ(score_text(0.1 + 0.2), "0.3");
  EXPECT_EQ(score_text(123456789012345), "123456789012345");
}

}  // namespace
}  // namespace referee
