#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

// OpenSSL's calls of SHA-256 (FIPS 180-4), for this build, which has no OpenSSL. A test compares
// digests with native ones.

#define SHA256_DIGEST_LENGTH 32

struct SHA256_CTX {
  std::array<std::uint32_t, 8> state{};
  std::array<unsigned char, 64> block{};
  std::uint64_t size = 0;  // bytes that were added
};

namespace sha256_stand_in {

inline constexpr std::array<std::uint32_t, 64> kConstants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

inline void add_block(std::array<std::uint32_t, 8>& state, const unsigned char* block) {
  std::array<std::uint32_t, 64> words;
  for (std::size_t i = 0; i < 16; ++i) {
    words[i] = static_cast<std::uint32_t>(block[4 * i]) << 24U |
               static_cast<std::uint32_t>(block[4 * i + 1]) << 16U |
               static_cast<std::uint32_t>(block[4 * i + 2]) << 8U | block[4 * i + 3];
  }
  for (std::size_t i = 16; i < words.size(); ++i) {
    const std::uint32_t a = words[i - 15];
    const std::uint32_t b = words[i - 2];
    words[i] = words[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3U) + words[i - 7] +
               (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10U);
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint32_t one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                              ((e & f) ^ (~e & g)) + kConstants[i] + words[i];
    const std::uint32_t two =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + one;
    d = c;
    c = b;
    b = a;
    a = one + two;
  }
  const std::array<std::uint32_t, 8> added = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) {
    state[i] += added[i];
  }
}

}  // namespace sha256_stand_in

inline int SHA256_Init(SHA256_CTX* context) {
  *context = SHA256_CTX{.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
                                  0x1f83d9ab, 0x5be0cd19}};
  return 1;
}

inline int SHA256_Update(SHA256_CTX* context, const void* data, std::size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  for (std::size_t used = context->size % 64; size > 0; used = 0) {
    const std::size_t taken = size < 64 - used ? size : 64 - used;
    std::memcpy(context->block.data() + used, bytes, taken);
    context->size += taken;
    bytes += taken;
    size -= taken;
    if (used + taken == 64) {
      sha256_stand_in::add_block(context->state, context->block.data());
    }
  }
  return 1;
}

inline int SHA256_Final(unsigned char* digest, SHA256_CTX* context) {
  static constexpr std::array<unsigned char, 64> kPadding = {0x80};
  std::array<unsigned char, 8> bits;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    bits[i] = static_cast<unsigned char>(context->size * 8 >> (56 - 8 * i));
  }
  const std::size_t used = context->size % 64;
  SHA256_Update(context, kPadding.data(), (used < 56 ? 56 : 120) - used);
  SHA256_Update(context, bits.data(), bits.size());
  for (std::size_t i = 0; i < SHA256_DIGEST_LENGTH; ++i) {
    digest[i] = static_cast<unsigned char>(context->state[i / 4] >> (24 - 8 * (i % 4)));
  }
  return 1;
}
