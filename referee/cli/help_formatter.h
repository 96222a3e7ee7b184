#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <CLI/Formatter.hpp>

#include "referee/cli/command_table.h"

namespace referee {

/// The width of a terminal that no user has made wider, in columns.
inline constexpr std::size_t kHelpWidth = 80;

/// What CLI11 shows as help, in words for people. Of a command: an option's value is named by what it is
/// (FILE, SECONDS, 1-256), and what else is true of it stands in parentheses behind its description. Of the
/// program: one screen with its commands in groups, or a line for each command. No line is wider than
/// kHelpWidth: lines are broken at blanks, descriptions go on below their beginning, and an example of a
/// command goes on behind a backslash.
class HelpFormatter final : public CLI::Formatter {
 public:
  /// The groups of the program's commands, once all are known.
  void set_groups(std::vector<CommandGroup> groups) { groups_ = std::move(groups); }

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
  /// "Usage: referee check-bot [GAME] [OPTIONS] [-- COMMAND...]".
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;

 private:
  std::string overview_of(const CLI::App& program) const;
  std::string list_of(const CLI::App& program) const;

  std::vector<CommandGroup> groups_;
};

/// Whether a value follows an option, or it is an argument: flags have none.
bool takes_value(const CLI::Option& option);

/// The words that it takes, if these are words that can be listed.
std::vector<std::string> words_of(const CLI::Option& option);

/// What follows a command's name on its command line: "GAME [OPTIONS] [-- COMMAND...]".
std::string usage_of(const CLI::App& command);

/// `text` with its lines broken so. A word that is too long for a line of its own stays whole.
std::string fitted_help(const std::string& text);

}  // namespace referee
