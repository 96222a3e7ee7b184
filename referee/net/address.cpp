#include "referee/net/address.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <system_error>

namespace referee {

Address Address::parse(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  Address address;
  const char* const end = text.data() + text.size();
  const char* const port = text.data() + (colon == std::string::npos ? text.size() : colon + 1);
  const auto [stop, error] = std::from_chars(port, end, address.port);
  if (colon == std::string::npos || colon == 0 || port == end || error != std::errc{} || stop != end) {
    throw std::invalid_argument("'" + text + "' is not an address: expected HOST:PORT, as 127.0.0.1:7878");
  }
  address.host = text.substr(0, colon);
  if (address.host.starts_with('[') && address.host.ends_with(']')) {
    address.host = address.host.substr(1, address.host.size() - 2);
  }
  return address;
}

std::vector<Address> Address::parse_list(const std::string& text) {
  std::vector<Address> all;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    all.push_back(parse(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return all;
}

}  // namespace referee
