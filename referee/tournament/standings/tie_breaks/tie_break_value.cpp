#include "referee/tournament/standings/tie_breaks/tie_break_value.h"

#include <cassert>

namespace referee {
namespace {

constexpr WideInt kUnit = static_cast<WideInt>(Points::kUnit) * Points::kUnit;

// std::gcd takes no 128 bits where extensions are off.
WideInt common_divisor(WideInt a, WideInt b) {
  while (b != 0) {
    const WideInt rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

std::string digits(WideInt number) { return std::to_string(static_cast<std::int64_t>(number)); }

/// "2.5" of 250.
std::string decimal(WideInt hundredths) {
  std::string text = digits(hundredths / 100);
  if (const auto rest = static_cast<int>(hundredths % 100); rest != 0) {
    text.push_back('.');
    text.push_back(static_cast<char>('0' + rest / 10));
    if (rest % 10 != 0) {
      text.push_back(static_cast<char>('0' + rest % 10));
    }
  }
  return text;
}

}  // namespace

void TieBreakValue::reduce() {
  const WideInt divisor = common_divisor(units_, parts_);
  units_ /= divisor;
  parts_ /= divisor;
}

TieBreakValue TieBreakValue::over(std::int64_t parts) const {
  assert(parts > 0);
  if (parts == 1) {
    return *this;
  }
  TieBreakValue part(units_, parts_ * parts);
  part.reduce();
  return part;
}

TieBreakValue& TieBreakValue::operator+=(const TieBreakValue& other) {
  if (parts_ == other.parts_) {
    units_ += other.units_;
  } else {
    const WideInt divisor = common_divisor(parts_, other.parts_);
    units_ = units_ * (other.parts_ / divisor) + other.units_ * (parts_ / divisor);
    parts_ *= other.parts_ / divisor;
  }
  if (parts_ != 1) {
    reduce();
  }
  return *this;
}

double TieBreakValue::value() const {
  return static_cast<double>(units_) / static_cast<double>(kUnit) / static_cast<double>(parts_);
}

std::string TieBreakValue::text() const {
  const WideInt whole = kUnit * parts_;
  return decimal((units_ / whole) * 100 + ((units_ % whole) * 200 + whole) / (2 * whole));
}

std::string TieBreakValue::exact_text() const {
  const WideInt whole = kUnit * parts_;
  const WideInt rest = units_ % whole;
  if (rest * 100 % whole == 0) {
    return text();
  }
  const WideInt divisor = common_divisor(rest, whole);
  std::string fraction = digits(rest / divisor) + "/" + digits(whole / divisor);
  return units_ < whole ? fraction : digits(units_ / whole) + " " + fraction;
}

}  // namespace referee
