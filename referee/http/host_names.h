#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace referee::web {

/// The names under which a server without TLS answers. A page of somebody else's, whose name leads to this
/// server for a moment (DNS rebinding), makes a browser send that name: it is none of these. With TLS the
/// certificate does the same.
class HostNames {
 public:
  /// Any name.
  HostNames() = default;
  /// `names`: without ports; localhost and all addresses are always known.
  explicit HostNames(const std::vector<std::string>& names);

  /// `host`: as the request has it, "class.example.org:7880" or "[::1]:7880"; "": it names none, as no
  /// browser does.
  bool know(std::string_view host) const;

 private:
  bool any_ = true;
  std::set<std::string, std::less<>> names_;
};

/// The name of this machine; "" if it has none.
std::string own_host_name();

}  // namespace referee::web
