#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "protocol/fields.h"
#include "referee/games/game_parts.h"

namespace referee::score {

/// What is measured over the matches of an item, always for the submission: a measure that all games have,
/// one that belongs to a single game, or a list of the game's own outcome.
class Measured {
 public:
  enum class Common : std::uint8_t {
    score,     ///< mean score of its matches
    attained,  ///< mean share of the `attainable` score of each match's instance, each from 0 to 1
    wins,      ///< matches in which it was first alone
    pairwise,  ///< mean pairwise result of its matches, from 0 to 1: 1, 1/2, 0 against each other seat
    faults     ///< answers that were not ok, in all matches
  };
  using enum Common;

  constexpr Measured(Common common) : common_(common) {}
  /// `own` must be one of a game's parts.
  constexpr explicit Measured(const GameMeasure& own) : own_(&own) {}
  /// The mean of the submission's number in a list of Game::outcome() that has one by seat. `key`: its name
  /// in rubrics, "outcome.discs".
  static Measured of_outcome(std::string key) {
    Measured measured(score);
    measured.outcome_ = std::move(key);
    return measured;
  }

  constexpr const GameMeasure* own() const { return own_; }  ///< null: a measure that all games have
  /// "outcome.discs"; empty: another measure.
  const std::string& outcome() const { return outcome_; }
  /// REQUIRES: own() is null, and outcome() is empty.
  constexpr Common common() const { return common_; }
  bool operator==(const Measured&) const = default;

 private:
  Common common_{};
  const GameMeasure* own_ = nullptr;
  std::string outcome_ = {};
};

/// Reads the key "measure". Nothing if it is `other`, or missing where there is an `other`; "": there is
/// none. A mistake is recorded in `in`.
std::optional<Measured> read_measured(fields::Object& in, std::string_view other = {});
/// The key of a measure in rubrics.
std::string key_of(const Measured& measured);
/// The measure's name for people: "mean pairwise result".
std::string text_of(const Measured& measured);
/// Whether a leaderboard puts the greatest value first.
bool more_is_better(const Measured& measured);
/// Whether it is the mean over the matches of an item; else the values of the matches are added up.
bool is_mean(const Measured& measured);

/// How a measured value becomes a share of an item's points.
struct Criterion {
  enum class Scale : std::uint8_t {
    at_least,   ///< all points from `from` on
    more_than,  ///< all points above `from`
    at_most,    ///< all points up to `from`
    linear,     ///< none at `from`, all at `to`, in proportion between them; outside as at the nearer end
    steps       ///< the share of the last step that is reached
  };
  struct Step {
    double at_least = 0;
    double share = 0;  ///< 0 to 1
  };

  Measured measured = Measured::score;
  Scale scale = Scale::at_least;
  double from = 0;
  double to = 0;
  std::vector<Step> steps;  ///< both members ascend

  /// 0 to 1. A value within 1e-9 of a bound is on it: means of thirds and tenths are not exact.
  double share_of(double value) const;
  /// "mean pairwise result 0.43, asked: at least 0.4"
  std::string text_of(double value) const;
  /// "at least 0.4"
  std::string asked() const;

  /// Reads {"measure":"wins","at_least":2}, or more_than, at_most, "linear":{"from":0,"to":1},
  /// "steps":[{"at_least":50,"share":0.5},...]: exactly one of them. Throws fields::Exception below `path`.
  static Criterion read(const nlohmann::json& json, const std::string& path);
};

}  // namespace referee::score
