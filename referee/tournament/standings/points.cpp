#include "referee/tournament/standings/points.h"

#include <cstdlib>

namespace referee {

std::string Points::text() const {
  // Rounded half away from zero; the tie-breaks use the exact value.
  const std::int64_t hundredths = (std::abs(units_) * 100 + kUnit / 2) / kUnit;
  std::string text = std::to_string(hundredths / 100);
  if (const std::int64_t rest = hundredths % 100; rest != 0) {
    text.push_back('.');
    text.push_back(static_cast<char>('0' + rest / 10));
    if (rest % 10 != 0) {
      text.push_back(static_cast<char>('0' + rest % 10));
    }
  }
  if (units_ < 0 && hundredths > 0) {
    text.insert(text.begin(), '-');
  }
  return text;
}

}  // namespace referee
