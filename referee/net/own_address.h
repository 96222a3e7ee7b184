#pragma once

#include <string>

namespace referee {

/// The host under which other machines reach what listens on `host`, as far as this machine knows: `host`
/// itself, or for "0.0.0.0" and "::" an IPv4 address of this machine. "": only this machine reaches it. If
/// this machine has no such address, `host`.
std::string host_for_others(const std::string& host);

}  // namespace referee
