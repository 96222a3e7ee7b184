#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/verdict.h"

namespace referee {

/// How a match stands, for records and those who look on.
struct ProgramProgress {
  nlohmann::json view;  ///< an object with "turn", "text" and "picture", as far as they were told
};

/// A bot has done wrong.
struct ProgramFault {
  std::size_t seat = 0;
  protocol::Verdict verdict = protocol::Verdict::illegal;
  std::string why;  ///< for the bot's author
};

/// How a match ended.
struct ProgramResult {
  std::vector<double> scores;  ///< by seat
  std::int64_t turns = 0;
  nlohmann::json outcome;
  std::string replay;  ///< the name of a file in the folder of the order; empty: none
};

/// The match does not count.
struct ProgramVoid {
  std::string why;
};

using ProgramLine = std::variant<ProgramProgress, ProgramFault, ProgramResult, ProgramVoid>;

/// Bounds of what a match program says: protocol/MATCH_PROGRAM.md has the same numbers.
struct ProgramLineBound {
  static constexpr std::size_t kLine = 4 * 1024 * 1024;           ///< bytes
  static constexpr std::size_t kText = 1000;                      ///< bytes of "text" and of "why"
  static constexpr std::size_t kOutcome = 64 * 1024;              ///< bytes, as compact JSON
  static constexpr std::size_t kFaults = 1000;                    ///< lines of a match
  static constexpr std::size_t kProgress = 10'000;                ///< lines of a match that are recorded
  static constexpr std::size_t kProgressBytes = 8 * 1024 * 1024;  ///< of a match that are recorded
  static constexpr std::size_t kReplayName = 200;                 ///< bytes
  static constexpr std::int64_t kTurns = 1'000'000'000;
};

/// Reads a line of a match program with so many seats. Throws fields::Exception, with key paths below "line",
/// for one that contradicts protocol/MATCH_PROGRAM.md.
ProgramLine read_program_line(std::string_view line, std::size_t seats);

}  // namespace referee
