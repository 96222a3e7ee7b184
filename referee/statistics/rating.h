#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

// How strong entrants are, estimated from single games: pure functions of results. README.md in this folder
// has the model, its sources, and why it is this one.
namespace referee::rating {

/// 95% of a normal distribution are within so many standard deviations of its mean.
inline constexpr double kNormal95 = 1.959964;

/// A tie of `size` that shares a place is so many times as likely as one of equals alone on it.
struct TieWeight {
  std::size_t size = 2;
  double weight = 0;
};

/// What a difference of strengths, in natural logarithms, has to be multiplied by so that near equality it
/// says of the mean result of two entrants of a table (1, 1/2, 0) what a difference of Elo does: where ties
/// are likely, strength shows less in results. 1 without ties; 2 / (2 + weight) at a table of two.
double elo_scale(std::size_t table, std::span<const TieWeight> ties);

/// One game as the model sees it: the ranks of its players. At least two seats. A player may have several of
/// them, as a program that fills seats: its seats have one strength.
struct RankedGame {
  struct Seat {
    std::size_t player = 0;
    int rank = 1;        ///< less is better; equal ones have tied
    bool first = false;  ///< sits on the game's first seat; at most one does
  };
  std::vector<Seat> seats;
  std::size_t times = 1;  ///< games that went so, from 1: they count as if each was listed
};

/// A player whose strength is known, which sets the scale.
struct Anchor {
  std::size_t player = 0;
  double elo = 0;  ///< finite
};

/// A number of Elo with its 95% interval, all finite.
struct Estimate {
  double elo = 0;
  double low = 0;
  double high = 0;

  bool operator==(const Estimate&) const = default;
};

/// What people are told of ratings that have not converged.
inline constexpr const char* kNotConverged =
    "They are not exact: the search for the maximum has not converged.";

struct Ratings {
  /// The players' ratings: their mean is 0, unless there are anchors; nothing for a player without a game. An
  /// anchor's interval has no width.
  std::vector<std::optional<Estimate>> players;
  /// What the first seat adds to the rating of the player who sits there; nothing if no game had a first
  /// seat.
  std::optional<Estimate> first_seat;
  /// The numbers are those of the greatest likelihood. Else they are where the search for it had to end, as
  /// where far anchors have tied.
  bool converged = true;
};

/// How much stronger one player is than another, from one estimate of all games: its interval knows how far
/// errors of the two are errors of both.
struct Difference {
  std::size_t player = 0;
  std::size_t other = 0;
  Estimate elo;
  double superiority = 0.5;  ///< how likely `player` is the stronger one, from 0 to 1
};

/// The differences of every two players who have a game, the one with the lower number first; no anchors.
std::vector<Difference> differences_of(std::size_t players, std::span<const RankedGame> games);

/// The ratings under which `games` are most likely. `players`: their number; seats name them from 0.
Ratings ratings_of(std::size_t players, std::span<const RankedGame> games);

/// The ratings under which `games` are most likely, on the scale of `anchors`, none twice: they keep their
/// ratings, and the prior draws the others to the mean of those that have a game. Without an anchor that has
/// a game the ratings are those without anchors. `players`: their number; seats name them from 0.
Ratings ratings_of(std::size_t players, std::span<const RankedGame> games, std::span<const Anchor> anchors);

}  // namespace referee::rating
