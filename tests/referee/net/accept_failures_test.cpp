#include "referee/net/accept_failures.h"

#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <sstream>

namespace referee {
namespace {

boost::system::error_code error_of(int number) { return {number, boost::system::generic_category()}; }

TEST(AcceptFailures, EachKindIsLoggedOnceAndThatItIsOver) {
  std::ostringstream text;
  const auto before = spdlog::default_logger();
  spdlog::set_default_logger(
      std::make_shared<spdlog::logger>("accept", std::make_shared<spdlog::sinks::ostream_sink_st>(text)));
  const auto lines = [&text] {
    const std::string said = text.str();
    return std::ranges::count(said, '\n');
  };
  AcceptFailures failures("pages");
  for (int i = 0; i < 100; ++i) {
    failures.failed(error_of(EMFILE));
  }
  EXPECT_EQ(lines(), 1);
  failures.failed(error_of(ENFILE));
  EXPECT_EQ(lines(), 2);
  for (int i = 0; i < 100; ++i) {
    failures.accepted();
  }
  EXPECT_EQ(lines(), 3);
  EXPECT_NE(text.str().find("pages: connections are accepted again"), std::string::npos);
  failures.failed(error_of(EMFILE));
  EXPECT_EQ(lines(), 4) << "a new failure";
  spdlog::set_default_logger(before);
}

}  // namespace
}  // namespace referee
