#include "referee/cli/json_argument.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using Json = nlohmann::json;
using test_support::TempFolder;

std::string complaint(const std::vector<std::string>& options) {
  return test_support::complaint([&] { (void)read_options(options); });
}

TEST(ReadOptions, GivesOneObjectOfJsonValues) {
  EXPECT_EQ(read_options({}), Json::object());
  EXPECT_EQ(read_options({"n=7", "first=1", "starts=[[1,2]]", "fast=true"}),
            Json::parse(R"({"n":7,"first":1,"starts":[[1,2]],"fast":true})"));
}

TEST(ReadOptions, AValueThatIsNotJsonIsAString) {
  EXPECT_EQ(read_options({"map=spiral", "text=\"7\"", "empty=", "sum=1=2"}),
            Json::parse(R"({"map":"spiral","text":"7","empty":"","sum":"1=2"})"));
}

TEST(ReadOptions, AValueMayStandInAFile) {
  const TempFolder folder;
  test_support::write_file(folder / "map", "[1,\n2]");
  EXPECT_EQ(read_options({"map=@" + (folder / "map").string()}), Json::parse(R"({"map":[1,2]})"));
}

TEST(ReadOptions, WhatIsNoOptionIsNamed) {
  EXPECT_EQ(complaint({"n"}), "option 'n': expected KEY=VALUE, as n=7");
  EXPECT_EQ(complaint({"=7"}), "option '=7': expected KEY=VALUE, as n=7");
  EXPECT_EQ(complaint({"map=@/no/such/file"}), "/no/such/file: cannot be read: no folder /no/such");
  const TempFolder folder;
  const std::string path = (folder / "bad").string();
  test_support::write_file(path, "{");
  EXPECT_TRUE(complaint({"map=@" + path}).starts_with(path + ": not JSON: "));
}

TEST(ReadJsonArgument, IsJsonTextOrAFile) {
  EXPECT_EQ(read_json_argument(R"({"kind":"mean","ms":5})"), Json::parse(R"({"kind":"mean","ms":5})"));
  EXPECT_THAT(test_support::complaint([&] { (void)read_json_argument("{kind}"); }),
              testing::StartsWith("'{kind}': not JSON: "));
}

}  // namespace
}  // namespace referee
