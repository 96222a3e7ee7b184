#include "referee/tls/tls_client.h"

#include <openssl/err.h>
#include <openssl/x509v3.h>

#include <stdexcept>

#include "referee/tls/openssl.h"

namespace referee {
namespace {

constexpr std::size_t kFingerprintDigits = 64;

void free_pin(void*, void* pin, CRYPTO_EX_DATA*, int, long, void*) { delete static_cast<std::string*>(pin); }

/// Gives `context` a copy of `pin`, which lives as long as the context: streams outlive their TlsClient.
std::string* keep_pin(SSL_CTX* context, const std::string& pin) {
  static const int kIndex = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, free_pin);
  auto copy = std::make_unique<std::string>(pin);
  if (SSL_CTX_set_ex_data(context, kIndex, copy.get()) != 1) {
    throw std::runtime_error("TLS: " + take_openssl_error());
  }
  return copy.release();
}

/// In place of OpenSSL's check of a certificate: `pin` is a std::string.
int has_pin(X509_STORE_CTX* store, void* pin) {
  const X509* const certificate = X509_STORE_CTX_get0_cert(store);
  if (certificate != nullptr && fingerprint_of(*certificate) == *static_cast<const std::string*>(pin)) {
    return 1;
  }
  X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION);
  return 0;
}

}  // namespace

std::string read_fingerprint(const std::string& text) {
  std::string digits;
  for (const char c : text) {
    if (c >= 'A' && c <= 'F') {
      digits.push_back(static_cast<char>(c - 'A' + 'a'));
    } else if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')) {
      digits.push_back(c);
    } else if (c != ':') {
      return "";
    }
  }
  return digits.size() == kFingerprintDigits ? digits : "";
}

void TlsClient::Free::operator()(ssl_ctx_st* context) const { SSL_CTX_free(context); }

TlsClient::TlsClient(const TlsTrust& trust)
    : context_(SSL_CTX_new(TLS_client_method())), pinned_(!trust.pin.empty()) {
  SSL_CTX* const context = context_.get();
  if (context == nullptr || SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1) {
    throw std::runtime_error("TLS: " + take_openssl_error());
  }
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
  if (pinned_) {
    SSL_CTX_set_cert_verify_callback(context, has_pin, keep_pin(context, trust.pin));
  } else if (trust.ca.empty()) {
    SSL_CTX_set_default_verify_paths(context);
  } else if (SSL_CTX_load_verify_file(context, trust.ca.c_str()) != 1) {
    ERR_clear_error();
    throw std::invalid_argument("--ca: " + trust.ca.string() +
                                ": expected a file with certificates in PEM form");
  }
}

TlsClient::~TlsClient() = default;

std::unique_ptr<TlsStream> TlsClient::connect(const std::string& host) const {
  SSL* const ssl = SSL_new(context_.get());
  auto stream = std::make_unique<TlsStream>(ssl);
  if (!pinned_ && SSL_set1_host(ssl, host.c_str()) != 1) {
    throw std::runtime_error("TLS: " + take_openssl_error());
  }
  if (!is_address(host)) {
    SSL_set_tlsext_host_name(ssl, host.c_str());  // a server with several certificates chooses by it
  }
  SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  SSL_set_connect_state(ssl);
  return stream;
}

}  // namespace referee
