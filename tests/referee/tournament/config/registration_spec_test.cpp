#include "referee/tournament/config/registration_spec.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"

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
  const std::string code =
      "registration.code: got %, expected true, false, or a text of 8 to 64 visible ASCII characters without "
      "blanks";
  const auto with = [&](const std::string& got) { return std::string(code).replace(code.find('%'), 1, got); };
  const std::vector<std::pair<const char*, std::string>> mistakes = {
      {R"("half")", R"(registration: got "half", expected "closed", "open" or an object, as {"code":true})"},
      {"true", R"(registration: got true, expected "closed", "open" or an object, as {"code":true})"},
      {R"({"code":"short"})", with(R"("short")")},
      {R"({"code":"two words"})", with(R"("two words")")},
      {R"({"code":1})", with("1")},
      {R"({"names":0})", "registration.names: got 0, expected an integer from 1 to 20000"},
      {R"({"approve":true})",
       "registration.approve: got true, expected one of the keys code, approval, names,"},
  };
  for (const auto& [text, message] : mistakes) {
    try {
      (void)read(text);
      ADD_FAILURE() << text;
    } catch (const fields::Exception& wrong) {
      EXPECT_EQ(std::string(wrong.what()).substr(0, message.size()), message);
    }
  }
}

}  // namespace
}  // namespace referee
