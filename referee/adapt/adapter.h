#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/process/bot_command.h"

namespace referee {

/// A convention that a course's handout sets for its programs: what `--as` names. The adapter plays the
/// protocol's part, so that such a program plays with no line changed.
struct Adapter {
  std::string_view name;         ///< after --as
  std::string_view game;         ///< the only one that it knows
  std::string_view interpreter;  ///< a program that has to be installed; empty: none
  std::string_view package;      ///< of Debian, which has the interpreter
  bool starts_programs;  ///< true: it stays, and starts the submission's; false: it becomes the interpreter
  std::string_view expects;  ///< what has to stand behind --: "a program"
  /// Whether `words`, what stands behind --, can be that.
  bool (*accepts)(const std::vector<std::string>& words);
  /// Plays the submission `words` over standard input and output, as a launched bot: in the submission's
  /// folder, with a private folder as TMPDIR. Returns the exit code.
  int (*play)(const std::vector<std::string>& words);
};

/// All adapters, by name.
std::span<const Adapter> adapters();
/// nullptr: `json`, which needs none. Throws std::invalid_argument for a name that is neither.
const Adapter* adapter_named(std::string_view name);
/// `json` and the names of all adapters, or of those for one game.
std::vector<std::string> adapter_names();
std::vector<std::string> adapter_names(std::string_view game);

/// Throws std::invalid_argument if `adapter` is for another game than `game`.
void check_game(const Adapter& adapter, std::string_view game);
/// What is wrong with `stdio` for bots with `adapter`, which may be null: "tcp: ..."; empty: nothing.
std::string stdio_instead_of(Stdio stdio, const Adapter* adapter);
/// Throws std::invalid_argument for the same.
void check_stdio(Stdio stdio, const Adapter* adapter);
/// What is missing on this machine, and how to get it; empty: nothing.
std::string what_is_missing_for(const Adapter& adapter);
/// Throws std::invalid_argument, saying what to install, if something is missing.
void check_installed(const Adapter& adapter);
/// `words`, what stands behind --, with whole paths in place of those from the present folder. Throws
/// std::invalid_argument, saying what was expected or what to install, if they cannot play on this machine.
std::vector<std::string> adapted_words(const Adapter& adapter, const std::vector<std::string>& words);
/// The confinement of a bot's command where nobody has named a folder; `adapter` may be null. That of a
/// submission which is a folder is that folder.
Confinement default_confinement(const Adapter* adapter, const std::vector<std::string>& words);

/// The subcommand that is the adapter's process: `referee adapt NAME -- WORDS`.
inline constexpr const char* kAdaptWord = "adapt";
/// That process, as a bot that speaks the protocol. `command` itself if it has no adapter.
BotCommand with_adapter(BotCommand command);

}  // namespace referee
