#include "referee/tournament/config/entrant_names.h"

#include <gtest/gtest.h>

namespace referee {
namespace {

TEST(EntrantNames, LettersLoseTheirMarks) {
  EXPECT_EQ(entrant_name_from("Jürgen Groß"), "Jurgen.Gross");
  EXPECT_EQ(entrant_name_from("Æsop Œuvre Þór"), "AEsop.OEuvre.THor");
  EXPECT_EQ(entrant_name_from("Žižek-Ńemec"), "Zizek-Nemec");
  EXPECT_EQ(entrant_name_from("Zoe\xCC\x88"), "Zoe") << "a mark of its own";
  EXPECT_EQ(entrant_name_from("O'Brien"), "OBrien");
  EXPECT_EQ(entrant_name_from("a+b"), "a-b");
  EXPECT_EQ(entrant_name_from("..a.."), "a");
  EXPECT_EQ(entrant_name_from("李小龍"), "student");
  EXPECT_EQ(entrant_name_from(""), "student");
}

TEST(EntrantNames, EachHasOneOfItsOwn) {
  EntrantNames names;
  EXPECT_EQ(names.give("ada"), "ada");
  EXPECT_EQ(names.give("ADA"), "ADA-2") << "upper and lower case are the same";
  EXPECT_EQ(names.give("ada"), "ada-3");
  EXPECT_EQ(names.give("house"), "student-house") << "house bots have that one";
}

}  // namespace
}  // namespace referee
