#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "referee/base/units.h"

namespace referee {

/// The blanks that may separate and follow the words of a printed line.
inline constexpr std::string_view kBlanks = " \t\r\v\f";

/// Bytes that are kept of the first line that a program prints, with its line end.
inline constexpr std::size_t kMostPrinted = 64 * 1024;

/// How long a program may run on after its first line, to write a file that it needs at the next move: the
/// course's own player waits for its end. Then it is killed.
inline constexpr Milliseconds kMayRunOn{1000};

/// What a program is given for a move: `program arguments < file`.
struct ProgramInput {
  std::vector<std::string> arguments;  ///< behind the words that were handed in
  std::string file;                    ///< the name of the file that is its standard input
  std::string text;                    ///< the content of that file
};

/// One game of a student's program that a handout has started anew for each move: how it is asked, and what
/// its words mean.
class HandoutGame {
 public:
  virtual ~HandoutGame() = default;
  /// What the program is given for a turn with this view.
  virtual ProgramInput input(const nlohmann::json& view) const = 0;
  /// The move in the first line that the program has printed, given without its line end, in the words of
  /// the game's rules. Empty: none.
  virtual std::string move_in(std::string_view line) const = 0;
};

/// Begins a game with the `setup` of its `start` message.
using NewHandoutGame = std::unique_ptr<HandoutGame> (*)(const nlohmann::json& setup);

/// What a run means.
struct RunAnswer {
  std::string move;  ///< empty: none
  std::string why;   ///< why it has no move: "sb-play printed nothing (exit status 1)"
};
/// `printed`: the program's first line, with its line end if it has one, or the first kMostPrinted bytes of
/// it. `how_ended`: "exit status 1", of a program that has printed nothing. `program`: as the student knows
/// it.
RunAnswer answer_of(std::string_view printed, const std::string& how_ended, const HandoutGame& game,
                    const std::string& program);

}  // namespace referee
