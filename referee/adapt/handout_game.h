#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "referee/adapt/program_run.h"

namespace referee {

/// The blanks that may separate and follow the words of a printed line.
inline constexpr std::string_view kBlanks = " \t\r\v\f";

/// One game of a student's program that a handout has started anew for each move: how it is asked, and what
/// its words mean.
class HandoutGame {
 public:
  virtual ~HandoutGame() = default;
  /// The program call for a turn with this view. Throws std::system_error if its input cannot be written.
  virtual ProgramCall call(const nlohmann::json& view) = 0;
  /// The move in the first line that the program has printed, given without its line end, in the words of
  /// the game's rules. Empty: none.
  virtual std::string move_in(std::string_view line) const = 0;
};

/// Begins a game with the `setup` of its `start` message.
using NewHandoutGame = std::function<std::unique_ptr<HandoutGame>(const nlohmann::json& setup)>;

/// Writes `text` to a file of its own, in place of whatever has its name. Throws std::system_error.
void put_file(const std::filesystem::path& path, std::string_view text);

/// What a run means.
struct RunAnswer {
  std::string move;  ///< empty: none
  std::string why;   ///< why it has no move: "sb-play printed nothing (exit status 1)"
};
/// `program` as the student knows it. REQUIRES: run.has_answered().
RunAnswer answer_of(const ProgramRun& run, const HandoutGame& game, const std::string& program);

}  // namespace referee
