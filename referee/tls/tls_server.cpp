#include "referee/tls/tls_server.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <sys/stat.h>

#include <array>
#include <climits>
#include <ctime>
#include <stdexcept>

#include "referee/base/strict_json.h"
#include "referee/tls/openssl.h"

namespace referee {
namespace {

constexpr std::size_t kMaxFileMib = 1;
constexpr mode_t kForOthers = S_IRWXO | S_IWGRP;

/// TLS 1.2: suites with forward secrecy and authenticated encryption alone. TLS 1.3 has no others.
constexpr const char* kCiphers = "ECDHE+AESGCM:ECDHE+CHACHA20";

[[noreturn]] void refuse(const char* key, const std::filesystem::path& file, const std::string& why) {
  throw std::invalid_argument(std::string("tls.") + key + ": " + file.string() + ": " + why);
}

/// The text of a file as OpenSSL reads it.
OpenSslPtr<BIO> open_pem(const char* key, const std::filesystem::path& file, std::string& text) {
  try {
    text = read_small_file(file, kMaxFileMib);
  } catch (const std::invalid_argument& unreadable) {
    throw std::invalid_argument(std::string("tls.") + key + ": " + unreadable.what() +
                                ", expected a file in PEM form; referee certificate makes both files");
  }
  return OpenSslPtr<BIO>(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

/// Seconds since the epoch.
std::int64_t seconds_of(const ASN1_TIME* time) {
  std::tm parts{};
  return ASN1_TIME_to_tm(time, &parts) == 1 ? ::timegm(&parts) : 0;
}

std::string day_of(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm parts{};
  std::array<char, 32> text{};
  ::gmtime_r(&time, &parts);
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts)};
}

/// In place of OpenSSL's own, which would ask at the terminal.
int no_passphrase(char*, int, int, void*) { return -1; }

}  // namespace

void TlsServer::Free::operator()(ssl_ctx_st* context) const { SSL_CTX_free(context); }

TlsServer::TlsServer(const TlsSpec& spec, std::int64_t now) : context_(SSL_CTX_new(TLS_server_method())) {
  SSL_CTX* const context = context_.get();
  if (context == nullptr || SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1 ||
      SSL_CTX_set_cipher_list(context, kCiphers) != 1) {
    throw std::runtime_error("TLS: " + take_openssl_error());
  }
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET |
                                   SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_num_tickets(context, 0);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);  // 10,000 idle bots need no buffers
  SSL_CTX_set_default_passwd_cb(context, no_passphrase);
  use_certificate(spec, now);
  use_key(spec);
}

TlsServer::~TlsServer() = default;

void TlsServer::use_certificate(const TlsSpec& spec, std::int64_t now) {
  const auto& file = spec.certificate;
  std::string text;
  const OpenSslPtr<BIO> pem = open_pem("certificate", file, text);
  const OpenSslPtr<X509> certificate(PEM_read_bio_X509(pem.get(), nullptr, no_passphrase, nullptr));
  ERR_clear_error();
  if (certificate == nullptr) {
    refuse("certificate", file, "holds no certificate, expected -----BEGIN CERTIFICATE----- and so on");
  }
  if (SSL_CTX_use_certificate(context_.get(), certificate.get()) != 1) {
    refuse("certificate", file, "cannot be used: " + take_openssl_error());
  }
  while (X509* const signer = PEM_read_bio_X509(pem.get(), nullptr, no_passphrase, nullptr)) {
    if (SSL_CTX_add0_chain_cert(context_.get(), signer) != 1) {
      X509_free(signer);
      refuse("certificate", file, "its chain cannot be used: " + take_openssl_error());
    }
  }
  ERR_clear_error();
  const std::int64_t begin = seconds_of(X509_get0_notBefore(certificate.get()));
  const std::int64_t end = seconds_of(X509_get0_notAfter(certificate.get()));
  last_day_ = day_of(end);
  if (now > end) {
    refuse("certificate", file, "expired on " + last_day_ + ", expected one that is valid now");
  }
  if (now < begin) {
    refuse("certificate", file,
           "is valid from " + day_of(begin) + " on, expected one that is valid now (is the clock right?)");
  }
  if (end - now < kSoon) {
    warnings_.push_back("tls.certificate: " + file.string() + ": expires on " + last_day_);
  }
  fingerprint_ = fingerprint_of(*certificate);
}

void TlsServer::use_key(const TlsSpec& spec) {
  std::string text;
  const OpenSslPtr<BIO> pem = open_pem("key", spec.key, text);
  const OpenSslPtr<EVP_PKEY> key(PEM_read_bio_PrivateKey(pem.get(), nullptr, no_passphrase, nullptr));
  OPENSSL_cleanse(text.data(), text.size());
  if (key == nullptr) {
    const bool locked = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_BAD_PASSWORD_READ;
    ERR_clear_error();
    refuse("key", spec.key,
           locked ? "is locked by a passphrase, expected a key without one"
                  : "holds no private key, expected -----BEGIN PRIVATE KEY----- and so on");
  }
  if (SSL_CTX_use_PrivateKey(context_.get(), key.get()) != 1 ||
      SSL_CTX_check_private_key(context_.get()) != 1) {
    ERR_clear_error();
    refuse("key", spec.key, "does not fit the certificate in " + spec.certificate.string());
  }
  struct stat status {};
  if (::stat(spec.key.c_str(), &status) == 0 && (status.st_mode & kForOthers) != 0) {
    warnings_.push_back("tls.key: " + spec.key.string() + ": other users may read it; chmod 600 ends that");
  }
}

std::unique_ptr<TlsStream> TlsServer::accept() const {
  SSL* const ssl = SSL_new(context_.get());
  auto stream = std::make_unique<TlsStream>(ssl);
  SSL_set_accept_state(ssl);
  return stream;
}

}  // namespace referee
