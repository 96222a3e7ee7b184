#include "referee/http/trusted_proxies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/support/complaint.h"

namespace referee::web {
namespace {

using boost::asio::ip::make_address;

std::string client(const TrustedProxies& proxies, const char* peer, std::string_view forwarded) {
  return proxies.client(make_address(peer), forwarded).to_string();
}

TEST(TrustedProxies, NobodyIsTrustedByDefault) {
  EXPECT_EQ(client({}, "192.0.2.1", "198.51.100.7"), "192.0.2.1");
  EXPECT_EQ(client({}, "127.0.0.1", "198.51.100.7"), "127.0.0.1");
}

TEST(TrustedProxies, RightmostAddressThatIsNoProxyIsTheClient) {
  const TrustedProxies proxies({"127.0.0.1", "10.0.0.0/8", "2001:db8::/32"});
  EXPECT_EQ(client(proxies, "127.0.0.1", "198.51.100.7"), "198.51.100.7");
  EXPECT_EQ(client(proxies, "127.0.0.1", "1.2.3.4, 198.51.100.7"), "198.51.100.7")
      << "the client wrote the first one";
  EXPECT_EQ(client(proxies, "127.0.0.1", "1.2.3.4,198.51.100.7,10.1.2.3 ,2001:db8::1"), "198.51.100.7");
  EXPECT_EQ(client(proxies, "127.0.0.1", "10.0.0.1,10.0.0.2"), "10.0.0.1")
      << "all are proxies: the first one";
  EXPECT_EQ(client(proxies, "127.0.0.1", ""), "127.0.0.1");
  EXPECT_EQ(client(proxies, "192.0.2.1", "198.51.100.7"), "192.0.2.1") << "no proxy of ours";
  EXPECT_EQ(client(proxies, "127.0.0.2", "198.51.100.7"), "127.0.0.2");
}

TEST(TrustedProxies, PortsAndIpv6AreRead) {
  const TrustedProxies proxies({"127.0.0.1"});
  EXPECT_EQ(client(proxies, "127.0.0.1", "198.51.100.7:4711"), "198.51.100.7");
  EXPECT_EQ(client(proxies, "127.0.0.1", "[2001:db8::7]:4711"), "2001:db8::7");
  EXPECT_EQ(client(proxies, "127.0.0.1", "2001:db8::7"), "2001:db8::7");
  EXPECT_EQ(client(proxies, "127.0.0.1", "::ffff:198.51.100.7"), "198.51.100.7");
}

TEST(TrustedProxies, WhatIsNoAddressIsNotBelieved) {
  const TrustedProxies proxies({"127.0.0.1"});
  for (const char* forwarded : {"unknown", "1.2.3.4, x", "1.2.3.4,", "[", "1.2.3", "%", "1.2.3.4 5"}) {
    EXPECT_EQ(client(proxies, "127.0.0.1", forwarded), "127.0.0.1") << forwarded;
  }
}

TEST(TrustedProxies, NetworksHaveTheirAddresses) {
  const TrustedProxies proxies({"192.0.2.128/25", "2001:db8::/33"});
  EXPECT_TRUE(proxies.contains(make_address("192.0.2.128")));
  EXPECT_TRUE(proxies.contains(make_address("::ffff:192.0.2.255")));
  EXPECT_FALSE(proxies.contains(make_address("192.0.2.127")));
  EXPECT_TRUE(proxies.contains(make_address("2001:db8:7fff::1")));
  EXPECT_FALSE(proxies.contains(make_address("2001:db8:8000::1")));
  EXPECT_TRUE(TrustedProxies({"0.0.0.0/0"}).contains(make_address("8.8.8.8")));
  EXPECT_FALSE(TrustedProxies({"0.0.0.0/0"}).contains(make_address("2001:db8::1")));
}

TEST(TrustedProxies, WhatIsNoNetworkIsRefusedByName) {
  for (const char* text : {"", "localhost", "10.0.0.0/33", "10.0.0/8", "10.0.0.0/", "10.0.0.0/x", "::/129"}) {
    EXPECT_THAT(test_support::complaint([&] {
                  const TrustedProxies proxies({"127.0.0.1", text});
                }),
                testing::StartsWith("'" + std::string(text) + "' is no address"))
        << text;
  }
}

TEST(TrustedProxies, AddressesForLimitsAreThoseOfNetworks) {
  EXPECT_EQ(peer_address(make_address("198.51.100.7")).text(), "198.51.100.7");
  EXPECT_EQ(peer_address(make_address("2001:db8::1:2")).text(), "2001:db8::/64");
}

}  // namespace
}  // namespace referee::web
