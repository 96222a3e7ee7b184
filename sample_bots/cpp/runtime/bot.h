#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include <nlohmann/json.hpp>

#include "protocol/require.h"
#include "sample_bots/cpp/runtime/command_line.h"

/// What all sample bots in C++ share: the connection and the messages. A bot is a Player, and a function of
/// its name that returns a Program.
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

/// A bot: what it is, and how it makes players.
struct Program {
  About about;
  std::function<NewPlayer(const Settings&)> players;  ///< reads the settings once
  /// For a command line that is none of a bot: does what it asks for, and returns the exit code. Nothing: it
  /// is one of a bot. Empty for most bots.
  std::function<std::optional<int>(int argc, const char* const* argv)> beside = {};
};

/// main() of a bot. Plays until the referee says `bye` or, over stdin, until the stream ends; a lost TCP
/// connection is dialled again. Returns the exit code.
int run(const Program& program, int argc, const char* const* argv);

/// Settings::seed_of_match() for the match that `start` begins.
inline std::uint64_t seed_of_match(const Settings& settings, const Json& start) {
  return settings.seed_of_match(start.at("match").get_ref<const std::string&>(),
                                start.at("seat").get<std::int64_t>());
}

/// A number from 0 to n-1, by Lemire's method: the same on every system, for the same `rng`. REQUIRES: n
/// >= 1.
inline std::size_t below(Rng& rng, std::size_t n) {
  REQUIRE(n >= 1);
  __extension__ using Wide = unsigned __int128;
  const std::uint64_t range = n;
  Wide product = Wide(rng()) * range;
  if (static_cast<std::uint64_t>(product) < range) {
    const std::uint64_t threshold = (0 - range) % range;  // below it some numbers would come more often
    while (static_cast<std::uint64_t>(product) < threshold) {
      product = Wide(rng()) * range;
    }
  }
  return static_cast<std::size_t>(product >> std::numeric_limits<std::uint64_t>::digits);
}

}  // namespace bots
