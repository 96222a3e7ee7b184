#pragma once

#include <cassert>
#include <functional>
#include <memory>
#include <random>

#include <nlohmann/json.hpp>

#include "sample_bots/cpp/runtime/command_line.h"

/// What all sample bots in C++ share: the connection and the messages. A bot is a Player, and a main() that
/// calls run() with a function that makes one.
namespace bots {

using Json = nlohmann::json;
using Rng = std::mt19937_64;

/// Plays one seat of one match.
class Player {
 public:
  virtual ~Player() = default;
  /// The view of an earlier turn of this match, of any seat's. The referee sends all of them, in order,
  /// before the first move() after a reconnect, or after the referee has crashed and started this bot again.
  /// A player that remembers anything from turn to turn overrides this.
  virtual void past(const Json& view) { static_cast<void>(view); }
  /// The clock of a turn, as in protocol/PROTOCOL.md (`left_ms`, `used_ms`); called before its move().
  virtual void clock(const Json& clock) { static_cast<void>(clock); }
  /// The answer to a turn, in the game's own shape.
  virtual Json move(const Json& view) = 0;
};

/// Makes the player of a match from its `start` message, which has the keys "seat" and "setup".
using NewPlayer = std::function<std::unique_ptr<Player>(const Json& start)>;

/// Plays until the referee says `bye` or, over stdin, until the stream ends; a lost TCP connection is dialled
/// again. Returns the exit code.
int run(const Settings& settings, const NewPlayer& new_player);

/// A number from 0 to n-1. REQUIRES: n >= 1.
inline std::size_t below(Rng& rng, std::size_t n) {
  assert(n >= 1);
  return std::uniform_int_distribution<std::size_t>(0, n - 1)(rng);
}

}  // namespace bots
