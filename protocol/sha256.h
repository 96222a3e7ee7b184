#pragma once

#include <openssl/sha.h>

#include <array>
#include <string>
#include <string_view>

namespace protocol {

/// Whether two digests are equal, in a time that does not tell how much of them is. For secrets.
bool same_digest(std::string_view one, std::string_view other);

/// SHA-256 of what has been added so far. A copy goes on apart.
class Sha256 {
 public:
  using Digest = std::array<unsigned char, SHA256_DIGEST_LENGTH>;

  Sha256();

  Sha256& add(std::string_view bytes);
  /// The digest of all that was added. Nothing may be added, or asked for, afterwards.
  Digest digest();
  /// digest() in lower-case hex.
  std::string hex();

  static std::string hex_of(std::string_view bytes) { return Sha256().add(bytes).hex(); }

 private:
  SHA256_CTX state_;
};

}  // namespace protocol
