#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/record/replay.h"
#include "tests/support/random_cases.h"
#include "tests/support/sample_record.h"

// "`record` is the text of the whole file, whatever it holds; never throws on it."
namespace referee {
namespace {

using Json = nlohmann::json;
using test_support::joined;
using test_support::lines_of;
using test_support::sample_record;
using test_support::told_record;
using test_support::walls_record;
using test_support::with_new_digest;

/// The JSON of every line.
std::vector<Json> content_of(const std::string& record) {
  std::vector<Json> content;
  for (const std::string& line : lines_of(record)) {
    content.push_back(Json::parse(line, nullptr, false));
  }
  return content;
}

std::string mutated(std::string record, std::mt19937& random) {
  for (std::size_t i = 1 + random() % 3; i > 0; --i) {
    const std::size_t at = random() % record.size();
    switch (random() % 4) {
      case 0:
        record[at] = static_cast<char>(random() % 256);
        break;
      case 1:
        record.erase(at, 1 + random() % 4);
        break;
      case 2:
        record.insert(at, 1, R"({}[]",:0123456789truefalsn)"[random() % 26]);
        break;
      default:
        record[at] = R"({}[]",:0123456789truefalsn)"[random() % 26];
        break;
    }
  }
  return record;
}

TEST(Verify, AChangeOfContentAnywhereIsADifferenceAndJunkNeverCrashes) {
  std::mt19937 random(10);
  const auto content = content_of(walls_record());
  for (int round = 0; round < test_support::random_cases(400, 100); ++round) {
    const std::string record = mutated(walls_record(), random);
    Verified verified;
    ASSERT_NO_THROW(verified = verify_record(record)) << record;
    if (content_of(record) != content) {
      // An optional key that is damaged is a key that nobody knows.
      ASSERT_TRUE(verified.difference || verified.unknown.count > 0) << record;
    }
  }
}

/// Junk with a correct digest, so that the replay itself reads it.
TEST(Verify, JunkWithARightDigestNeverCrashesEither) {
  std::mt19937 random(11);
  const Json small = Json::parse(R"({"size":6,"starts":[[[0,0]],[[5,5]]]})");
  const std::array records{walls_record(), sample_record("lightcycle", small, 1), told_record()};
  for (int round = 0; round < test_support::random_cases(600, 150); ++round) {
    std::string record = mutated(records.at(static_cast<std::size_t>(round) % records.size()), random);
    const auto lines = lines_of(record);
    if (!lines.empty() && Json::accept(lines.back()) && Json::parse(lines.back()).is_object()) {
      record = with_new_digest(record);
    }
    ASSERT_NO_THROW((void)verify_record(record)) << record;
  }
}

TEST(Verify, DeepNestingAnywhereDoesNotOverflowTheStack) {
  constexpr std::size_t kDeep = 1'000'000;
  const std::string deep = std::string(kDeep, '[') + std::string(kDeep, ']');
  const auto lines = lines_of(walls_record());
  for (std::size_t line = 0; line < lines.size(); line += lines.size() - 1) {
    const Json object = Json::parse(lines[line]);
    for (const auto& [key, value] : object.items()) {
      auto changed = lines;
      const std::size_t at = changed[line].find("\"" + key + "\":");
      changed[line] = changed[line].substr(0, at) + "\"" + key + "\":" + deep + "}";
      EXPECT_TRUE(verify_record(joined(changed)).difference) << key;
    }
  }
  for (const char* answer : {R"({"turn":0,"answers":[{"seat":0,"verdict":"ok","spent_us":1,"move":)",
                             R"({"turn":0,"answers":[{"seat":0,"verdict":"late","spent_us":1,"forfeited":)",
                             R"({"turn":0,"answers":[{"seat":)", R"({"turn":0,"events":)"}) {
    auto changed = lines;
    const bool in_answer = std::string(answer).find("answers") != std::string::npos;
    changed[1] = answer + deep + (in_answer ? "}],\"events\":{}}" : ",\"answers\":[]}");
    EXPECT_TRUE(verify_record(joined(changed)).difference) << answer;
  }
}

}  // namespace
}  // namespace referee
