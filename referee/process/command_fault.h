#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace referee {

/// Why a command cannot run as it was typed.
struct CommandFault {
  std::size_t word = 0;  ///< which of its words is wrong
  std::string expected;  ///< for people: what to write there

  bool operator==(const CommandFault&) const = default;
};

/// What can be known of `argv`, which is not empty, before it is started: whether its program can be run, and
/// whether the script that a known interpreter is given (python3 bot.py) is a file. Names are looked up here
/// and in `folder`, in which the bot works; it may be empty. Nothing: no fault is seen.
std::optional<CommandFault> fault_of_command(const std::vector<std::string>& argv,
                                             const std::filesystem::path& folder = {});

}  // namespace referee
