#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/adapt/handout_game.h"
#include "referee/base/units.h"

namespace referee {

/// What follows -- for an adapter: what was handed in.
enum class SubmissionKind : std::uint8_t {
  program,  ///< a program that can be started, and words for it
  file,     ///< one file, for an interpreter
  folder    ///< one folder, for an interpreter
};

/// Where a program works.
enum class WorksIn : std::uint8_t {
  its_folder,  ///< where it was handed in
  copy         ///< in a copy of that folder, of its own for each game
};

/// A submission that an interpreter is to play.
struct InterpretedSubmission {
  std::string path;   ///< whole, of the file or folder
  std::string place;  ///< whole, of the private folder that the driver's files are written to
  std::vector<std::string> files = {};  ///< of a folder: the names of the plain files in it, in any order
};

/// How an interpreter is started with a driver that speaks the protocol for a submission.
struct InterpreterStart {
  struct File {
    std::string path;  ///< in the private folder, with "/"
    std::string text;
  };
  struct Copy {
    std::string name;  ///< of a file in the submission; empty: none is copied
    std::string path;  ///< in the private folder, with "/"; its folder is there also where none is copied
  };

  std::vector<File> files = {};             ///< to be written into the private folder
  Copy copy = {};                           ///< of a submission that is a folder
  std::vector<std::string> arguments = {};  ///< of the interpreter
  std::vector<std::pair<std::string, std::string>> environment = {};  ///< variables beside those that it has
  bool works_there = false;  ///< true: in the private folder; false: where it was started
  std::string note = {};     ///< for the author, on standard error; empty: nothing
};

/// A convention that a course's handout sets for its programs; `--as` names it. The adapter speaks the
/// protocol in place of the program, which plays without a changed line. This is what it knows, without
/// processes and files: referee/adapt/submission.h plays by it. referee/games/adapters.h has all of them.
struct Adapter {
  std::string_view name;              ///< after --as
  std::string_view game;              ///< the only one that it knows
  std::string_view interpreter = {};  ///< a program that must be installed; empty: none
  std::string_view package = {};      ///< of Debian, which has the interpreter
  SubmissionKind takes = SubmissionKind::program;
  std::string_view expects = "a program that can be started";  ///< `takes` for people
  /// The program that the handout asks for, as a path in the folder that is handed in; empty: it names none.
  std::string_view program = {};
  WorksIn works_in = WorksIn::its_folder;
  /// Begins a game of a submission that is a program; null: it is for the interpreter.
  NewHandoutGame new_game = nullptr;
  /// How the interpreter is started; null: there is none.
  InterpreterStart (*interpreted)(const InterpretedSubmission&) = nullptr;
  /// Wall time that it may take to start, beside the init_ms of a clock, which is for what was handed in. An
  /// interpreter takes a second of processor time, and others start at once.
  Milliseconds start{0};

  /// True: it starts the submission's programs; false: it becomes the interpreter.
  constexpr bool starts_programs() const { return interpreted == nullptr; }
};

/// An interpreter's `start`: enough where forty processes want each CPU.
inline constexpr Milliseconds kInterpreterStart{50'000};

/// The time to say hello of a launched bot that the clock gives `init`; `adapter` may be null.
Milliseconds init_with(const Adapter* adapter, Milliseconds init);
/// What to say of a bot that has said no hello in that time: the adapter says it, not the program.
std::string why_no_hello(const Adapter& adapter, Milliseconds init);

/// Throws std::invalid_argument if `adapter` is for another game than `game`.
void check_game(const Adapter& adapter, std::string_view game);
/// What to say of words that the adapter does not take: "superball: got 'x', expected ...".
std::string wrong_words(const Adapter& adapter, const std::string& word);
/// What to say where the interpreter is missing: "racket, which is not installed: " and `how` to get it.
std::string not_installed(const Adapter& adapter, const std::string& how);

}  // namespace referee
