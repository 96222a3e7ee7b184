#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"
#include "referee/adapt/game_folder.h"
#include "referee/adapt/handout_game.h"
#include "referee/adapt/program_bot.h"

namespace referee {

/// The course's own player of Superball: plays games with a program, or with the person at the terminal, by
/// itself, without a protocol, a clock or a record. With the same program, options and seed the scores are
/// the same as in matches. A program works in a copy of its folder. SIGQUIT prints the score so far; SIGINT
/// and SIGTERM end the game.
class SuperballPlayer {
 public:
  struct Show {
    bool boards = false;  ///< prints each board and each move
    bool waits = false;   ///< waits for Return before each move of a program
  };
  struct Result {
    std::int64_t score = 0;
    std::string wrong;   ///< why a move was not valid, which loses the game; empty if all were valid
    int stopped_by = 0;  ///< the signal that ended the game; 0 if none did
  };

  /// `words` as found_words() gives them; empty: a person plays, who is asked "Your Move: ", and
  /// again if a move is wrong. `options` of the
  /// game, complete or not.
  SuperballPlayer(std::vector<std::string> words, engines::Json options, Show show);
  /// Prints boards and moves as `show` asks, but not the result. Throws fields::Exception for wrong options,
  /// std::system_error if the program cannot be started.
  Result play(std::uint64_t seed);

 private:
  /// These return nothing if the game is stopped, or if standard input ends where a person plays.
  std::optional<RunAnswer> next_move(const engines::Json& view);
  std::optional<RunAnswer> ask_person();
  std::optional<RunAnswer> ask(const engines::Json& view);
  /// Waits for Return, until standard input ends. Returns false if the game is stopped.
  bool wait_for_return();
  /// A line of standard input without its end; nothing if that has ended, or if the game is stopped.
  std::optional<std::string> read_typed();
  void let_end(ProgramRun& run);
  /// Waits for signals, and for input from `descriptor` (-1: none), for `most_ms` milliseconds (-1: any
  /// time). Returns true if input can be read.
  bool wait_for(int descriptor, int most_ms = -1);

  std::vector<std::string> words_;
  engines::Json options_;
  Show show_;
  std::unique_ptr<HandoutGame> game_;  // of a program; null: a person plays
  std::optional<GameFolder> folder_;   // of a program
  SignalFile signals_;
  bool typing_ = true;  // standard input has not ended
  std::int64_t score_ = 0;
  int stopped_by_ = 0;
};

}  // namespace referee
