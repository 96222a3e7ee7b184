#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// One entry of the list by which ties on points are broken. Codes, meanings and article numbers are those of
/// the FIDE Handbook, C.07, in force since March 2026; TIE_BREAKS.md has the readings taken.
struct TieBreak {
  enum class Kind {
    direct_encounter,    ///< Article 6: results among those who are tied
    wins,                ///< 7.1: rounds with a win's points, played or not
    games_won,           ///< 7.2: encounters won by playing
    second_seats,        ///< 7.3, "games played with Black": played from the second seat
    second_seats_won,    ///< 7.4
    progressive,         ///< 7.5: the sum of the scores after each round
    buchholz,            ///< 8.1: the opponents' scores
    opponents_buchholz,  ///< 8.2: the mean Buchholz of the opponents played
    fore_buchholz,       ///< 8.3: Buchholz as if the final round had been drawn
    sonneborn_berger,    ///< 9.1: opponents' scores times the points scored against them
    koya,                ///< 9.2: points against those with half of what could be had
    rounds_elected,      ///< 7.6: rounds that the entrant elected to play in
    standard_points,     ///< 7.7: rounds ahead of the scheduled opponent, and half of those equal with it
    pairing_number,      ///< 7.8: the lower pairing number first
    points,              ///< the points themselves, where a report file ranks by something else before them
    average_rating,  ///< 10.1: the mean rating of the opponents played; the others from here on need ratings
    performance,     ///< 10.2: the tournament performance rating
    perfect_performance,  ///< 10.3: the lowest rating that expects the score
    average_performance,  ///< 10.4: the mean tournament performance rating of the opponents played
    average_perfect       ///< 10.5: the mean perfect performance of the opponents played
  };
  /// What the values of an entrant's rounds or games are together.
  enum class Total {
    sum,
    mean,                ///< exact
    rounded_mean,        ///< of ratings, to a whole number
    performance,         ///< 10.2: of ratings and results
    perfect_performance  ///< 10.3: of ratings and results
  };
  Kind kind = Kind::direct_encounter;
  int low_cuts = 0;   ///< least significant values left out: /C1, /C2, and of /M1, /M2
  int high_cuts = 0;  ///< most significant values left out, after the others: of /M1, /M2

  /// "BH/C1".
  std::string_view code() const;
  /// For people: "Buchholz without the lowest opponent".
  std::string_view meaning() const;
  /// Whether the lower value comes first.
  bool ascending() const { return kind == Kind::pairing_number; }
  Total total() const;
  /// Article 10: whether it depends on ratings from before the tournament.
  bool of_ratings() const { return kind >= Kind::average_rating; }
  bool operator==(const TieBreak&) const = default;
};

/// In the order in which they are applied; the points come before all of them, unless they stand in the list.
using TieBreaks = std::vector<TieBreak>;

bool points_come_first(std::span<const TieBreak> tie_breaks);

/// "BH/C1", "BH", "SB", "DE", "WIN": codes in order.
std::vector<std::string> codes_of(std::span<const TieBreak> tie_breaks);
/// For people, in a sentence: "Ties are broken by BH/C1 (Buchholz without the lowest opponent), ...".
std::string tie_breaks_legend(std::span<const TieBreak> tie_breaks);

/// Limits of a format for its list.
struct TieBreakScope {
  bool round_robin = false;
  bool seats_matter = true;  ///< two at a table who play on one board: there is a second seat
  bool report_file = false;  ///< of another program: entrants may have ratings from before the tournament,
                             ///< and tie-breaks may rank before the points
};

/// The list of a tournament that names none: of a Swiss BH/C1, BH, SB, DE, WIN; of a round robin DE, WIN, SB.
TieBreaks default_tie_breaks(bool round_robin);

/// Reads the optional key "tie_breaks" of a format: a list of codes, each once, those of the Buchholz family
/// not in a round robin (C.07, Article 8). "PTS" may stand first and is left out. Elsewhere it may stand in
/// the list of a report file only. A mistake is recorded in `in`; the default is returned then.
TieBreaks read_tie_breaks(fields::Object& in, const TieBreakScope& scope);

/// The value of a tie-break, exact: points times points, and means of them. Only ratings may be negative.
///
/// It is a fraction whose unit is Points::units() squared, so that products of points are whole. A sum over R
/// rounds is below (R x Points::kUnit)^2, which leaves room for every R up to 30,000; a mean over M of such
/// sums may be compared while R x R x M is below 2^60.
class TieBreakValue {
 public:
  constexpr TieBreakValue() = default;
  /// A value that is points, or a count.
  static constexpr TieBreakValue of(Points points) { return product(points, Points::whole(1)); }
  static constexpr TieBreakValue whole(std::int64_t count) { return of(Points::whole(count)); }
  static constexpr TieBreakValue product(Points a, Points b) {
    return TieBreakValue(static_cast<WideInt>(a.units()) * b.units(), 1);
  }

  /// The `parts`-th part; from 1.
  TieBreakValue over(std::int64_t parts) const;
  TieBreakValue& operator+=(const TieBreakValue& other);
  friend TieBreakValue operator+(TieBreakValue a, const TieBreakValue& b) { return a += b; }
  friend std::strong_ordering operator<=>(const TieBreakValue& a, const TieBreakValue& b) {
    return a.units_ * b.parts_ <=> b.units_ * a.parts_;
  }
  friend bool operator==(const TieBreakValue&, const TieBreakValue&) = default;

  /// The nearest number, or close to it: for display only.
  double value() const;
  /// For people: at most two decimals, rounded half up, none that say nothing: "2", "2.5", "1.67".
  std::string text() const;
  /// The whole value: "2.5", "1 2/3", "1/9".
  std::string exact_text() const;

 private:
  constexpr TieBreakValue(WideInt units, WideInt parts) : units_(units), parts_(parts) {}
  void reduce();

  WideInt units_ = 0;
  WideInt parts_ = 1;  // shares no divisor with units_
};

}  // namespace referee
