#pragma once

#include <cstddef>

namespace referee {

/// The columns of the terminal that standard output is; for a file or a pipe TextTable::kUnbounded.
std::size_t output_width();

/// Writes out what waits for standard output, and looks whether all of it was written. Returns `code`, or if
/// it was not, says so on standard error and returns exit_code::kInfrastructure in place of exit_code::kDone:
/// a script would take a file that is cut off for the answer. A reader that has gone, as `head` does, wanted
/// no more.
int with_written_output(int code);

}  // namespace referee
