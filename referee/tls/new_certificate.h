#pragma once

#include <string>
#include <vector>

namespace referee {

/// A certificate that is signed with its own key, both in PEM.
struct NewCertificate {
  std::string certificate;
  std::string key;
  std::string fingerprint;  ///< SHA-256, as `join --pin` takes it
  std::string last_day;     ///< on which it is valid, as 2027-11-22
};

/// Makes a new P-256 key and a certificate for these host names and IP addresses, valid from an hour ago for
/// `days`. REQUIRES: at least one name; days >= 1. Throws std::invalid_argument for a name that is neither a
/// host name nor an address, std::runtime_error if OpenSSL fails.
NewCertificate make_certificate(const std::vector<std::string>& names, int days);

}  // namespace referee
