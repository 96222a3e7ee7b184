#pragma once

#include <cstdint>
#include <string>

#include "protocol/limits.h"

namespace referee {

using protocol::kMaxSeed;

/// 16 bytes of the system's randomness in hex: salts and tokens. Throws std::runtime_error if the system
/// has none.
std::string random_hex();
/// A seed from the system's randomness, 0..kMaxSeed.
std::uint64_t random_seed();

/// No core file of this process is written, and other processes of its user read neither its memory nor its
/// environment: tokens and keys are in them. Programs that it starts are as usual.
void hide_memory();

}  // namespace referee
