#include "referee/net/peer_address.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include <cstring>

#include "referee/base/sockets.h"
#include "tests/support/world.h"

namespace referee {
namespace {

PeerAddress v4(const char* text, std::uint16_t port = 1) {
  sockaddr_in ip{};
  ip.sin_family = AF_INET;
  ip.sin_port = htons(port);
  EXPECT_EQ(::inet_pton(AF_INET, text, &ip.sin_addr), 1);
  sockaddr_storage name{};
  std::memcpy(&name, &ip, sizeof(ip));
  return PeerAddress::of(name);
}

PeerAddress v6(const char* text) {
  sockaddr_in6 ip{};
  ip.sin6_family = AF_INET6;
  EXPECT_EQ(::inet_pton(AF_INET6, text, &ip.sin6_addr), 1);
  sockaddr_storage name{};
  std::memcpy(&name, &ip, sizeof(ip));
  return PeerAddress::of(name);
}

TEST(PeerAddress, AnIPv4AddressIsItselfOnEveryPort) {
  EXPECT_EQ(v4("192.0.2.7", 4000), v4("192.0.2.7", 5000));
  EXPECT_NE(v4("192.0.2.7"), v4("192.0.2.8"));
  EXPECT_EQ(v4("192.0.2.7").text(), "192.0.2.7");
}

TEST(PeerAddress, IPv4MappedIntoIPv6IsTheSameAddress) {
  EXPECT_EQ(v6("::ffff:192.0.2.7"), v4("192.0.2.7"));
  EXPECT_NE(v6("::ffff:192.0.2.7"), v6("::ffff:192.0.2.8"));
}

TEST(PeerAddress, OneMachineHasAllIPv6AddressesOfItsNetwork) {
  EXPECT_EQ(v6("2001:db8:0:1::1"), v6("2001:db8:0:1:ffff::2"));
  EXPECT_NE(v6("2001:db8:0:1::1"), v6("2001:db8:0:2::1"));
  EXPECT_EQ(v6("2001:db8:0:1::1").text(), "2001:db8:0:1::/64");
}

TEST(PeerAddress, IsThatOfTheOtherEndOfASocket) {
  test_support::World world;
  const auto pair = world.loopback().make_pair();
  EXPECT_EQ(PeerAddress::of(peer_of(pair.ours.get())), v4("127.0.0.1"));
  EXPECT_EQ(PeerAddress::of(peer_of(-1)), PeerAddress());
  EXPECT_EQ(PeerAddress().text(), "no address");
}

}  // namespace
}  // namespace referee
