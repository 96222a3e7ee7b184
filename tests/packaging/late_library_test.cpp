#include "packaging/late/late_library.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace late {
namespace {

std::string failure(const char* file, const char* function) {
  try {
    Library(file).function(function);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(LateLibrary, ItsFunctionsAreThoseOfTheSystem) {
  auto* const cosine = reinterpret_cast<double (*)(double)>(Library("libm.so.6").function("cos"));
  EXPECT_EQ(cosine(0), 1);
}

TEST(LateLibrary, WhatIsMissingIsNamed) {
  EXPECT_NE(failure("libnothing.so.7", "cos").find("libnothing.so.7"), std::string::npos);
  EXPECT_NE(failure("libm.so.6", "no_such_function").find("no_such_function"), std::string::npos);
}

}  // namespace
}  // namespace late
