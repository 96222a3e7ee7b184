#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/attempt.h"
#include "referee/score/rubric.h"
#include "referee/score/score_report.h"

namespace referee::score {

/// The command line that plays a game of an item again, in one shell-quoted line: `referee match` with seed,
/// salt, clock, options, and the bots of `by_seat`, which have the
/// adapter and the stdio of `submission` unless they are sample bots.
std::string replay_command(const engines::Entry& game, const RubricItem& item, const RubricGame& played,
                           const std::vector<std::vector<std::string>>& by_seat,
                           const BotCommand& submission);

/// What stands for the seed of a game in the words of an opponent's command.
inline constexpr const char* kSeedMark = "{seed}";

/// The command of an opponent for a game of this seed: so that it plays each game of an item in another way,
/// and the same game always in the same. ["sample:lightcycle_dumb","--seed","{seed}1"] gets "71" for seed 7.
std::vector<std::string> opponent_words(std::vector<std::string> command, std::uint64_t seed);

/// Which game of which item, and who was scored in it.
struct PlayedOrder {
  const Rubric& rubric;
  const RubricItem& item;
  const RubricGame& game;
  std::size_t seat = 0;                   ///< of the submission
  const std::vector<std::string>& typed;  ///< its command for replays
};

/// What is reported of a game that was played; its record and its time are left to the caller.
ScoredGame scored_game(const PlayedOrder& order, const PlayedAttempt& played);

/// Why a game does not count although the submission may have done nothing wrong: it is void, or a bot of the
/// rubric has a fault. Empty if it counts.
std::string why_void(const MatchResult& result, std::size_t seat);

/// The first answer of `seat` in a record that was not ok, with what it had been asked: the record is played
/// again up to there. A bot that did not come has answered `no_show`. Nothing if all were ok. REQUIRES: a
/// record that this program wrote.
std::optional<FirstFault> first_fault(std::string_view record, std::size_t seat);

}  // namespace referee::score
