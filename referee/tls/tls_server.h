#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "referee/tls/tls_stream.h"

struct ssl_ctx_st;

namespace referee {

/// What a port that speaks TLS needs: the key `tls` of a tournament file.
struct TlsSpec {
  std::filesystem::path certificate;  ///< PEM: the certificate, then those that signed it
  std::filesystem::path key;          ///< PEM, without a passphrase
  bool optional = false;              ///< connections without TLS are let in as well
};

/// The server's end of TLS 1.2 and 1.3 with one certificate. There are no session tickets, no renegotiation
/// and no compression.
class TlsServer {
 public:
  /// Seconds before the end of a certificate from which on warnings() says so: 14 days.
  static constexpr std::int64_t kSoon = 14LL * 24 * 60 * 60;

  /// Reads both files. `now` is in seconds since the epoch. Throws std::invalid_argument with
  /// "tls.certificate" or "tls.key", the file and what was expected: files that cannot be read or hold
  /// something else, a key of another certificate, a certificate that has expired or is not valid yet.
  TlsServer(const TlsSpec& spec, std::int64_t now);
  ~TlsServer();

  /// The server's end of a new connection.
  std::unique_ptr<TlsStream> accept() const;

  /// The SHA-256 of the certificate, as `join --pin` takes it.
  const std::string& fingerprint() const { return fingerprint_; }
  /// The last day on which it is valid, as 2027-11-22.
  const std::string& last_day() const { return last_day_; }
  /// What the operator should know, for people: it expires soon, others may read the key.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  struct Free {
    void operator()(ssl_ctx_st* context) const;
  };
  void use_certificate(const TlsSpec& spec, std::int64_t now);
  void use_key(const TlsSpec& spec);

  std::unique_ptr<ssl_ctx_st, Free> context_;
  std::string fingerprint_;
  std::string last_day_;
  std::vector<std::string> warnings_;
};

}  // namespace referee
