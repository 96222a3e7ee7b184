#pragma once

#include <sys/socket.h>

#include <array>
#include <compare>
#include <string>

namespace referee {

/// Where a connection comes from, for limits by address: an IPv4 address, or the first 64 bits of an IPv6
/// address, because one machine may use all addresses that begin with them.
class PeerAddress {
 public:
  /// No address: of a socket that has none, or whose peer has gone. All such are the same.
  PeerAddress() = default;
  /// `name`: see peer_of(). The port and IPv4 mapped into IPv6 make no difference.
  static PeerAddress of(const sockaddr_storage& name);

  /// "192.0.2.7", "2001:db8::/64" or "no address".
  std::string text() const;

  auto operator<=>(const PeerAddress&) const = default;

 private:
  std::array<unsigned char, 16> bytes_{};  // IPv4 as ::ffff:192.0.2.7
};

}  // namespace referee
