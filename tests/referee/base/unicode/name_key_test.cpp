#include "referee/base/unicode/name_key.h"

#include <gtest/gtest.h>

namespace referee::unicode {
namespace {

TEST(NameKey, ComposedAndDecomposedNamesAreTheSame) {
  EXPECT_EQ(name_key("José"), name_key("Jose\u0301"));
  EXPECT_EQ(name_key("Nguyễn"), name_key("Nguye\u0302\u0303n"));
  EXPECT_EQ(name_key("민준"), name_key("\u1106\u1175\u11ab\u110c\u116e\u11ab"));
  EXPECT_NE(name_key("José"), name_key("Jose"));
}

TEST(NameKey, UpperAndLowerCaseAreTheSameInAllScripts) {
  EXPECT_EQ(name_key("ÅBERG"), name_key("åberg"));
  EXPECT_EQ(name_key("Groß"), name_key("GROSS")) << "full case folding";
  EXPECT_EQ(name_key("ΣΊΣΥΦΟΣ"), name_key("σίσυφος"));
  EXPECT_EQ(name_key("ИВАНОВ"), name_key("иванов"));
}

TEST(NameKey, BlanksSeparateAndMeanNothingElse) {
  EXPECT_EQ(name_key("  Ada\u00a0\t Lovelace "), "ada lovelace");
  EXPECT_EQ(name_key(" \u00a0"), "");
}

TEST(NameKey, OfWhatIsNotUtf8OnlyAsciiLettersAreFolded) {
  EXPECT_EQ(name_key("A\xff  B\xc3"), "a\xff b\xc3");
}

TEST(NameKey, APersonIsTheSameInTheOrderOfAGradebook) {
  EXPECT_EQ(person_key("García, José"), person_key("jose\u0301  garcía"));
  EXPECT_EQ(person_key("García,José"), person_key("José García"));
  EXPECT_EQ(person_key("King, Jr., Martin"), "king, jr., martin") << "two commas tell no order";
  EXPECT_NE(person_key("García José"), person_key("José García"));
}

}  // namespace
}  // namespace referee::unicode
