#include "referee/queue/outcome_text.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocol/limits.h"

namespace referee::queue {
namespace {

std::string nested(int depth) {
  const auto size = static_cast<std::size_t>(depth);
  return std::string(size, '[') + std::string(size, ']');
}

std::string list_of(std::size_t values) {
  std::string text = "[0";
  for (std::size_t i = 1; i < values; ++i) {
    text += ",0";
  }
  return text + "]";
}

TEST(OutcomeText, IsReadWhateverItsRecordHas) {
  const std::string record(2'000'000, '[');
  EXPECT_EQ(parse_outcome(nlohmann::json{{"record", record}}.dump()).at("record"), record);
  EXPECT_THROW(parse_outcome("{"), nlohmann::json::exception);
  EXPECT_THROW(parse_outcome(""), nlohmann::json::exception);
}

TEST(OutcomeText, IsRefusedWhereItIsNestedTooDeepBeforeItsEndIsRead) {
  EXPECT_NO_THROW(parse_outcome(nested(protocol::kMaxDepth)));
  EXPECT_THROW(parse_outcome(nested(protocol::kMaxDepth + 1)), std::runtime_error);
  EXPECT_THROW(parse_outcome(std::string(10'000'000, '[')), std::runtime_error);
}

TEST(OutcomeText, IsRefusedWithTooManyValues) {
  EXPECT_NO_THROW(parse_outcome(list_of(kMostValues / 2)));
  EXPECT_THROW(parse_outcome(list_of(kMostValues + 1)), std::runtime_error);
}

}  // namespace
}  // namespace referee::queue
