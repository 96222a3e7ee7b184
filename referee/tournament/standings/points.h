#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace referee {

/// Tournament points, exact. A table of k seats gives shares of 1/(k-1), whose sums would not compare equal
/// as floating point numbers; so points are counted in a unit that all shares of up to kMaxTable seats
/// divide.
class Points {
 public:
  static constexpr std::size_t kMaxTable = 17;        ///< seats at a table
  static constexpr std::int64_t kUnit = 2 * 720'720;  ///< of one point; 720720 is divisible by 1..16

  constexpr Points() = default;
  /// `halves` half points, shared among `parts` (1..16): halves / 2 / parts points.
  static constexpr Points halves(std::int64_t halves, std::int64_t parts = 1) {
    return Points(halves * (kUnit / 2 / parts));
  }
  static constexpr Points whole(std::int64_t points) { return Points(points * kUnit); }
  static constexpr Points of_units(std::int64_t units) { return Points(units); }

  constexpr std::int64_t units() const { return units_; }
  constexpr double value() const { return static_cast<double>(units_) / static_cast<double>(kUnit); }
  /// For people: at most two decimals, none that say nothing: "2", "2.5", "1.67".
  std::string text() const;

  constexpr Points& operator+=(Points other) {
    units_ += other.units_;
    return *this;
  }
  friend constexpr Points operator+(Points a, Points b) { return a += b; }
  friend constexpr Points operator-(Points a, Points b) { return Points(a.units_ - b.units_); }
  friend constexpr auto operator<=>(Points, Points) = default;

 private:
  constexpr explicit Points(std::int64_t units) : units_(units) {}
  std::int64_t units_ = 0;
};

}  // namespace referee
