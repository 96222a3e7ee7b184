#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace protocol {

/// Whether two digests are equal, in a time that does not tell how much of them is. For secrets.
bool same_digest(std::string_view one, std::string_view other);

/// SHA-256 of what has been added so far. Throws std::runtime_error if libcrypto fails.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  /// What has been added to `other` so far: both go on apart. REQUIRES: no hex() of `other` yet.
  Sha256(const Sha256& other);
  Sha256& operator=(const Sha256&) = delete;

  Sha256& add(std::string_view bytes);
  /// The digest in lower-case hex; nothing may be added afterwards.
  std::string hex();

  static std::string hex_of(std::string_view bytes) { return Sha256().add(bytes).hex(); }

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace protocol
