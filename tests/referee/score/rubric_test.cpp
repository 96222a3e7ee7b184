#include "referee/score/rubric.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "tests/support/complaint.h"
#include "tests/support/unread_keys.h"

// Wrong values, key by key: tests/configs/rubric_test.py.

namespace referee::score {
namespace {

using Json = nlohmann::json;
using test_support::unread_keys;

std::string refusal_of_rubric(const Json& json) {
  return test_support::complaint<std::exception>([&] { (void)Rubric::read(json, "walls.json"); });
}

// "$schema" is for editors.
TEST(Rubric, EveryKeyThatIsListedIsRead) {
  const Json rubric = Json::parse(R"({"name":"Walls","game":"walls","build":{"command":"make"},
    "leaderboard":[{"name":"Won","measure":"wins","item":"beats random"}],
    "items":[{"name":"beats random","points":20,"opponents":[["sample:walls_random"]],
              "criterion":{"measure":"wins","at_least":1}}]})");
  EXPECT_EQ(refusal_of_rubric(rubric), "accepted");
  EXPECT_THAT(unread_keys(rubric, "", refusal_of_rubric), testing::ElementsAre("$schema"));
  for (const char* const object : {"/build", "/leaderboard/0", "/items/0", "/items/0/criterion"}) {
    EXPECT_THAT(unread_keys(rubric, object, refusal_of_rubric), testing::IsEmpty()) << object;
  }
}

}  // namespace
}  // namespace referee::score
