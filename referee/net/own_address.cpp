#include "referee/net/own_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <array>
#include <memory>

namespace referee {
namespace {

/// "192.168.1.5", of the first interface that is up and leads out of the machine; "": there is none.
std::string first_address() {
  ifaddrs* found = nullptr;
  if (::getifaddrs(&found) != 0) {
    return "";
  }
  const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> all(found, &::freeifaddrs);
  for (const ifaddrs* one = found; one != nullptr; one = one->ifa_next) {
    const bool leads_out = (one->ifa_flags & IFF_UP) != 0 && (one->ifa_flags & IFF_LOOPBACK) == 0;
    if (!leads_out || one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) {
      continue;
    }
    std::array<char, INET_ADDRSTRLEN> text{};
    const auto* const address = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
    if (::inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size()) != nullptr) {
      return text.data();
    }
  }
  return "";
}

}  // namespace

std::string host_for_others(const std::string& host) {
  if (host == "localhost" || host == "::1" || host == "[::1]" || host.starts_with("127.")) {
    return "";
  }
  if (host != "0.0.0.0" && host != "::" && host != "[::]") {
    return host;
  }
  const std::string own = first_address();
  return own.empty() ? host : own;
}

}  // namespace referee
