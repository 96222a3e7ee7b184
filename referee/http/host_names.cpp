#include "referee/http/host_names.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace referee::web {
namespace {

constexpr std::size_t kMostName = 255;

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
  return lower;
}

bool is_address(const std::string& name) {
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  return ::inet_pton(AF_INET, name.c_str(), bytes.data()) == 1 ||
         ::inet_pton(AF_INET6, name.c_str(), bytes.data()) == 1;
}

/// Without port, brackets and the dot that a whole name may end with.
std::string name_in(std::string_view host) {
  if (host.starts_with('[')) {
    const std::size_t end = host.find(']');
    const std::string_view rest = end == std::string_view::npos ? "[" : host.substr(end + 1);
    return rest.empty() || rest.starts_with(':') ? lower_case(host.substr(1, end - 1)) : "";
  }
  std::string_view name = host.substr(0, host.find(':'));
  name.remove_suffix(name.ends_with('.') ? 1 : 0);
  return lower_case(name);
}

}  // namespace

HostNames::HostNames(const std::vector<std::string>& names) : any_(false) {
  for (const std::string& name : names) {
    names_.insert(name_in(name));
  }
}

bool HostNames::know(std::string_view host) const {
  if (any_ || host.empty()) {
    return true;
  }
  const std::string name = name_in(host);
  return is_address(name) || name == "localhost" || name.ends_with(".localhost") || names_.contains(name);
}

std::string own_host_name() {
  std::array<char, kMostName + 1> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

}  // namespace referee::web
