#include "referee/base/marked_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace referee {
namespace {

using Part = MarkedText::Part;

TEST(MarkedText, IsCutWhereItWasAtEachMoment) {
  MarkedText text("before");
  text.mark(0);
  text.mark(1);  // nothing is new
  text.append(" 2");
  text.mark(2, 3);  // the three bytes come later
  text.append(" 3!rest");
  EXPECT_EQ(text.parts(), (std::vector<Part>{{0, "before"}, {2, " 2 3!"}, {std::nullopt, "rest"}}));
}

TEST(MarkedText, HasWhatIsLeftOfAPartWhoseFrontIsForgotten) {
  MarkedText text("one");
  text.mark(1);
  text.append("two");
  text.mark(2);
  text.forget_front(3);
  EXPECT_EQ(text.parts(), (std::vector<Part>{{2, "two"}}));
  text.forget_front(1);
  EXPECT_EQ(text.parts(), (std::vector<Part>{{2, "wo"}}));
}

TEST(MarkedText, KeepsItsMarksWhenItsPartsChange) {
  MarkedText text("a");
  text.mark(1);
  text.append("b");
  const MarkedText longer = text.changed([](const std::string& part) { return part + part + part; });
  EXPECT_EQ(longer.parts(), (std::vector<Part>{{1, "aaa"}, {std::nullopt, "bbb"}}));
}

TEST(MarkedText, ComesBackFromItsTextAndMarks) {
  MarkedText text("a");
  text.mark(3);
  text.append("bc");
  EXPECT_EQ(MarkedText(text.text(), text.marks_json()).parts(), text.parts());
  const MarkedText wrong("abc", nlohmann::json::parse("[[0, 2], [1, 1], [2, 99]]"));
  EXPECT_EQ(wrong.parts(), (std::vector<Part>{{0, "ab"}, {std::nullopt, "c"}}));
}

}  // namespace
}  // namespace referee
