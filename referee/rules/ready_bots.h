#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/registry.h"

namespace referee::rules {

/// In front of the name of a bot of the game's own folder, where a program is expected.
inline constexpr std::string_view kGamePrefix = "game:";

/// The words of a bot's command, whose first may be sample:NAME, a sample bot, or game:NAME, a bot that
/// game.json of `game` names: replaced by the path of the program, or by the command with paths of the game's
/// folder. `game`: nullptr if no one game is meant. Returns what is expected in place of the first word if no
/// bot has that name, with the nearest name; else nothing. Any other word stays.
std::optional<std::string> place_ready_bot(std::vector<std::string>& words, const engines::Entry* game);

/// "game:careful", for each bot that game.json of `game` names; none for our own games.
std::vector<std::string> bots_of(const engines::Entry& game);

/// The command with paths of `folder` in place of words that are files or folders there.
std::vector<std::string> placed_words(std::vector<std::string> command, const std::string& folder);

}  // namespace referee::rules
