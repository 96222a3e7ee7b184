#pragma once

#include <cstddef>
#include <string_view>

#include "referee/record/record_lines.h"

namespace referee {

/// Hexadecimal digits of a SHA-256, as records have it.
inline constexpr std::size_t kHashDigits = 64;

// How a record closes: digest and seal of its last line. The checks throw a Difference.

/// Whether `text` is a time as records have it: "2026-11-20T08:00:00.000Z", of a day that the calendar has.
bool is_utc_time(std::string_view text);

/// Checks that the present line is a last one with the digest of the lines before it.
void check_digest(const RecordLines& lines);
/// Checks that nothing follows the present line.
void check_end(RecordLines lines);
/// Checks the seal of the last line.
void check_seal(const RecordLines& lines);

}  // namespace referee
