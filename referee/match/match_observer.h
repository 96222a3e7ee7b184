#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/game.h"
#include "referee/record/match_result.h"
#include "referee/record/match_spec.h"

namespace referee {

struct PlayedAttempt;

/// A match that is being played, as its observers see it. Valid during the call only.
struct ObservedMatch {
  const MatchSpec& spec;                    ///< the seed in it is secret as long as the match is played
  const std::vector<std::string>& players;  ///< names, by seat
  const engines::Game& game;  ///< the state of now: an observer that shows a view asks the game for it
  std::string_view record;    ///< its lines so far: of a match that goes on, those before the restart, too
};

/// A turn that has been played. Valid during the call only.
struct PlayedTurn {
  std::int64_t number = 0;              ///< from 0
  std::span<const SeatAnswer> answers;  ///< of the seats that were asked: moves, verdicts and times
  std::string_view events;              ///< JSON
  std::string_view record_line;         ///< the turn's line in the record, with its newline
};

/// A seat whose bot has answered nothing for a while. Valid during the call only.
struct SilentSeat {
  std::size_t seat = 0;
  std::int64_t turn = 0;    ///< the open one, from 0
  Microseconds waited{0};   ///< for an answer, over turns in a row
  std::string advice = {};  ///< for the bot's author: "did you flush?"; "": an adapter speaks for it
};

/// Sees how matches are played; one observer may see many at the same time, and a match may have many. It is
/// called on the loop's thread between two turns, so it must return at once: one that writes to a disk or to
/// readers copies what it needs, and writes later. An exception in on_start() or on_turn() makes the match
/// void.
class MatchObserver {
 public:
  virtual ~MatchObserver() = default;
  /// An attempt is about to send `start`, or sends none if too few players are connected.
  virtual void on_start(const ObservedMatch&) {}
  /// A turn is over, and the game has made its step.
  virtual void on_turn(const ObservedMatch&, const PlayedTurn&) {}
  /// A connected bot has been silent for MatchSpec::silence_noticed; once a match for each seat.
  virtual void on_silence(const ObservedMatch&, const SilentSeat&) {}
  /// An attempt is over, void or not: its result has been kept, the players know it, and the launched bots
  /// are gone.
  virtual void on_end(const PlayedAttempt&) {}
};

/// The observers of one match; each outlives it.
using MatchObservers = std::vector<MatchObserver*>;

}  // namespace referee
