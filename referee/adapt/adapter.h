#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/base/units.h"
#include "referee/process/bot_command.h"

namespace referee {

/// A convention that a course's handout sets for its programs; `--as` names it. The adapter speaks the
/// protocol in place of the program, which plays without a changed line. Games have theirs among their parts
/// (referee/games/game_parts.h); referee/games/adapters.h finds one by its name.
struct Adapter {
  std::string_view name;         ///< after --as
  std::string_view game;         ///< the only one that it knows
  std::string_view interpreter;  ///< a program that must be installed; empty: none
  std::string_view package;      ///< of Debian, which has the interpreter
  bool starts_programs;      ///< true: it starts the submission's programs; false: it becomes the interpreter
  std::string_view expects;  ///< the words that must follow --: "a program"
  /// Whether `words`, which follow --, can be that.
  bool (*accepts)(const std::vector<std::string>& words);
  /// Plays the submission `words` over standard input and output, as a launched bot: in the submission's
  /// folder, with a private folder as TMPDIR. Returns the exit code.
  int (*play)(const std::vector<std::string>& words);
  /// Wall time that it may take to start, beside the init_ms of a clock, which is for what was handed in. An
  /// interpreter takes a second of processor time, and others start at once.
  Milliseconds start{0};
  /// The program that the handout asks for, as a path in the folder that is handed in; empty: it names none.
  std::string_view program = {};
};

/// An interpreter's `start`: enough where forty processes want each CPU.
inline constexpr Milliseconds kInterpreterStart{50'000};

/// The time to say hello of a launched bot that the clock gives `init`; `adapter` may be null.
Milliseconds init_with(const Adapter* adapter, Milliseconds init);
/// What to say of a bot that has said no hello in that time: the adapter says it, not the program.
std::string why_no_hello(const Adapter& adapter, Milliseconds init);

/// Throws std::invalid_argument if `adapter` is for another game than `game`.
void check_game(const Adapter& adapter, std::string_view game);
/// What is wrong with `stdio` for bots with `adapter`, which may be null: "tcp: ..."; empty: nothing.
std::string stdio_instead_of(Stdio stdio, const Adapter* adapter);
/// Throws std::invalid_argument if something is wrong with `stdio` for bots with `adapter`:
/// stdio_instead_of().
void check_stdio(Stdio stdio, const Adapter* adapter);
/// What this machine lacks for the adapter, and how to get it; empty: nothing.
std::string what_is_missing_for(const Adapter& adapter);
/// Throws std::invalid_argument, saying what to install, if something is missing.
void check_installed(const Adapter& adapter);
/// `words`, which follow --, with whole paths in place of those from the present folder. Throws
/// std::invalid_argument, saying what was expected or what to install, if they cannot play on this machine.
std::vector<std::string> adapted_words(const Adapter& adapter, const std::vector<std::string>& words);
/// The confinement of a bot's command for which no folder was named; `adapter` may be null. That of a
/// submission which is a folder is that folder.
Confinement default_confinement(const Adapter* adapter, const std::vector<std::string>& words);

/// The subcommand that is the adapter's process: `referee adapt NAME -- WORDS`.
inline constexpr const char* kAdaptWord = "adapt";
/// The command of the adapter's process for `command`, as a bot that speaks the protocol; `command` itself if
/// it has no adapter.
BotCommand with_adapter(BotCommand command);

}  // namespace referee
