// OpenSSL 3 would rather have EVP called, which it can give other providers. There each digest allocates,
// locks and counts references, which takes four times as long as to hash what a deal hashes.
#define OPENSSL_SUPPRESS_DEPRECATED

#include "protocol/sha256.h"

#include <openssl/crypto.h>

#include "protocol/hex.h"

namespace protocol {

bool same_digest(std::string_view one, std::string_view other) {
  return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

// These functions return 1 always: they fail only where a digest has another length than SHA-256 has.
Sha256::Sha256() : state_() { SHA256_Init(&state_); }

Sha256& Sha256::add(std::string_view bytes) {
  SHA256_Update(&state_, bytes.data(), bytes.size());
  return *this;
}

Sha256::Digest Sha256::digest() {
  Digest digest;  // NOLINT: filled below
  SHA256_Final(digest.data(), &state_);
  return digest;
}

std::string Sha256::hex() { return to_hex(digest()); }

}  // namespace protocol
