#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/adapt/adapter.h"
#include "referee/process/bot_command.h"

namespace referee {

/// What is wrong with `stdio` for bots with `adapter`, which may be null: "tcp: ..."; empty: nothing.
std::string stdio_instead_of(Stdio stdio, const Adapter* adapter);
/// Throws std::invalid_argument if something is wrong with `stdio` for bots with `adapter`:
/// stdio_instead_of().
void check_stdio(Stdio stdio, const Adapter* adapter);
/// What this machine lacks for the adapter, and how to get it; empty: nothing.
std::string what_is_missing_for(const Adapter& adapter);
/// Throws std::invalid_argument, saying what to install, if something is missing.
void check_installed(const Adapter& adapter);
/// Whether `words`, which follow --, can be what the adapter takes. The name of a program alone may be that
/// of one in the present folder, which many students have in PATH.
bool accepts(const Adapter& adapter, const std::vector<std::string>& words);
/// `words`, which follow --, with whole paths in place of those from the present folder. Throws
/// std::invalid_argument, saying what was expected or what to install, if they cannot play on this machine.
std::vector<std::string> adapted_words(const Adapter& adapter, const std::vector<std::string>& words);
/// `words` of an adapter that starts programs as they are found from any folder, the program first. Throws
/// std::invalid_argument if the adapter does not take them.
std::vector<std::string> found_words(const Adapter& adapter, const std::vector<std::string>& words);
/// The confinement of a bot's command for which no folder was named; `adapter` may be null. That of a
/// submission which is a folder is that folder.
Confinement default_confinement(const Adapter* adapter, const std::vector<std::string>& words);

/// Plays the submission `words` over standard input and output, as a launched bot: in the submission's
/// folder, with a private folder as TMPDIR. Returns the exit code. Throws std::invalid_argument for words
/// that the adapter does not take, and std::system_error.
int play_submission(const Adapter& adapter, const std::vector<std::string>& words);

/// The subcommand that is the adapter's process: `referee adapt NAME -- WORDS`.
inline constexpr const char* kAdaptWord = "adapt";
/// The command of the adapter's process for `command`, as a bot that speaks the protocol; `command` itself if
/// it has no adapter.
BotCommand with_adapter(BotCommand command);

}  // namespace referee
