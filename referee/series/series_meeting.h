#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "referee/series/series_decision.h"
#include "referee/series/series_plan.h"

namespace referee {

/// Who meets in a series and until when, as the options of `referee match` and of the kit ask for it. Bots
/// are numbers here: first those of --bot, then those of --opponents, then those of --fill. Complaints name
/// the options.
struct SeriesMeeting {
  std::string game = {};       ///< for messages
  std::size_t seats = 2;       ///< of the game with its options, from 1
  std::size_t bots = 0;        ///< given by --bot
  std::string opponents = {};  ///< --opponents, a pool; empty: not given
  std::size_t pooled = 0;      ///< bots in that pool
  bool fill = false;           ///< --fill is given
  /// --listen is given: seats without a bot are for those who dial in. Nothing: there is no such option.
  std::optional<bool> listens = {};
  std::optional<std::int64_t> games = {};
  std::optional<std::int64_t> pairs = {};
  /// The bots are rated on one scale, in their order: SeriesPlan::neighbours(), with `games` as its groups.
  bool scale = false;
  std::string sprt = {};       ///< empty: not given
  std::string sprt_mean = {};  ///< empty: not given

  static constexpr std::int64_t kMostGames = 1'000'000;

  /// Throws std::invalid_argument for options that exclude each other, or that a game of `seats` does not
  /// have.
  void refuse_wrong_options() const;
  /// Throws std::invalid_argument if --bot gives too few bots, or too many, for a test or for --opponents.
  void refuse_wrong_bots() const;
  /// The test that ends the series, if one is asked for. Throws std::invalid_argument for a wrong text.
  std::optional<SeriesDecision> decision() const;
  /// Throws std::invalid_argument if there are too few bots for the seats, or too many. REQUIRES: nothing of
  /// the above is wrong.
  SeriesPlan plan() const;
  /// How many bots --fill adds. REQUIRES: plan() does not throw.
  std::size_t filled() const;
  /// How many bots dial in. REQUIRES: plan() does not throw.
  std::size_t dialled() const;

 private:
  bool in_pairs() const { return pairs || !sprt.empty(); }
  bool has_test() const { return !sprt.empty() || !sprt_mean.empty(); }
  std::int64_t number() const;
  std::string has_seats(const std::string& option) const;
  SeriesPlan gauntlet() const;
};

}  // namespace referee
