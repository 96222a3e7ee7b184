#include "referee/net/address.h"

#include <gtest/gtest.h>

#include <stdexcept>

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
    try {
      (void)Address::parse(text);
      ADD_FAILURE() << text;
    } catch (const std::invalid_argument& wrong) {
      EXPECT_EQ(wrong.what(),
                std::string("'") + text + "' is not an address: expected HOST:PORT, as 127.0.0.1:7878");
    }
  }
}

}  // namespace
}  // namespace referee
