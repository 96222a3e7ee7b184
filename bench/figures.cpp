#include "bench/figures.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace bench {

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

void print(const Row& row) {
  std::printf("%s | %s | %s | %.3f | %s\n", row.what.c_str(), row.floor.c_str(), row.measured.c_str(),
              row.ratio, row.asked.c_str());
  std::fflush(stdout);
}

void print_skipped(const std::string& what, const std::string& why) {
  std::printf("%s | - | not here | - | -\n", what.c_str());
  std::fflush(stdout);
  std::fprintf(stderr, "%s: not here: %s\n", what.c_str(), why.c_str());
}

std::string quantity(double value, int decimals, const char* unit) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f %s", decimals, value, unit);
  return text.data();
}

}  // namespace bench
