#include "referee/base/process_stat.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace referee {

std::int64_t stat_field(std::string_view stat, int n) {
  stat.remove_prefix(std::min(stat.size(), stat.rfind(')') + 2));
  for (; n > 1 && !stat.empty(); --n) {
    stat.remove_prefix(std::min(stat.size(), stat.find(' ')));
    stat.remove_prefix(std::min<std::size_t>(stat.size(), 1));
  }
  std::int64_t number = 0;
  std::from_chars(stat.data(), stat.data() + stat.size(), number);
  return number;
}

}  // namespace referee
