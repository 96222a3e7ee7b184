#include "referee/tournament/match_seed.h"

#include <string>

#include "engines/sha256.h"
#include "referee/crypto/secrets.h"

namespace referee {
namespace {

constexpr int kSeedBits = 53;
constexpr std::size_t kSaltDigits = 32;

}  // namespace

engines::Seed MatchSeeds::of(const MatchSpec::Place& place, int attempt) const {
  std::string text = std::to_string(seed);
  for (const int part : {place.round, place.table, place.game_no, attempt}) {
    text.push_back('/');
    text += std::to_string(part);
  }
  const std::uint64_t first_64_bits = std::stoull(engines::Sha256::hex_of(text).substr(0, 16), nullptr, 16);
  return {first_64_bits >> (64 - kSeedBits), random_hex()};
}

engines::Seed MatchSeeds::of_instance(std::uint64_t instance_seed) const {
  return {instance_seed,
          engines::Sha256::hex_of(salt + "/" + std::to_string(instance_seed)).substr(0, kSaltDigits)};
}

}  // namespace referee
