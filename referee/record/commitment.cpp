#include "referee/record/commitment.h"

#include "protocol/sha256.h"

namespace referee {

std::string commitment_of(const engines::Seed& seed) {
  return protocol::Sha256::hex_of(seed.salt + ":" + std::to_string(seed.number));
}

}  // namespace referee
