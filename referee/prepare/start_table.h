#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {
struct Adapter;
}

namespace referee::prepare {

/// A line of the table that says how a hand-in is started if nobody names a command.
struct StartWay {
  std::string_view file;                ///< of this name at the top of the hand-in
  std::string_view build;               ///< run by sh in its folder before; empty: nothing is to be built
  std::vector<std::string_view> start;  ///< the command, run in that folder
  std::string_view needs;               ///< programs that must be installed, as "javac java"; empty: none
  std::string_view target;  ///< `file` is a makefile that must have this target; empty: it is none
};

/// The table of configs/README.md: a hand-in must fit exactly one line of the first group that it fits at
/// all. Groups: `run`; a makefile with the target `bot`; sources and scripts; a program `bot`.
std::span<const std::vector<StartWay>> start_table();

/// How a hand-in is started.
struct Start {
  std::filesystem::path folder;      ///< of its program: the top of the hand-in, or the only folder there
  std::vector<std::string> command;  ///< with paths from `folder`
  std::string build;                 ///< run by sh in `folder` before; empty: nothing
};

/// The only folder in `folder`, if it holds no more than that and what programs of a system leave behind.
std::optional<std::filesystem::path> only_folder(const std::filesystem::path& folder);

/// Looks a hand-in up in the table. It may lie in the only folder at the top, as archives of a repository
/// have it. Throws BadSubmission, worded for its author, if it fits no line or several, or if this machine
/// lacks a program.
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
