#include "referee/report/column_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace referee {
namespace {

using testing::MatchesRegex;

TEST(ColumnTexts, EachTieBreakHasANameAndASentenceOfItsOwn) {
  std::set<std::string> sentences;
  for (int kind = 0; kind <= static_cast<int>(TieBreak::Kind::average_perfect); ++kind) {
    const TieBreak tie_break{static_cast<TieBreak::Kind>(kind)};
    const std::string text = about(tie_break);
    EXPECT_THAT(text, MatchesRegex("[A-Z].+[.] .+[.]")) << tie_break.code();
    sentences.insert(text.substr(text.find(". ")));
  }
  EXPECT_EQ(sentences.size(), static_cast<std::size_t>(TieBreak::Kind::average_perfect) + 1);
}

TEST(ColumnTexts, AResultThatHasNoSentenceIsCalledByItsTitle) {
  EXPECT_EQ(about(StandingsColumn{"bricks", "Bricks", "bricks", nullptr}), "Bricks.");
}

}  // namespace
}  // namespace referee
