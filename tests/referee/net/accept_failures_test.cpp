#include "referee/net/accept_failures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "tests/support/captured_log.h"

namespace referee {
namespace {

boost::system::error_code error_of(int number) { return {number, boost::system::generic_category()}; }

TEST(AcceptFailures, EachKindIsLoggedOnceAndThatItIsOver) {
  const test_support::CapturedLog log;
  const auto lines = [&log] {
    const std::string said = log.text();
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
  EXPECT_NE(log.text().find("pages: connections are accepted again"), std::string::npos);
  failures.failed(error_of(EMFILE));
  EXPECT_EQ(lines(), 4) << "a new failure";
}

}  // namespace
}  // namespace referee
