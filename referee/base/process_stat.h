#pragma once

#include <cstdint>
#include <string_view>

namespace referee {

/// A field of proc(5)'s /proc/PID/stat as a number, counted behind the process's name, which may hold spaces
/// and brackets: the state, which is no number, is field 1, the parent 2. 0 if there is no such field.
std::int64_t stat_field(std::string_view stat, int n);
/// The sum of that field and of the next one.
std::int64_t sum_of_stat_fields(std::string_view stat, int n);

}  // namespace referee
