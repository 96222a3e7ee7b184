#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"
#include "engines/registry.h"
#include "referee/base/units.h"
#include "referee/loop/tasks.h"
#include "referee/record/seat_turns.h"

namespace referee {

/// What is kept of a match that an earlier run of the program has begun: plain data, all vectors by seat.
struct SavedMatch {
  std::string record;      ///< its header and its turns so far, whole lines
  std::vector<bool> came;  ///< whether the seat's player was connected at its start
  /// How long the seat had been silent, over turns in a row; empty: no seat had.
  std::vector<Microseconds> silence = {};
};

/// The bytes of `record` up to the end of the last turn that agrees with its replay; 0 if the header does
/// not. What is behind them was cut off or damaged when the machine lost power. Never throws on any text.
std::size_t true_part(std::string_view record, const engines::Entry& game);

/// Where a saved match stands.
struct MatchState {
  using Seat = SeatAccount;
  std::unique_ptr<engines::Game> game;
  std::int64_t turns = 0;        ///< that were played, given ones included
  std::int64_t given_turns = 0;  ///< before the first that was asked
  std::vector<Seat> seats;
};

/// Books an answer of the record for its seat as the match did, but for the time of its clock. REQUIRES: a
/// Replay has accepted it.
void book(const nlohmann::json& answer, MatchState::Seat& seat);

/// Plays a saved match again: the game, clocks, charges and verdicts as they were after its last turn.
/// Throws std::runtime_error if its record does not agree with its replay, and engines::RulesFailure. `saved`
/// must outlive the task.
Task<MatchState> state_of(Tasks& tasks, const SavedMatch& saved, const engines::Entry& game);

/// The seed and the salt of a saved match. REQUIRES: state_of() accepts it.
engines::Seed seed_of(const SavedMatch& saved);

}  // namespace referee
