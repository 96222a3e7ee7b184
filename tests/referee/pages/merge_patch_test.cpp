#include "referee/pages/merge_patch.h"

#include <gtest/gtest.h>

#include <string>

#include "engines/random.h"
#include "tests/support/random_cases.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;
using engines::below;
using engines::Rng;

Json parsed(const char* text) { return Json::parse(text); }

TEST(MergePatch, HasWhatChangesAndNullForWhatGoes) {
  EXPECT_EQ(merge_patch(parsed(R"({"a":1,"b":[1,2],"c":{"d":1,"e":2},"f":0})"),
                        parsed(R"({"a":1,"b":[1,3],"c":{"d":1,"e":3},"g":{"h":[null]}})")),
            parsed(R"({"b":[1,3],"c":{"e":3},"f":null,"g":{"h":[null]}})"));
  EXPECT_EQ(merge_patch(parsed(R"({"a":null})"), parsed(R"({"a":null})")), Json::object());
  EXPECT_EQ(merge_patch(parsed(R"({"a":null})"), parsed(R"({"a":{}})")), parsed(R"({"a":{}})"));
}

TEST(MergePatch, CannotSayThatAMemberBecomesNull) {
  EXPECT_FALSE(merge_patch(parsed(R"({"mover":0})"), parsed(R"({"mover":null})")));
  EXPECT_FALSE(merge_patch(parsed("{}"), parsed(R"({"a":{"b":null}})")));
  EXPECT_FALSE(merge_patch(parsed(R"({"a":{"b":1,"c":1}})"), parsed(R"({"a":{"b":1,"c":null}})")));
  EXPECT_FALSE(merge_patch(parsed("{}"), parsed("[]")));
  EXPECT_FALSE(merge_patch(parsed("[]"), parsed("{}")));
}

/// Any value, with few different keys and values, so that two of them have something in common.
Json random_value(Rng& rng, int depth) {
  const auto kind = below(rng, depth > 0 ? 6 : 3);
  if (kind == 0) {
    return nullptr;
  }
  if (kind < 3) {
    return below(rng, 3);
  }
  Json value = kind == 3 ? Json::array() : Json::object();
  for (auto left = below(rng, 4); left > 0; --left) {
    if (value.is_array()) {
      value.push_back(random_value(rng, depth - 1));
    } else {
      value[std::string(1, static_cast<char>('a' + below(rng, 4)))] = random_value(rng, depth - 1);
    }
  }
  return value;
}

// nlohmann's merge_patch() is an implementation of RFC 7396 that is not ours.
TEST(MergePatch, AppliedGivesTheValueExactly) {
  Rng rng(1);
  int made = 0;
  int refused = 0;
  const int cases = test_support::random_cases(2000);
  for (int i = 0; i < cases; ++i) {
    const Json from = random_value(rng, 3);
    const Json to = random_value(rng, 3);
    const auto patch = merge_patch(from, to);
    ++(patch ? made : refused);
    if (patch) {
      Json result = from;
      result.merge_patch(*patch);
      ASSERT_EQ(result, to) << from << " by " << *patch;
      ASSERT_EQ(patch->empty(), from == to);
    }
  }
  EXPECT_GT(made, cases / 20);
  EXPECT_GT(refused, cases / 20);
}

}  // namespace
}  // namespace referee::pages
