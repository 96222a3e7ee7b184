#include "protocol/sha256.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <array>
#include <stdexcept>

#include "protocol/hex.h"

namespace protocol {
namespace {

void expect(int ok) {
  if (ok != 1) {
    throw std::runtime_error("libcrypto: SHA-256 failed");
  }
}

/// Looked up once: with EVP_sha256() libcrypto looks for it anew each time, which takes longer than to hash
/// what a deal hashes. It is kept until the process ends.
const EVP_MD* sha256() {
  static const EVP_MD* const kMethod = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return kMethod;
}

}  // namespace

bool same_digest(std::string_view one, std::string_view other) {
  return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

struct Sha256::Context {
  EVP_MD_CTX* md = EVP_MD_CTX_new();
  ~Context() { EVP_MD_CTX_free(md); }
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  expect(EVP_DigestInit_ex(context_->md, sha256(), nullptr));
}

Sha256::~Sha256() = default;

Sha256::Sha256(const Sha256& other) : context_(std::make_unique<Context>()) {
  expect(EVP_MD_CTX_copy_ex(context_->md, other.context_->md));
}

Sha256& Sha256::add(std::string_view bytes) {
  expect(EVP_DigestUpdate(context_->md, bytes.data(), bytes.size()));
  return *this;
}

std::string Sha256::hex() {
  std::array<unsigned char, 32> digest{};
  expect(EVP_DigestFinal_ex(context_->md, digest.data(), nullptr));
  return to_hex(digest);
}

}  // namespace protocol
