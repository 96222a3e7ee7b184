#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "step/position_table.h"

namespace referee {

/// Answers requests about positions, each a line of JSON: docs/STEP.md says what they look like. A request
/// with a mistake changes nothing.
class StepRequests {
 public:
  /// The most bytes of a request without its newline.
  static constexpr std::size_t kMaxRequest = 4 * 1024 * 1024;

  /// `most`: how many positions are kept, at least 1.
  explicit StepRequests(std::size_t most) : positions_(most) {}

  /// The line that answers a request, without a newline: an object with "error" if the request has a mistake.
  /// Never throws on any line.
  std::string answer(std::string_view line);
  /// The answer to a request over kMaxRequest bytes.
  static std::string answer_to_oversize();

 private:
  std::string answer_to(const nlohmann::json& request);

  PositionTable positions_;
};

}  // namespace referee
