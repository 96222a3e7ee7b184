#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engines/registry.h"
#include "protocol/fields.h"

namespace referee::rules {

// How people and files name a game: "walls", one of ours, or "./tictactoe", a folder with a program that
// knows the rules (protocol/RULES_PROGRAM.md).

/// Whether `name` is a folder's, there or not: it has a "/" in it, or is "." or "..".
bool names_folder(std::string_view name);

/// The game of that name: one of engines::find_game(), or that of a folder, which is opened; a folder beside
/// `base` that has a game.json needs no "./" in front, unless another game has its name. `base`: where the
/// names of folders begin; empty: in the current folder. nullptr: there is no such game. Throws as
/// open_rules().
const engines::Entry* find_game(const std::string& name, const std::filesystem::path& base = {});

/// The game that a key of a file names; folders begin at `base`, that of the file. Throws fields::Exception
/// at the key if it names none, or a folder that its author has to mend, and the mistake that `in` has
/// already.
const engines::Entry& read_game(fields::Object& in, std::string_view key, const std::filesystem::path& base);

/// The game of a record whose header has that name and rules_sha256 ("": none): the game with that content,
/// if it is open; else that of a folder with that name that is at hand, which is opened: the current folder,
/// one in it with the game's name, or one above `place`, first of all one with that content; else one with
/// that name that is open. nullptr: there is none. Throws as open_rules().
const engines::Entry* find_recorded_game(const std::string& name, const std::string& rules_sha256,
                                         const std::filesystem::path& place);

/// What people type in the current folder, so that find_game() finds the game: its name, or its folder, from
/// the current one if it lies in there, else absolute.
std::string typed_name(const engines::Entry& game);
/// What a file in `folder` has of the game, so that read_game() finds it: its name, or a path to its folder.
std::string name_beside(const engines::Entry& game, const std::filesystem::path& folder);
/// What another process of ours on this machine is told, so that find_game() finds the game there as this
/// process has opened it, whatever happens to its folder: a copy, or its name. The copy goes away with this
/// process.
std::string place_of_copy(const engines::Entry& game);

}  // namespace referee::rules
