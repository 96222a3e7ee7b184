#pragma once

#include <cstdint>
#include <functional>

#include "engines/superball/superball.h"
#include "sample_bots/cpp/superball/strategy.h"

/// The engine's board as a sample bot sees it.
superball::Board board_of(const engines::Superball& game);

/// Makes a bot's move in the engine; false, without a change, if the engine refuses it. `events`, if not
/// null, gets the engine's events.
bool play_move(engines::Superball& game, const superball::Move& move, engines::Json* events = nullptr);

/// The results of a game between a strategy and the engine.
struct SuperballGame {
  double score = 0;
  std::int64_t moves = 0;
  double seconds = 0;        ///< of processor time, of the strategy alone
  std::int64_t refused = 0;  ///< 1 if the engine refused a move, which ends the game
};

/// The limits of a move, from the score before it and the time used so far.
using LimitsFor = std::function<superball::Limits(double score, double seconds)>;

/// One game on the engine's default board with the handout's deal.
SuperballGame play_superball(std::uint64_t seed, superball::Strategy& strategy, const LimitsFor& limits);
