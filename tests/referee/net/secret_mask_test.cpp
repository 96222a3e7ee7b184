#include "referee/net/secret_mask.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

namespace referee {
namespace {

using Json = nlohmann::json;

Json cases() {
  std::ifstream file(SECRET_MASK_CASES);
  return Json::parse(file);
}

/// "learn": values it learns. "text" or "json": what it masks. "long": a text of so many x, which it has seen
/// and yet does not remember.
void try_step(SecretMask& mask, const Json& step) {
  for (const Json& secret : step.value("learn", Json::array())) {
    mask.learn(secret.get<std::string>());
  }
  if (step.contains("text")) {
    EXPECT_EQ(mask.masked(step["text"].get<std::string>()), step["masked"].get<std::string>());
  }
  if (step.contains("json")) {
    Json message = step["json"];
    EXPECT_EQ(mask.mask(message), step["json"] != step["masked"]);
    EXPECT_EQ(message, step["masked"]);
  }
  if (step.contains("long")) {
    const std::string secret(step["long"].get<std::size_t>(), 'x');
    mask.learn(secret);
    EXPECT_EQ(mask.masked(secret), secret);
  }
}

TEST(SecretMaskTest, MasksSecretsInMessagesAndInTexts) {
  for (const Json& tried : cases()) {
    SCOPED_TRACE(tried["case"]);
    SecretMask mask;
    for (const Json& step : tried["steps"]) {
      SCOPED_TRACE(step.dump().substr(0, 200));
      try_step(mask, step);
    }
  }
}

TEST(SecretMaskTest, BytesThatAreNoCharactersStay) {
  EXPECT_EQ(SecretMask().masked("\xff\x80 binary"), "\xff\x80 binary");
  EXPECT_EQ(SecretMask().masked("\xff token: abc\xfe"), "\xff token: ***");
}

}  // namespace
}  // namespace referee
