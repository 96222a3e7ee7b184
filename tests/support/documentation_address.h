#pragma once

#include <netinet/in.h>

#include <cstdint>
#include <cstring>

#include "referee/net/peer_address.h"

namespace test_support {

/// 192.0.2.NUMBER: an address that no host has, for examples (RFC 5737).
inline referee::PeerAddress documentation_address(std::uint8_t number) {
  sockaddr_in ip{};
  ip.sin_family = AF_INET;
  ip.sin_addr.s_addr = htonl(0xc0000200U + number);
  sockaddr_storage name{};
  std::memcpy(&name, &ip, sizeof(ip));
  return referee::PeerAddress::of(name);
}

}  // namespace test_support
