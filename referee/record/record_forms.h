#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "referee/record/record_lines.h"

namespace referee {

// The forms of what a record states and no replay can know, such as names and how times were measured
// (protocol/RECORD.md). Both throw the Difference for the first value that no version of the referee has
// written, and for a key of the header that all versions write.

/// Checks the header, which is the present line. `seats`: of the game; lists by seat have as many entries.
void check_header_forms(const RecordLines& lines, std::size_t seats);

/// Checks an answer of the present line, at `path`.
void check_answer_forms(const RecordLines& lines, const nlohmann::json& answer, const std::string& path);

}  // namespace referee
