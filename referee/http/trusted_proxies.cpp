#include "referee/http/trusted_proxies.h"

#include <sys/socket.h>

#include <cstring>
#include <optional>
#include <stdexcept>

#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/tcp.hpp>

namespace referee::web {
namespace {

namespace ip = boost::asio::ip;

constexpr unsigned short kMappedBits = 96;  // before the IPv4 address in an IPv6 address that stands for it
constexpr unsigned short kAllBits = 128;

ip::address_v6 mapped(const ip::address& address) {
  return address.is_v4() ? ip::make_address_v6(ip::v4_mapped, address.to_v4()) : address.to_v6();
}

/// IPv4 where an IPv6 address stands for one.
ip::address unmapped(const ip::address& address) {
  return address.is_v6() && address.to_v6().is_v4_mapped()
             ? ip::address(ip::make_address_v4(ip::v4_mapped, address.to_v6()))
             : address;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
    text.remove_suffix(1);
  }
  return text;
}

/// An element of X-Forwarded-For: an address, perhaps with a port: "192.0.2.7:4711", "[2001:db8::7]:4711".
std::optional<ip::address> forwarded_address(std::string_view element) {
  if (element.starts_with('[')) {
    element = element.substr(1, element.find(']') - 1);
  } else if (element.find('.') != std::string_view::npos && element.find("::") == std::string_view::npos) {
    element = element.substr(0, element.find(':'));
  }
  boost::system::error_code error;
  const ip::address address = ip::make_address(element, error);
  return error ? std::nullopt : std::optional(unmapped(address));
}

ip::network_v6 network_of(const std::string& text) {
  boost::system::error_code error;
  const bool prefix = text.find('/') != std::string::npos;
  if (!prefix) {
    const ip::address address = ip::make_address(text, error);
    if (!error) {
      return {mapped(address), kAllBits};
    }
  } else if (const auto four = ip::make_network_v4(text, error); !error) {
    return {mapped(four.network()), static_cast<unsigned short>(kMappedBits + four.prefix_length())};
  } else if (const auto six = ip::make_network_v6(text, error); !error) {
    return six.canonical();
  }
  throw std::invalid_argument("'" + text +
                              "' is no address or network, expected one as 127.0.0.1 or 10.0.0.0/8");
}

/// Whether `network` has `address`.
bool has(const ip::network_v6& network, const ip::address_v6& address) {
  return ip::network_v6(address, network.prefix_length()).network() == network.network();
}

}  // namespace

TrustedProxies::TrustedProxies(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    networks_.push_back(network_of(text));
  }
}

bool TrustedProxies::contains(const ip::address& address) const {
  const ip::address_v6 wide = mapped(address);
  for (const ip::network_v6& network : networks_) {
    if (has(network, wide)) {
      return true;
    }
  }
  return false;
}

ip::address TrustedProxies::client(const ip::address& peer, std::string_view forwarded) const {
  ip::address client = peer;
  while (contains(client) && !forwarded.empty()) {
    const std::size_t comma = forwarded.rfind(',');
    const std::size_t begin = comma == std::string_view::npos ? 0 : comma + 1;
    const auto address = forwarded_address(trimmed(forwarded.substr(begin)));
    if (!address) {
      break;
    }
    client = *address;
    forwarded = forwarded.substr(0, begin == 0 ? 0 : comma);
  }
  return client;
}

ip::address address_of(const sockaddr_storage& name) {
  ip::tcp::endpoint endpoint;
  if (name.ss_family != AF_INET && name.ss_family != AF_INET6) {
    return {};
  }
  std::memcpy(endpoint.data(), &name, endpoint.capacity());
  return unmapped(endpoint.address());
}

PeerAddress peer_address(const ip::address& address) {
  const ip::tcp::endpoint name(address, 0);
  sockaddr_storage storage{};
  std::memcpy(&storage, name.data(), name.size());
  return PeerAddress::of(storage);
}

}  // namespace referee::web
