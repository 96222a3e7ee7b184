#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "referee/tls/tls_stream.h"

struct ssl_ctx_st;

namespace referee {

/// Which certificate a client accepts. Neither `ca` nor `pin`: one that the system trusts, for this host.
struct TlsTrust {
  std::filesystem::path ca;  ///< PEM: the certificate has to be, or be signed by, one of these, for this host
  std::string pin;           ///< the SHA-256 of the certificate itself, 64 lower-case hex digits
};

/// A fingerprint as people copy it, with or without colons, in upper or lower case: 64 lower-case hex digits,
/// or "" if it is none.
std::string read_fingerprint(const std::string& text);

/// The client's end of TLS 1.2 and 1.3.
class TlsClient {
 public:
  /// Throws std::invalid_argument, naming the file, if `trust.ca` has no certificates.
  explicit TlsClient(const TlsTrust& trust);
  ~TlsClient();

  /// The client's end of a connection to `host`, a name or an address. It fails before any text is sent if
  /// the certificate is not accepted. The stream may outlive this object.
  std::unique_ptr<TlsStream> connect(const std::string& host) const;

 private:
  struct Free {
    void operator()(ssl_ctx_st* context) const;
  };

  std::unique_ptr<ssl_ctx_st, Free> context_;
  bool pinned_;
};

}  // namespace referee
