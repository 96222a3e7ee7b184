#pragma once

#include <cstdint>
#include <string>

#include "bench/search/random_records/random_game.h"

namespace random_records {

/// The record of a match as a referee would write it.
struct RandomMatch {
  std::string id;      ///< "walls-s7-00042": the record's file is ID.jsonl
  std::string record;  ///< the whole file
};

/// Match `number` of a game and a seed; the same on every machine, times of day included.
RandomMatch play_random_match(const RandomGame& random, std::uint64_t seed, std::uint64_t number);

}  // namespace random_records
