#pragma once

#include <string>
#include <vector>

#include "referee/cli/program/command_text.h"

/// Pages on the commands in Markdown, for the site that scripts/docs builds. Options are definition lists, as
/// MyST reads them.
namespace referee {

/// The page of one command: how it is called, its options, exit status, examples.
std::string markdown_of_command(const CommandText& command);

/// The page that lists the commands by their groups, with links to NAME.md.
std::string markdown_of_program(const CommandText& program, const std::vector<CommandText>& commands);

}  // namespace referee
