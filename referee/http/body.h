#pragma once

#include <memory>
#include <optional>
#include <string>

namespace referee::web {

/// The bytes of a response, which never change: any number of responses share one. It computes its tag and
/// its compressed form when they are first asked for, and keeps them. REQUIRES: tag() and gzipped() are
/// called on one thread only, that of the server; it may be made on any other.
class Body {
 public:
  explicit Body(std::string bytes) : bytes_(std::make_shared<const std::string>(std::move(bytes))) {}
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  const std::shared_ptr<const std::string>& bytes() const { return bytes_; }
  /// The bytes compressed by gzip; null if that would not make them smaller.
  const std::shared_ptr<const std::string>& gzipped() const;
  /// Names these bytes: 32 hex digits of their SHA-256. An entity tag is made of it.
  const std::string& tag() const;

 private:
  std::shared_ptr<const std::string> bytes_;
  mutable std::optional<std::shared_ptr<const std::string>> gzipped_;
  mutable std::string tag_;
};

using SharedBody = std::shared_ptr<const Body>;
inline SharedBody make_body(std::string bytes) { return std::make_shared<const Body>(std::move(bytes)); }

}  // namespace referee::web
