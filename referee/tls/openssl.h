#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>
#include <string>

namespace referee {

/// Frees what OpenSSL has made. For this folder's sources: other folders see no type of OpenSSL.
struct OpenSslDeleter {
  void operator()(SSL* object) const { SSL_free(object); }
  void operator()(SSL_CTX* object) const { SSL_CTX_free(object); }
  void operator()(BIO* object) const { BIO_free_all(object); }
  void operator()(X509* object) const { X509_free(object); }
  void operator()(EVP_PKEY* object) const { EVP_PKEY_free(object); }
};

template <class Object>
using OpenSslPtr = std::unique_ptr<Object, OpenSslDeleter>;

/// The oldest error that OpenSSL has noted on this thread, for people; it forgets all of them.
std::string take_openssl_error();

/// The SHA-256 of a certificate in DER, as 64 lower-case hex digits.
std::string fingerprint_of(const X509& certificate);

/// Whether `name` is an IPv4 or IPv6 address: a certificate has these apart from names of hosts.
bool is_address(const std::string& name);

}  // namespace referee
