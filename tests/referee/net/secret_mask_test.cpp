#include "referee/net/secret_mask.h"

#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr const char* kToken = "64661ae96e26d0d27991e2f3b0c1eb3d";

std::string masked_once(const std::string& text) { return SecretMask().masked(text); }

TEST(SecretMaskTest, TheKeysOfHelloAndWelcomeAreMaskedAtAnyDepth) {
  Json message = Json::parse(R"({"type":"hello","token":"abc","registration_code":"xy","name":"alice",
                                 "more":[{"REFEREE_TOKEN":"def","token":17}]})");
  EXPECT_TRUE(SecretMask().mask(message));
  EXPECT_EQ(message, Json::parse(R"({"type":"hello","token":"***","registration_code":"***","name":"alice",
                                     "more":[{"REFEREE_TOKEN":"***","token":"***"}]})"));
}

TEST(SecretMaskTest, WhatHasNoSecretStays) {
  const Json message =
      Json::parse(R"({"type":"error","code":"bad_token","tokens":3,"token":"","x":{"token":null},
                                       "message":"name 'alice' plays with its token only"})");
  Json same = message;
  EXPECT_FALSE(SecretMask().mask(same));
  EXPECT_EQ(same, message);
  for (const std::string text :
       {"", "token", "token:", "a token is there", "tokens", "\xff\x00\x80 binary"}) {
    EXPECT_EQ(masked_once(text), text);
  }
}

TEST(SecretMaskTest, TextThatIsNoJsonIsMaskedBehindTheKey) {
  EXPECT_EQ(masked_once(R"({"type":"hello","token":"abc","name":"a")"),
            R"({"type":"hello","token":"***","name":"a")");
  EXPECT_EQ(masked_once(R"({"token":"never closed, and more)"), R"({"token":"***)");
  EXPECT_EQ(masked_once(R"({"token":"a\"b\\","x":1)"), R"({"token":"***","x":1)");
  EXPECT_EQ(masked_once("{'name': 'alice', 'token' : 'abc'}"), "{'name': 'alice', 'token' : '***'}");
  EXPECT_EQ(masked_once("REFEREE_TOKEN=abc other=1"), "REFEREE_TOKEN=*** other=1");
  EXPECT_EQ(masked_once("{token: abc, name: x}"), "{token: ***, name: x}");
  EXPECT_EQ(masked_once(R"("said \"token\":\"abc\",\"name\":1")"), R"("said \"token\":\"***",\"name\":1")");
  EXPECT_EQ(masked_once("registration_code='x y' token=z"), "registration_code='***' token=***");
  EXPECT_EQ(masked_once("\xff token: abc\xfe"), "\xff token: ***");
}

TEST(SecretMaskTest, ASecretInsideAStringOfAMessageIsMasked) {
  Json error = {{"type", "error"}, {"message", R"(not JSON: '{"type":"hello","token":"abc)"}};
  EXPECT_TRUE(SecretMask().mask(error));
  EXPECT_EQ(error.at("message"), R"(not JSON: '{"type":"hello","token":"***)");
}

TEST(SecretMaskTest, AValueThatWasSeenIsMaskedWhereverItComesLater) {
  SecretMask mask;
  Json hello = {{"token", kToken}};
  mask.mask(hello);
  EXPECT_EQ(mask.masked(std::string("I am ") + kToken + kToken + "!"), "I am ******!");
  Json other = {{kToken, Json::array({std::string("x") + kToken})}};
  EXPECT_TRUE(mask.mask(other));
  EXPECT_EQ(other.dump(), R"({"***":["x***"]})");
}

TEST(SecretMaskTest, AComplaintAboutABadByteQuotesThePartBeforeIt) {
  SecretMask mask;
  EXPECT_EQ(mask.masked(std::string(R"({"token":")") + kToken + "\x01\"}"), R"({"token":"***"})");
  EXPECT_EQ(mask.masked(std::string("last read: '\"") + kToken + "<U+0001>'"), "last read: '\"***<U+0001>'");
}

TEST(SecretMaskTest, ShortValuesAreMaskedBehindTheirKeyOnly) {
  SecretMask mask;
  EXPECT_EQ(mask.masked("token=walls"), "token=***");
  EXPECT_EQ(mask.masked("the game is walls"), "the game is walls");
}

TEST(SecretMaskTest, TheNewestValuesAreRemembered) {
  SecretMask mask;
  for (std::size_t i = 0; i <= SecretMask::kMostKnown; ++i) {
    mask.learn("secret-" + std::to_string(1000 + i));
  }
  mask.learn(std::string(SecretMask::kMostBytes + 1, 'x'));
  EXPECT_EQ(mask.masked("secret-1000 secret-1001"), "secret-1000 ***");
  EXPECT_EQ(mask.masked(std::string(SecretMask::kMostBytes + 1, 'x')),
            std::string(SecretMask::kMostBytes + 1, 'x'));
}

}  // namespace
}  // namespace referee
