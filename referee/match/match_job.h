#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/base/units.h"
#include "referee/match/saved_match.h"
#include "referee/net/line_trace.h"
#include "referee/process/bot_command.h"
#include "referee/record/given_turns.h"
#include "referee/record/match_spec.h"

namespace referee {

class Player;

/// The player of a seat: a bot that is launched for each attempt, or a player with a connection of its own.
/// With neither, the entrant is absent.
struct SeatSpec {
  std::string name;
  std::optional<BotCommand> bot = std::nullopt;  ///< the command to launch
  /// A player that is not launched: it dials in, or is a part of this process. Like MatchJob::trace it is not
  /// plain data: its connection belongs to this referee. REQUIRES: nullptr with a bot.
  std::shared_ptr<Player> player = nullptr;
};

/// The names of players, in the order of `seats`.
std::vector<std::string> names_of(const std::vector<SeatSpec>& seats);

/// A match that is to be played. All of it but SeatSpec::player, `opening` and `trace` is plain data, and
/// could travel to another machine: its two pointers are lines of tables that every referee has, of games (by
/// name and version) and of adapters (by name).
struct MatchJob {
  MatchSpec spec;               ///< `attempt`: the number of the next attempt
  std::vector<SeatSpec> seats;  ///< as many as the game has
  /// The next attempt is not new: it goes on where an earlier run of the program has left it.
  std::optional<SavedMatch> saved = std::nullopt;
  /// Gives `spec.given` for an attempt that is played with this seed, before each one that is new, on a
  /// thread of its own: it may wait for rules that are a program. One that throws engines::RulesFailure
  /// counts as a void attempt, and is called again. nullptr: `spec.given` stays as it is.
  std::function<GivenTurns(const engines::Seed& deal)> opening = nullptr;
  /// How long an attempt waits for players who are not connected.
  Milliseconds no_show{60000};
  /// A bot that cannot be started makes the attempt fail, and AttemptHooks::start_failed() rules on it; the
  /// next attempt begins after this time. Nothing: the match ends with what Launcher::launch() throws.
  std::optional<Milliseconds> relaunch_after = std::nullopt;
  /// Whether another game between the same players may follow: only then are its bots asked to stay for it,
  /// see KeptBots.
  bool another_follows = true;
  /// How many workers may lose an attempt of it; one worker counts once.
  std::size_t most_lost = kMostLost;
  static constexpr std::size_t kMostLost = 3;
  /// Gets the lines of all seats: of launched bots from their hello on, of others from the beginning of the
  /// attempt until they sit at another match with a trace. nullptr: none are kept.
  std::shared_ptr<LineTrace> trace = nullptr;
};

}  // namespace referee
