#include "referee/match/match_seeds.h"

#include <initializer_list>
#include <string>

#include "protocol/sha256.h"
#include "referee/base/secrets.h"

namespace referee {
namespace {

constexpr int kSeedBits = 53;
constexpr std::size_t kSaltDigits = 32;

/// "the first 53 bits of SHA-256("seed/round/table/game/attempt")"
std::uint64_t number_of(std::uint64_t seed, std::initializer_list<int> parts) {
  std::string text = std::to_string(seed);
  for (const int part : parts) {
    text.push_back('/');
    text += std::to_string(part);
  }
  const std::uint64_t first_64_bits = std::stoull(protocol::Sha256::hex_of(text).substr(0, 16), nullptr, 16);
  return first_64_bits >> (64 - kSeedBits);
}

}  // namespace

engines::Seed MatchSeeds::of(const MatchSpec::Place& place, int attempt) const {
  return {number_of(seed, {place.round, place.table, place.game_no, attempt}), random_hex()};
}

engines::Seed MatchSeeds::of_shared(const SharedGame& game) const {
  return of_instance(number_of(seed, {game.round, 0, game.game, 0}));
}

engines::Seed MatchSeeds::of_instance(std::uint64_t instance_seed) const {
  return {instance_seed,
          protocol::Sha256::hex_of(salt + "/" + std::to_string(instance_seed)).substr(0, kSaltDigits)};
}

}  // namespace referee
