#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "referee/tournament/standings/points.h"
#include "referee/tournament/standings/wide_int.h"

namespace referee {

/// The value of a tie-break, exact: points times points, and means of them. It is never negative.
///
/// It is a fraction whose unit is Points::units() squared, so that products of points are whole. A sum over R
/// rounds is below (R x Points::kUnit)^2, which leaves room for every R up to 30,000; a mean over M of such
/// sums may be compared while R x R x M is below 2^60.
class TieBreakValue {
 public:
  constexpr TieBreakValue() = default;
  /// One that is points, or counts something.
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
