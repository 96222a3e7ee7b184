#include "referee/base/randomness.h"

#include <openssl/rand.h>

#include <stdexcept>

namespace referee {

void fill_random(std::span<unsigned char> bytes) {
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
    throw std::runtime_error("the system gives no random bytes");
  }
}

}  // namespace referee
