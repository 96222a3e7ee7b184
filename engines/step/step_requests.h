#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json_fwd.hpp>

#include "engines/registry.h"
#include "engines/step/position_table.h"

namespace referee {

/// Answers requests about positions, each a line of JSON: docs/reference/search-programs.md says what they
/// look like. A request with a mistake changes nothing.
class StepRequests {
 public:
  /// The most bytes of a request without its newline.
  static constexpr std::size_t kMaxRequest = 4 * 1024 * 1024;

  /// Makes a game from options and seed. It may replace options that name a file by that file's content.
  /// Throws std::invalid_argument or fields::Exception for options that the game refuses.
  using MakeGame = std::function<std::unique_ptr<engines::Game>(
      const engines::Entry&, nlohmann::json& options, const engines::Seed&)>;

  /// `most`: how many positions are kept, at least 1.
  StepRequests(std::size_t most, MakeGame make_game) : make_game_(std::move(make_game)), positions_(most) {}

  /// The line that answers a request, without a newline: an object with "error" if the request has a mistake.
  /// Never throws on any line.
  std::string answer(std::string_view line);
  /// The answer to a request over kMaxRequest bytes.
  static std::string answer_to_oversize();

 private:
  std::string answer_to(const nlohmann::json& request);

  MakeGame make_game_;
  PositionTable positions_;
};

}  // namespace referee
