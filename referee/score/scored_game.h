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

/// The command line that plays a match of an item again, in one shell-quoted line: `referee match` with seed,
/// salt, clock, options, and the bots of `by_seat`, which have the adapter and the stdio of `submission`
/// unless they are sample bots.
std::string replay_command(const engines::Entry& game, const RubricItem& item, const RubricGame& played,
                           const std::vector<std::vector<std::string>>& by_seat,
                           const BotCommand& submission);

/// A bot's command in one line. A sample bot is "sample:NAME", because its path differs between machines.
/// REQUIRES: at least one word.
std::string command_text(std::vector<std::string> argv);

/// In the words of an opponent's command, this mark is replaced by the seed of a match.
inline constexpr const char* kSeedMark = "{seed}";

/// The command of an opponent for a match with this seed: with kSeedMark it plays each match of an item in
/// another way, and the same match always in the same way. ["sample:lightcycle_dumb","--seed","{seed}1"] gets
/// "71" for seed 7.
std::vector<std::string> opponent_words(std::vector<std::string> command, std::uint64_t seed);

/// Which match of which item was played, and the seat of the submission in it.
struct PlayedOrder {
  const Rubric& rubric;
  const RubricItem& item;
  const RubricGame& game;
  std::size_t seat = 0;                   ///< of the submission
  const std::vector<std::string>& typed;  ///< the submission's command for replays
};

/// The report of a match that was played; the caller fills in its record and its time.
ScoredGame scored_game(const PlayedOrder& order, const PlayedAttempt& played);

/// Why a match does not count, without any fault of the submission: it is void, or a bot of the rubric has a
/// fault. Empty if it counts.
std::string why_void(const MatchResult& result, std::size_t seat);

/// The first answer of `seat` in a record that was not ok, with the view that it had been sent: plays the
/// record again up to that turn. The answer of an absent bot is `no_show`. Returns nothing if all were ok.
/// REQUIRES: a record that this program wrote.
std::optional<FirstFault> first_fault(std::string_view record, std::size_t seat);

}  // namespace referee::score
