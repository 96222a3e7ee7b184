#pragma once

#include <cstddef>

// OpenSSL's comparison in constant time, for this build, which has no OpenSSL.
inline int CRYPTO_memcmp(const void* one, const void* other, std::size_t size) {
  const auto* a = static_cast<const volatile unsigned char*>(one);
  const auto* b = static_cast<const volatile unsigned char*>(other);
  unsigned char difference = 0;
  for (std::size_t i = 0; i < size; ++i) {
    difference = static_cast<unsigned char>(difference | (a[i] ^ b[i]));
  }
  return difference;
}
