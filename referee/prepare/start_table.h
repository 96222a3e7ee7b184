#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {
struct Adapter;
}

namespace referee::prepare {

/// Whether a hand-in's program is known by this name, as bot.py and Main.java are: rows 1 to 5 of the table.
bool is_start_file(std::string_view name);

/// How a hand-in is started.
struct Start {
  std::filesystem::path folder;      ///< of its program: the top of the hand-in, or the only folder there
  std::vector<std::string> command;  ///< with paths from `folder`
  std::string build;                 ///< run by sh in `folder` before; empty: nothing
};

/// The only folder in `folder`, if it holds no more than that, files for people to read and what systems
/// leave behind.
std::optional<std::filesystem::path> only_folder(const std::filesystem::path& folder);

/// Looks a hand-in up in the table of docs/reference/collecting.md: it must fit exactly one line of the first
/// row that it fits at all. Rows: `run`; a makefile with the target `bot`; a file `bot` in a language that is
/// known; a program `bot`; a file `main`; the only file in such a language. It may lie in the only folder at
/// the top, as archives of a repository have it, or in `src`. Throws BadSubmission, worded for its author, if
/// it fits no line or several, or if this machine lacks a program.
Start find_start(const std::filesystem::path& top);

/// Looks a hand-in up by a handout's convention: the words that follow `--as NAME --` are the only file at
/// the top, or the folder itself, that the adapter accepts. It may lie in the only folder at the top. Throws
/// BadSubmission, worded for its author.
Start find_start(const std::filesystem::path& top, const Adapter& adapter);

/// Looks for the folder of a command that somebody names: the first one, from the top, that has a file that
/// the command names, else the top.
Start find_start(const std::filesystem::path& top, std::vector<std::string> command);

/// `command` with absolute paths in place of those that name something in `folder`: the program if it has a
/// "/" or is not in PATH, and all arguments that are there.
std::vector<std::string> command_in(const std::filesystem::path& folder, std::vector<std::string> command);

}  // namespace referee::prepare
