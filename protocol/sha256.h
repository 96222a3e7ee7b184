#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace protocol {

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
