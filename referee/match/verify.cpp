#include "referee/match/verify.h"

#include "referee/match/replay.h"

namespace referee {

Verified verify_record(std::string_view record) {
  try {
    Replay replay(record);
    while (replay.next_turn()) {
    }
    replay.close();
    return {std::nullopt, replay.turns(), replay.is_void()};
  } catch (const Difference& difference) {
    Verified verified;
    verified.difference = difference;
    return verified;
  }
}

}  // namespace referee
