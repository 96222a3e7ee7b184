#include "referee/base/randomness.h"

#include <sys/random.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <system_error>

namespace referee {
namespace {

constexpr std::size_t kMostAtOnce = 256;  // getentropy(3) gives no more

}  // namespace

/// By the kernel itself: to set up OpenSSL's generator takes a millisecond.
void fill_random(std::span<unsigned char> bytes) {
  while (!bytes.empty()) {
    const std::size_t size = std::min(bytes.size(), kMostAtOnce);
    if (::getentropy(bytes.data(), size) != 0) {
      throw std::system_error(errno, std::generic_category(), "the system gives no random bytes");
    }
    bytes = bytes.subspan(size);
  }
}

}  // namespace referee
