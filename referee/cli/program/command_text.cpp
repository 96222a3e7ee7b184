#include "referee/cli/program/command_text.h"

#include <sstream>
#include <string_view>

#include <CLI/CLI.hpp>

#include "referee/cli/commands.h"
#include "referee/cli/game_arguments.h"
#include "referee/cli/help_formatter.h"

namespace referee {
namespace {

/// Help may break the lines of a description; here it is one.
std::string on_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) {
    line += (line.empty() ? "" : " ") + word;
  }
  return line;
}

/// The words that an option takes. Those of games and of `ctl` are checked by us, and not by CLI11.
std::vector<std::string> values_of(const CLI::App& command, const CLI::Option& option) {
  const std::string name = option.get_name();
  if (name == "GAME" || name == "--game") {
    return names_of_games();
  }
  if (command.get_name() == "ctl" && name == "COMMAND") {
    return ctl_commands();
  }
  return words_of(option);
}

OptionText text_of(const CLI::App& command, const CLI::Option& option, const CLI::Formatter& help) {
  OptionText text;
  const bool positional = option.get_positional();
  if (positional) {
    text.names = {option.get_name()};
  }
  for (const std::string& letter : option.get_snames()) {
    text.names.push_back("-" + letter);
  }
  for (const std::string& word : option.get_lnames()) {
    text.names.push_back("--" + word);
  }
  text.head = on_one_line(help.make_option_name(&option, positional) + help.make_option_opts(&option));
  text.description = on_one_line(help.make_option_desc(&option));
  text.values = values_of(command, option);
  text.takes_value = takes_value(option);
  text.repeats = option.get_expected_max() > 1;
  return text;
}

}  // namespace

CommandText text_of(const CLI::App& app) {
  const auto formatter = std::dynamic_pointer_cast<CLI::Formatter>(app.get_formatter());
  const CLI::Formatter plain;
  const CLI::Formatter& help = formatter ? *formatter : plain;
  CommandText text;
  text.name = app.get_name();
  text.group = app.get_group();
  text.description = on_one_line(app.get_description());
  text.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) {
      continue;  // not in the help
    }
    if (option->get_positional()) {
      text.arguments.push_back(text_of(app, *option, help));
    } else {
      text.options.push_back(text_of(app, *option, help));
    }
  }
  text.usage = usage_of(app);
  return text;
}

std::vector<FooterSection> sections_of(const std::string& footer) {
  constexpr std::string_view kExitCode = "Exit code: ";
  constexpr std::string_view kIndent = "  ";
  std::vector<FooterSection> sections(1);
  std::istringstream lines(footer);
  bool begins = true;  // the line, a block
  for (std::string line; std::getline(lines, line);) {
    const bool is_heading = line == "Example:" || line == "Examples:";
    if (is_heading || line.starts_with(kExitCode)) {
      sections.push_back({is_heading ? "Examples" : "Exit status", {}});
      line.erase(0, is_heading ? line.size() : kExitCode.size());
      begins = true;
    }
    if (line.empty()) {
      begins = true;
      continue;
    }
    std::vector<FooterBlock>& blocks = sections.back().blocks;
    const bool is_listing = line.starts_with(kIndent);
    if (begins || blocks.back().is_listing != is_listing) {
      blocks.push_back({is_listing, ""});
    }
    blocks.back().text += line.substr(is_listing ? kIndent.size() : 0) + "\n";
    begins = false;
  }
  return sections;
}

std::vector<CommandText> commands_of(const CLI::App& program) {
  std::vector<CommandText> commands;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) {
      commands.push_back(text_of(*command));
    }
  }
  return commands;
}

}  // namespace referee
