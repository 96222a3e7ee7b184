#include "referee/base/secrets.h"

#include <sys/prctl.h>

#include <array>
#include <cstring>

#include "protocol/hex.h"
#include "referee/base/randomness.h"

namespace referee {
namespace {

template <std::size_t Size>
std::array<unsigned char, Size> random_bytes() {
  std::array<unsigned char, Size> bytes{};
  fill_random(bytes);
  return bytes;
}

}  // namespace

std::string random_hex() { return protocol::to_hex(random_bytes<16>()); }

std::uint64_t random_seed() {
  const auto bytes = random_bytes<sizeof(std::uint64_t)>();
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data(), sizeof(number));
  return number & kMaxSeed;
}

void hide_memory() { ::prctl(PR_SET_DUMPABLE, 0); }

}  // namespace referee
