#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace referee::swiss {

/// A report file is not what it should be: "FILE:LINE:COLUMN: what was found, what was expected". Lines and
/// columns count from 1.
class TrfError : public std::invalid_argument {
 public:
  TrfError(const std::string& file, std::size_t line, std::size_t column, const std::string& complaint)
      : std::invalid_argument(file + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " +
                              complaint) {}
};

}  // namespace referee::swiss
