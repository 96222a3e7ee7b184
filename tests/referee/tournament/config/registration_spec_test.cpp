#include "referee/tournament/config/registration_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

using Json = nlohmann::json;

RegistrationSpec read(const char* text) { return RegistrationSpec::read(Json::parse(text), "registration"); }

TEST(RegistrationSpec, AWordSaysWhetherItIsOpen) {
  EXPECT_FALSE(read(R"("closed")").open);
  const RegistrationSpec open = read(R"("open")");
  EXPECT_TRUE(open.open);
  EXPECT_EQ(open.code_needed, RegistrationSpec::Code::none);
  EXPECT_FALSE(open.approval);
  EXPECT_EQ(open.names, 1000U);
  EXPECT_EQ(open.names_per_address, 500U);
  EXPECT_EQ(open.names_per_minute, 240U);
}

TEST(RegistrationSpec, AnObjectIsOpenWithTermsOfItsOwn) {
  EXPECT_TRUE(read("{}").open);
  EXPECT_EQ(read(R"({"code":true})").code_needed, RegistrationSpec::Code::generated);
  EXPECT_EQ(read(R"({"code":false})").code_needed, RegistrationSpec::Code::none);
  const RegistrationSpec all = read(
      R"({"code":"informatics-2","approval":true,"names":40,"names_per_address":3,"names_per_minute":2})");
  EXPECT_EQ(all.code_needed, RegistrationSpec::Code::given);
  EXPECT_EQ(all.code, "informatics-2");
  EXPECT_TRUE(all.approval);
  EXPECT_EQ(all.names, 40U);
  EXPECT_EQ(all.names_per_address, 3U);
  EXPECT_EQ(all.names_per_minute, 2U);
}

TEST(RegistrationSpec, MistakesAreNamed) {
  const std::vector<std::pair<const char*, std::string>> mistakes = {
      {R"("half")", R"(registration: got "half", expected "closed", "open" or an object)"},
      {"true", "registration: got true, expected "},
      {R"({"code":"short"})",
       R"(registration.code: got "short", expected true, false, or a text of 8 to 64)"},
      {R"({"code":"two words"})", R"(registration.code: got "two words", expected )"},
      {R"({"code":1})", "registration.code: got 1, expected "},
      {R"({"names":0})", "registration.names: got 0, expected an integer from 1 to 20000"},
      {R"({"approve":true})", "registration.approve: got true, expected one of the keys code, approval,"},
  };
  for (const auto& [text, message] : mistakes) {
    EXPECT_THAT(test_support::complaint<fields::Exception>([&text = text] { (void)read(text); }),
                testing::StartsWith(message));
  }
}

}  // namespace
}  // namespace referee
