#include "referee/process/process_end.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace referee {
namespace {

using testing::HasSubstr;

std::string told(std::string_view wrote) { return how_ended({"exit status 1", false, false, wrote}, ""); }

TEST(ProcessEnd, OfABotWithoutOurLibrarySaysWhereItIs) {
  for (const auto& [wrote, file] :
       {std::pair("ModuleNotFoundError: No module named 'referee'\n", "referee.py"),
        std::pair("Error: Cannot find module './referee.js'\n", "referee.js"),
        std::pair("Exception in thread \"main\" java.lang.NoClassDefFoundError: Referee\n",
                  "Referee.java")}) {
    EXPECT_THAT(told(wrote), HasSubstr(file));
    EXPECT_THAT(told(wrote), HasSubstr("referee docs --samples"));
  }
  EXPECT_EQ(told("ModuleNotFoundError: No module named 'numpy'\n"),
            "exit status 1: ModuleNotFoundError: No module named 'numpy'");
}

}  // namespace
}  // namespace referee
