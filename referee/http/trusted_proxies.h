#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include "referee/net/peer_address.h"

namespace referee::web {

/// The reverse proxies whose X-Forwarded-For is believed. Nobody else's is.
class TrustedProxies {
 public:
  TrustedProxies() = default;
  /// Addresses and networks: "127.0.0.1", "10.0.0.0/8", "2001:db8::/32". Throws std::invalid_argument, naming
  /// the text.
  explicit TrustedProxies(const std::vector<std::string>& texts);

  bool contains(const boost::asio::ip::address& address) const;
  /// Who asks: `peer`, or, if that is a trusted proxy, the rightmost address of `forwarded` that is none.
  /// What is left of an element that is no address is not believed. `forwarded` has all headers of that name,
  /// joined by commas.
  boost::asio::ip::address client(const boost::asio::ip::address& peer, std::string_view forwarded) const;

 private:
  std::vector<boost::asio::ip::network_v6> networks_;  // IPv4 as IPv4 mapped into IPv6
};

/// The address in the name of a socket's other end, IPv4 even if mapped; unspecified if it has none.
boost::asio::ip::address address_of(const sockaddr_storage& name);
PeerAddress peer_address(const boost::asio::ip::address& address);

}  // namespace referee::web
