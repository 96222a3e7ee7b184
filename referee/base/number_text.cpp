#include "referee/base/number_text.h"

#include <array>
#include <cstdio>

#include "protocol/line_writer.h"

namespace referee {

std::string fixed_text(double value, int decimals) {
  std::array<char, 400> text{};  // the greatest double has 309 digits
  const int size = std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return {text.data(), static_cast<std::size_t>(size)};
}

std::string decimal_text(double value) {
  std::string text = fixed_text(value, 2);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) {
    text.pop_back();
  }
  return text;
}

std::string score_text(double score) { return protocol::dump(protocol::numbers({score}).front()); }

}  // namespace referee
