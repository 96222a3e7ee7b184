#include "referee/score/rubric.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "tests/support/complaint.h"

// Wrong values, key by key: tests/configs/rubric_test.py.

namespace referee::score {
namespace {

using Json = nlohmann::json;

std::string refusal_of_rubric(const Json& json) {
  return test_support::complaint<std::exception>([&] { (void)Rubric::read(json, "walls.json"); });
}

// "$schema" is for editors.
TEST(Rubric, AKeyThatNobodyReadsIsRefused) {
  const Json rubric = Json::parse(R"({"name":"Walls","game":"walls","build":{"command":"make"},"$schema":1,
    "leaderboard":[{"name":"Won","measure":"wins","item":"beats random"}],
    "items":[{"name":"beats random","points":20,"opponents":[["sample:walls_random"]],
              "criterion":{"measure":"wins","at_least":1}}]})");
  EXPECT_EQ(refusal_of_rubric(rubric), "accepted");
  for (const char* const object : {"", "/build", "/leaderboard/0", "/items/0", "/items/0/criterion"}) {
    Json wrong = rubric;
    wrong[Json::json_pointer(object)]["no_such_key"] = 1;
    EXPECT_THAT(refusal_of_rubric(wrong), testing::HasSubstr("no_such_key: got 1, expected one of the keys"))
        << object;
  }
}

}  // namespace
}  // namespace referee::score
