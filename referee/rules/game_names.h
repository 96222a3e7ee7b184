#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engines/registry.h"
#include "protocol/fields.h"

namespace referee::rules {

// How people and files name a game: "walls", one of ours, or "./tictactoe", a folder with a program that knows
// the rules (protocol/RULES_PROGRAM.md).

/// Whether `name` is a folder's, there or not: it has a "/" in it, or is "." or "..".
bool names_folder(std::string_view name);

/// The game of that name: one of engines::find_game(), or that of a folder, which is opened; a folder beside
/// `base` that has a game.json needs no "./" in front, unless another game has its name. `base`: where the names of
/// folders begin; empty: in the current folder. nullptr: there is no such game. Throws as open_rules().
const engines::Entry* find_game(const std::string& name, const std::filesystem::path& base = {});

/// The game that a key of a file names; folders begin at `base`, that of the file. Throws fields::Exception at
/// the key if it names none, or a folder that its author has to mend, and the mistake that `in` has already.
const engines::Entry& read_game(fields::Object& in, std::string_view key, const std::filesystem::path& base);

/// Opens the game of a record or store whose game is called `name`, if it is not known yet, and if a folder
/// of it is at hand: one above `place`, the current folder, or one in the current folder with the game's name.
/// Does nothing if there is none. Throws as open_rules().
void open_rules_near(const std::string& name, const std::filesystem::path& place);

/// What a file or another program of ours is told, so that find_game() finds the game there: its folder,
/// absolute, or its name.
std::string place_of(const engines::Entry& game);

}  // namespace referee::rules
