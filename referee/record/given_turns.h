#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engines/game.h"
#include "referee/record/match_result.h"

namespace referee {

/// Turns that are played before the bots of a match are asked: an opening, or the beginning of another match.
/// No clock is charged for them, and no statistics count them. Plain data.
struct GivenTurns {
  /// The answers of the seats that were to move, in seat order: verdict, move (or what was offered, and the
  /// fault), forfeited. `spent` is what the rules are told. The rest of an answer is not used.
  using Turn = std::vector<SeatAnswer>;

  /// The record that the turns are from.
  struct Source {
    std::string match;
    int attempt = 1;
    std::string seal;  ///< of the record, 64 hex digits
  };

  std::vector<Turn> turns;
  /// How many turns more the opening has that the turns are from: its deal does not allow them.
  std::size_t left_out = 0;
  std::optional<Source> from = {};  ///< nothing: they are from no record
};

/// Begins a given turn of a game that may be pending() after it; the turn's events are for `events` then, and
/// refuse_refused() has to follow. Throws std::invalid_argument, as "turn 3, seat 1: got "x", expected a
/// legal move: ...", if it does not fit the position; the game is of no use then. `number`: of the turn, from
/// 0.
void begin_given(const GivenTurns::Turn& turn, std::int64_t number, engines::Game& game, std::string& events);
/// Throws std::invalid_argument if the rules have refused a move of the turn that was begun.
void refuse_refused(const GivenTurns::Turn& turn, std::int64_t number, const engines::Game& game);

/// Plays one given turn, and appends its events to `events`. Throws as those two.
void play_given(const GivenTurns::Turn& turn, std::int64_t number, engines::Game& game, std::string& events);

/// Plays all of them. Throws as play_given(), and if the game is over after them.
void play_given(const GivenTurns& given, engines::Game& game);

/// Throws std::invalid_argument if the game is over. `turns`: how many have been played.
void refuse_ended(const engines::Game& game, std::size_t turns);

}  // namespace referee
