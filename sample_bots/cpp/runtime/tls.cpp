#include "sample_bots/cpp/runtime/tls.h"

#if __has_include(<openssl/opensslv.h>)
#include <openssl/opensslv.h>
#endif

#if defined(OPENSSL_VERSION_MAJOR) && OPENSSL_VERSION_MAJOR >= 3

#include <dlfcn.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/auxv.h>

#include <array>
#include <cerrno>
#include <stdexcept>

namespace bots {
namespace {

constexpr const char* kLibrary = "libssl.so.3";

/// The functions of OpenSSL that are used here, found at run time.
class OpenSsl {
 public:
  /// Throws std::runtime_error if the library is not there.
  static const OpenSsl& load() {
    static const OpenSsl loaded;
    return loaded;
  }

// A member of the name and type of a function of OpenSSL.
#define BOTS_FUNCTION(name) decltype(&::name) name = reinterpret_cast<decltype(&::name)>(find(#name))
  BOTS_FUNCTION(TLS_client_method);
  BOTS_FUNCTION(SSL_CTX_new);
  BOTS_FUNCTION(SSL_CTX_free);
  BOTS_FUNCTION(SSL_CTX_ctrl);
  BOTS_FUNCTION(SSL_CTX_set_verify);
  BOTS_FUNCTION(SSL_CTX_load_verify_file);
  BOTS_FUNCTION(SSL_CTX_set_default_verify_paths);
  BOTS_FUNCTION(SSL_new);
  BOTS_FUNCTION(SSL_free);
  BOTS_FUNCTION(SSL_ctrl);
  BOTS_FUNCTION(SSL_set1_host);
  BOTS_FUNCTION(SSL_set_fd);
  BOTS_FUNCTION(SSL_connect);
  BOTS_FUNCTION(SSL_read_ex);
  BOTS_FUNCTION(SSL_write_ex);
  BOTS_FUNCTION(SSL_shutdown);
  BOTS_FUNCTION(SSL_get_verify_result);
  BOTS_FUNCTION(SSL_get1_peer_certificate);
  BOTS_FUNCTION(X509_digest);
  BOTS_FUNCTION(X509_free);
  BOTS_FUNCTION(X509_verify_cert_error_string);
  BOTS_FUNCTION(EVP_sha256);
  BOTS_FUNCTION(ERR_get_error);
  BOTS_FUNCTION(ERR_clear_error);
  BOTS_FUNCTION(ERR_reason_error_string);
#undef BOTS_FUNCTION

 private:
  OpenSsl() = default;

  static void* library() {
    if (::getauxval(AT_BASE) == 0) {
      throw std::runtime_error("this program is linked statically, and has no TLS");
    }
    static void* const handle = ::dlopen(kLibrary, RTLD_NOW);
    if (handle == nullptr) {
      throw std::runtime_error(std::string("TLS needs OpenSSL 3: ") + ::dlerror());
    }
    return handle;
  }

  static void* find(const char* name) {
    void* const found = ::dlsym(library(), name);
    if (found == nullptr) {
      throw std::runtime_error(std::string(kLibrary) + " has no " + name);
    }
    return found;
  }
};

std::string reason(const OpenSsl& openssl) {
  const unsigned long error = openssl.ERR_get_error();
  openssl.ERR_clear_error();
  const char* const text = error == 0 ? nullptr : openssl.ERR_reason_error_string(error);
  return text == nullptr ? "the connection was closed" : text;
}

class OpenSslTls final : public Tls {
 public:
  /// Throws std::runtime_error.
  OpenSslTls(int socket, const std::string& host, const TlsTrust& trust) {
    context_.reset(expect(openssl_.SSL_CTX_new(openssl_.TLS_client_method())));
    openssl_.SSL_CTX_ctrl(context_.get(), SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, nullptr);
    if (trust.ca.empty()) {
      openssl_.SSL_CTX_set_default_verify_paths(context_.get());
    } else if (openssl_.SSL_CTX_load_verify_file(context_.get(), trust.ca.c_str()) != 1) {
      throw std::runtime_error("--ca " + trust.ca + ": expected a file with certificates in PEM form");
    }
    openssl_.SSL_CTX_set_verify(context_.get(), trust.pin.empty() ? SSL_VERIFY_PEER : SSL_VERIFY_NONE,
                                nullptr);
    ssl_.reset(expect(openssl_.SSL_new(context_.get())));
    if (trust.pin.empty()) {
      openssl_.SSL_set1_host(ssl_.get(), host.c_str());
    }
    if (host.find_first_not_of("0123456789.:") != std::string::npos) {  // a name, not an address
      openssl_.SSL_ctrl(ssl_.get(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                        const_cast<char*>(host.c_str()));
    }
    openssl_.SSL_set_fd(ssl_.get(), socket);
    agree(trust);
  }

  ~OpenSslTls() override { openssl_.SSL_shutdown(ssl_.get()); }

  ssize_t read(std::span<char> space) override {
    std::size_t size = 0;
    return openssl_.SSL_read_ex(ssl_.get(), space.data(), space.size(), &size) == 1
               ? static_cast<ssize_t>(size)
               : 0;
  }

  ssize_t write(std::string_view bytes) override {
    std::size_t size = 0;
    if (openssl_.SSL_write_ex(ssl_.get(), bytes.data(), bytes.size(), &size) == 1) {
      return static_cast<ssize_t>(size);
    }
    errno = EPIPE;
    return -1;
  }

 private:
  template <class Object>
  Object* expect(Object* made) const {
    if (made == nullptr) {
      throw std::runtime_error("TLS: " + reason(openssl_));
    }
    return made;
  }

  void agree(const TlsTrust& trust) {
    openssl_.ERR_clear_error();
    if (openssl_.SSL_connect(ssl_.get()) != 1) {
      const long refused = openssl_.SSL_get_verify_result(ssl_.get());
      throw std::runtime_error("no TLS: " + (trust.pin.empty() && refused != X509_V_OK
                                                 ? openssl_.X509_verify_cert_error_string(refused)
                                                 : reason(openssl_)));
    }
    if (!trust.pin.empty() && fingerprint() != trust.pin) {
      throw std::runtime_error("no TLS: the referee's certificate has another SHA-256 than --pin says");
    }
  }

  std::string fingerprint() const {
    X509* const certificate = expect(openssl_.SSL_get1_peer_certificate(ssl_.get()));
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    openssl_.X509_digest(certificate, openssl_.EVP_sha256(), digest.data(), &size);
    openssl_.X509_free(certificate);
    std::string hex;
    for (unsigned i = 0; i < size; ++i) {
      hex.push_back("0123456789abcdef"[digest[i] >> 4]);
      hex.push_back("0123456789abcdef"[digest[i] & 15]);
    }
    return hex;
  }

  const OpenSsl& openssl_ = OpenSsl::load();
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_{nullptr, openssl_.SSL_CTX_free};
  std::unique_ptr<SSL, decltype(&SSL_free)> ssl_{nullptr, openssl_.SSL_free};
};

}  // namespace

std::unique_ptr<Tls> Tls::connect(int socket, const std::string& host, const TlsTrust& trust,
                                  std::string& why) {
  try {
    return std::make_unique<OpenSslTls>(socket, host, trust);
  } catch (const std::runtime_error& failure) {
    why = failure.what();
    return nullptr;
  }
}

}  // namespace bots

#else

namespace bots {

std::unique_ptr<Tls> Tls::connect(int, const std::string&, const TlsTrust&, std::string& why) {
  why = "this program was compiled without OpenSSL, and has no TLS";
  return nullptr;
}

}  // namespace bots

#endif
