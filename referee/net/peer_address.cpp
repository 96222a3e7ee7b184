#include "referee/net/peer_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstring>

namespace referee {
namespace {

constexpr std::size_t kPrefix = 8;     // bytes of an IPv6 address that name a network
constexpr std::size_t kMappedAt = 12;  // where an IPv4 address stands in an IPv6 address

bool is_mapped(const std::array<unsigned char, 16>& bytes) {
  in6_addr address{};
  std::memcpy(&address, bytes.data(), bytes.size());
  return IN6_IS_ADDR_V4MAPPED(&address);
}

}  // namespace

PeerAddress PeerAddress::of(const sockaddr_storage& name) {
  PeerAddress address;
  if (name.ss_family == AF_INET) {
    sockaddr_in ip{};
    std::memcpy(&ip, &name, sizeof(ip));
    std::fill_n(address.bytes_.begin() + kMappedAt - 2, 2, 0xff);
    std::memcpy(address.bytes_.data() + kMappedAt, &ip.sin_addr, sizeof(ip.sin_addr));
  } else if (name.ss_family == AF_INET6) {
    sockaddr_in6 ip{};
    std::memcpy(&ip, &name, sizeof(ip));
    std::memcpy(address.bytes_.data(), &ip.sin6_addr, sizeof(ip.sin6_addr));
    if (!is_mapped(address.bytes_)) {
      std::fill(address.bytes_.begin() + kPrefix, address.bytes_.end(), 0);
    }
  }
  return address;
}

std::string PeerAddress::text() const {
  if (*this == PeerAddress()) {
    return "no address";
  }
  std::array<char, INET6_ADDRSTRLEN> text{};
  const bool mapped = is_mapped(bytes_);
  ::inet_ntop(mapped ? AF_INET : AF_INET6, bytes_.data() + (mapped ? kMappedAt : 0), text.data(),
              text.size());
  return std::string(text.data()) + (mapped ? "" : "/64");
}

}  // namespace referee
