#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engines/step/step_requests.h"
#include "protocol/framing.h"

namespace referee {

/// Requests as a stream of bytes that comes in pieces: a line each. Empty lines have no answer.
class RequestStream {
 public:
  /// `most`: how many positions are kept, at least 1. `make_game`: as StepRequests has it.
  RequestStream(std::size_t most, StepRequests::MakeGame make_game)
      : requests_(most, std::move(make_game)), lines_(StepRequests::kMaxRequest) {}

  /// Where the next bytes of the stream belong.
  std::span<char> space() { return lines_.space(); }
  /// The answers to the lines that are whole now that `size` bytes are in space().
  std::vector<std::string> filled(std::size_t size);
  /// The answer to what the stream ended with: a line without its newline, or nothing.
  std::vector<std::string> ended();

 private:
  StepRequests requests_;
  protocol::LineBuffer lines_;
};

}  // namespace referee
