#pragma once

#include <span>

namespace referee {

/// Fills `bytes` with what nobody can foresee: salts, tokens, seeds and serial numbers are made of it, and of
/// nothing else. Throws std::runtime_error if the system gives none. A simulation in tests/world links
/// another definition, which follows from a seed; no program that is shipped does.
void fill_random(std::span<unsigned char> bytes);

}  // namespace referee
