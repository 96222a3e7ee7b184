#include "referee/base/csv.h"

#include <gtest/gtest.h>

#include "referee/base/unicode/unicode.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

using Cells = std::vector<std::string>;
using Table = std::vector<Cells>;

Table cells(std::string_view text) {
  Table table;
  for (const CsvRow& row : read_csv(text, "x.csv")) {
    table.push_back(row.cells);
  }
  return table;
}

std::string refusal_of_csv(std::string_view text) {
  return test_support::complaint([&] { read_csv(text, "x.csv"); });
}

// RFC 4180, section 2.
TEST(Csv, LinesEndWithLfOrCrlfAndTheLastMayHaveNone) {
  const Table table = {{"a", "b"}, {"c", "d"}};
  EXPECT_EQ(cells("a,b\nc,d"), table);
  EXPECT_EQ(cells("a,b\r\nc,d\r\n"), table);
  EXPECT_EQ(cells("\xEF\xBB\xBF"
                  "a,b\n\n\r\n,\nc,d\n"),
            table)
      << "a byte order mark and blank lines";
  EXPECT_EQ(cells(""), Table{});
}

TEST(Csv, LinesOfOldMacsEndWithCr) {
  EXPECT_EQ(cells("a,b\rc,d\r"), (Table{{"a", "b"}, {"c", "d"}}));
  EXPECT_EQ(cells("a;b\r\"c;\";d\r\re;f"), (Table{{"a", "b"}, {"c;", "d"}, {"e", "f"}}));
  EXPECT_EQ(cells("a,b\r\r\nc,d\r\r\n"), (Table{{"a", "b"}, {"c", "d"}})) << "CRLF that was ended once more";
  const auto rows = read_csv("a,b\r\"x\ry\",1\rc,d\r", "x.csv");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[2].line, 4U);
  EXPECT_EQ(refusal_of_csv("a,b\rc,J\xFCrgen\r"), "x.csv: line 2: not UTF-8: save the file as \"CSV UTF-8\"");
}

// What Excel saves as "Unicode text".
TEST(Csv, Utf16IsRead) {
  using std::string_literals::operator""s;
  const std::string text =
      "\xff\xfe"
      "a\0\t\0b\0\r\0\n\0\xe9\0\t\0"
      "1\0\r\0\n\0"s;
  EXPECT_EQ(cells(text), (Table{{"a", "b"}, {"\u00e9", "1"}}));
  EXPECT_EQ(CsvForm::of(text),
            (CsvForm{.separator = '\t', .byte_order_mark = true, .carriage_returns = true}));
  EXPECT_EQ(csv::head_of(text), unicode::kByteOrderMark);
}

TEST(Csv, ALineNamesTheSeparator) {
  for (const std::string line : {"sep=;", "\"sep=;\"", "Sep=;", "sep=;;;;"}) {
    const std::string text = std::string(unicode::kByteOrderMark) + line + "\r\na,b;c\r\n1;2\r\n";
    EXPECT_EQ(cells(text), (Table{{"a,b", "c"}, {"1", "2"}})) << line;
    EXPECT_EQ(read_csv(text, "x.csv").front().line, 2U);
    EXPECT_EQ(CsvForm::of(text).separator, ';');
    EXPECT_EQ(csv::head_of(text), std::string(unicode::kByteOrderMark) + line + "\r\n")
        << "a rewritten file keeps it";
  }
  EXPECT_EQ(cells("sep=\t\na\tb\n"), (Table{{"a", "b"}}));
  EXPECT_EQ(cells("sep=;"), Table{});
  EXPECT_EQ(refusal_of_csv("sep=|\na|b\n"),
            "x.csv: line 1: got the line sep=|, expected a comma, semicolon or tab");
}

TEST(Csv, BlanksMayStandAroundQuotes) {
  const std::string text = "\"a\" , \"b,c\"\n1, \"2\" \n";
  EXPECT_EQ(cells(text), (Table{{"a", "b,c"}, {"1", "2"}}));
  std::string again;
  for (const CsvRow& row : read_csv(text, "x.csv")) {
    again += csv::line_of(row.raw, CsvForm());
  }
  EXPECT_EQ(again, text);
}

TEST(Csv, WorkbooksAreNamed) {
  for (const std::string_view begin : {"PK\x03\x04\x14", "\xD0\xCF\x11\xE0\xA1"}) {
    EXPECT_EQ(refusal_of_csv(begin),
              "x.csv: line 1: a workbook of a spreadsheet program: save it as \"CSV UTF-8\"");
  }
}

TEST(Csv, LinesOfBlanksAreNone) {
  EXPECT_EQ(cells(std::string_view("a,b\nc,d\n\x1a\0\0", 11)), (Table{{"a", "b"}, {"c", "d"}}))
      << "the end of a file of old systems";

  EXPECT_EQ(cells("a;b\n ;\t\n\u00a0;\n;;;\nc;d\n\n\n"), (Table{{"a", "b"}, {"c", "d"}}));
}

TEST(Csv, QuotedCellsHoldAnything) {
  EXPECT_EQ(cells("\"a,\"\"b\"\"\r\nc\",\"\",d\n"), (Table{{"a,\"b\"\r\nc", "", "d"}}));
  EXPECT_EQ(cells("\"a\"\r\n\"b\"\r"), (Table{{"a"}, {"b"}}));
  EXPECT_EQ(cells("a b,5\" wide\n"), (Table{{"a b", "5\" wide"}})) << "a quote inside a plain cell is one";
}

TEST(Csv, EmptyCellsCount) { EXPECT_EQ(cells(",a,\nb,,\n"), (Table{{"", "a", ""}, {"b", "", ""}})); }

TEST(Csv, TheHeaderTellsTheSeparator) {
  EXPECT_EQ(cells("a;b;c\n1,5;2;3\n"), (Table{{"a", "b", "c"}, {"1,5", "2", "3"}}));
  EXPECT_EQ(cells("a\tb\n1\t2\n"), (Table{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(cells("\"a;b;c\",d\n"), (Table{{"a;b;c", "d"}})) << "not what is quoted";
}

TEST(Csv, RowsKnowTheirLine) {
  const auto rows = read_csv("a,b\n\"x\ny\",1\n\nc,d\n", "x.csv");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1].line, 2U);
  EXPECT_EQ(rows[2].line, 5U);
}

TEST(Csv, WhatDoesNotEndWellIsNamed) {
  EXPECT_EQ(refusal_of_csv("a,b\n\"c,d\n\n"), "x.csv: line 2: a quoted cell has no end");
  EXPECT_EQ(refusal_of_csv("a,b\n\"c\nd\"e,f\n"), "x.csv: line 3: text behind the closing quote of a cell");
  EXPECT_EQ(refusal_of_csv("a,b\nc,J\xFCrgen\n"), "x.csv: line 2: not UTF-8: save the file as \"CSV UTF-8\"");
  EXPECT_EQ(refusal_of_csv("\xFF\xFE"
                           "a"),
            "x.csv: line 1: not UTF-8: save the file as \"CSV UTF-8\"");
}

TEST(Csv, KeepsCellsAsTheyStandInTheFile) {
  const std::string text = "\xEF\xBB\xBF\"a\"\"x\";b ;\"c\"\r\n1;\"\";\"two\nlines\"\r\n";
  const CsvForm form = CsvForm::of(text);
  EXPECT_EQ(form, (CsvForm{.separator = ';', .byte_order_mark = true, .carriage_returns = true}));
  std::string again(unicode::kByteOrderMark);
  for (const CsvRow& row : read_csv(text, "x.csv")) {
    again += csv::line_of(row.raw, form);
  }
  EXPECT_EQ(again, text);
  EXPECT_EQ(CsvForm::of("a,b\nc,d\n"), CsvForm());
  EXPECT_EQ(csv::text_cell("a;b", ';'), "\"a;b\"");
}

TEST(CsvCell, TextIsQuotedWhereItHasToBe) {
  EXPECT_EQ(csv::text_cell("Ann Lee"), "Ann Lee");
  EXPECT_EQ(csv::text_cell("Lee, Ann"), "\"Lee, Ann\"");
  EXPECT_EQ(csv::text_cell("Ann \"A\" Lee"), "\"Ann \"\"A\"\" Lee\"");
  EXPECT_EQ(csv::text_cell("a=b"), "a=b");
  EXPECT_EQ(csv::text_cell(""), "");
  EXPECT_EQ(csv::text_cell("  "), "  ");
}

TEST(CsvCell, AFormulaBecomesText) {
  for (const std::string start : {"=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"}) {
    EXPECT_EQ(csv::text_cell(start + "1"), "'" + start + "1");
  }
  EXPECT_EQ(csv::text_cell("=A1,\"x\""), "\"'=A1,\"\"x\"\"\"");
  EXPECT_EQ(csv::text_cell("\tx"), "' x") << "a tab may begin a cell of its own";
}

TEST(CsvCell, AFormulaBehindBlanksOrInvisibleCharactersBecomesText) {
  for (const std::string before :
       {" ", "  ", "\u00a0", "\u1680", "\u2000", "\u2003", "\u200a", "\u202f", "\u205f", "\u3000"}) {
    EXPECT_EQ(csv::text_cell(before + "=1"), "'" + before + "=1") << "blank";
    EXPECT_EQ(csv::text_cell(before + "x=1"), before + "x=1") << "blank";
  }
  for (const std::string before :
       {"\ufeff", "\u200b", "\u200d", "\u2060", "\u00ad", "\u202e", "\u0001", "\u0085"}) {
    EXPECT_EQ(csv::text_cell(before + "@1"), "'?@1") << "a character that cannot be seen";
    EXPECT_EQ(csv::text_cell(" " + before + " \uff1d"), "' ? \uff1d") << "among blanks";
  }
  EXPECT_EQ(csv::text_cell("\xff=1"), "\ufffd=1") << "what is not UTF-8 is shown, and no formula";
}

}  // namespace

}  // namespace referee
