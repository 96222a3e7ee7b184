#include "referee/base/process_stat.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace referee {
namespace {

constexpr std::size_t kNameEnd = 96;  // the name ends before: the kernel's own have the longest, 64 bytes

/// The number at the beginning, which is then behind its blank.
std::int64_t take_number(std::string_view& fields) {
  std::int64_t number = 0;
  const char* const end = fields.data() + fields.size();
  const char* const behind = std::from_chars(fields.data(), end, number).ptr;
  fields.remove_prefix(std::min(fields.size(), static_cast<std::size_t>(behind - fields.data()) + 1));
  return number;
}

/// From field `n` on.
std::string_view fields_from(std::string_view stat, int n) {
  std::size_t at = stat.rfind(')', kNameEnd) + 2;  // without a name: 1
  for (; n > 1 && at < stat.size(); --n) {
    at = stat.find(' ', at);
    at = at == stat.npos ? stat.size() : at + 1;
  }
  return stat.substr(std::min(at, stat.size()));
}

}  // namespace

std::int64_t stat_field(std::string_view stat, int n) {
  std::string_view fields = fields_from(stat, n);
  return take_number(fields);
}

std::int64_t sum_of_stat_fields(std::string_view stat, int n) {
  std::string_view fields = fields_from(stat, n);
  const std::int64_t first = take_number(fields);
  return first + take_number(fields);
}

}  // namespace referee
