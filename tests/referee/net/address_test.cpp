#include "referee/net/address.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/complaint.h"

namespace referee {
namespace {

void expect_address(const char* text, const char* host, int port) {
  const Address address = Address::parse(text);
  EXPECT_EQ(address.host, host);
  EXPECT_EQ(address.port, port);
}

TEST(Address, IsAHostAndAPort) {
  expect_address("127.0.0.1:7878", "127.0.0.1", 7878);
  expect_address("localhost:0", "localhost", 0);
  expect_address("referee.example:65535", "referee.example", 65535);
  expect_address("[::1]:80", "::1", 80);
  expect_address("::1:80", "::1", 80);
}

TEST(Address, AnythingElseIsRefusedByName) {
  for (const char* text : {"", "localhost", ":7878", "localhost:", "localhost:65536", "localhost:-1",
                           "localhost:+1", "localhost:80x", "localhost: 80", "localhost:http"}) {
    EXPECT_EQ(test_support::complaint([&] { (void)Address::parse(text); }),
              std::string("'") + text + "' is not an address: expected HOST:PORT, as 127.0.0.1:7878")
        << text;
  }
}

TEST(Address, AListHasCommasBetween) {
  const std::vector<Address> all = Address::parse_list("one.example.org:7878,[::1]:80");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].host, "one.example.org");
  EXPECT_EQ(all[0].port, 7878);
  EXPECT_EQ(all[1].host, "::1");
  EXPECT_EQ(all[1].port, 80);
  EXPECT_EQ(Address::parse_list("127.0.0.1:1").size(), 1U);
}

TEST(Address, EachOfAListHasToBeOne) {
  for (const char* const wrong : {"", ",", "127.0.0.1:1,", ",127.0.0.1:1", "127.0.0.1:1,host", "host:1,:2"}) {
    EXPECT_THROW(Address::parse_list(wrong), std::invalid_argument) << wrong;
  }
}

}  // namespace
}  // namespace referee
