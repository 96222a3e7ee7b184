#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engines/game.h"
#include "engines/registry.h"
#include "referee/record/given_turns.h"

namespace referee {

/// A position of a recorded match, to be played on from: the game of that record, and all of its turns before
/// one.
struct RecordedPosition {
  const engines::Entry* game = nullptr;
  engines::Json options;  ///< complete
  engines::Seed seed;
  GivenTurns given;  ///< `from` is set
};

/// The position of `record` before turn `turn`, which is the first one to be played anew: 0 is the start.
/// `file`: its name, for messages. Throws std::invalid_argument, naming the file, if the record is not whole
/// and true up to there, if its seed is still secret, or if the game is over or has no such turn. REQUIRES:
/// turn >= 0. `game`: as Replay has it.
RecordedPosition position_in(std::string_view record, std::int64_t turn, const std::string& file,
                             const engines::Entry* game = nullptr);

}  // namespace referee
