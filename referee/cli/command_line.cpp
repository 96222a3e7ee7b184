#include "referee/cli/command_line.h"

#include <algorithm>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include <CLI/CLI.hpp>

#include "protocol/nearest.h"
#include "referee/base/text.h"
#include "referee/cli/bot_options.h"
#include "referee/cli/commands.h"

namespace referee {
namespace {

bool is_option(std::string_view word) { return word.size() > 1 && word.starts_with('-'); }

void refuse_unknown_command(const CLI::App& program, const std::string& word) {
  std::vector<std::string> known;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == word) {
      return;
    }
    if (!command->get_group().empty()) {
      known.push_back(command->get_name());
    }
  }
  const std::string meant = protocol::did_you_mean(word, known);
  throw std::invalid_argument("no command '" + word + "'" +
                              (meant.empty() ? ": referee --list lists all commands" : meant));
}

/// The option that was typed, without its dashes and its value.
std::string bare_name(const std::string& typed) {
  const std::string name = typed.substr(0, typed.find('='));
  return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

std::vector<std::string> long_names_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_group().empty()) {
      names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
    }
  }
  return names;
}

/// What was typed and belongs nowhere, in the order in which it was typed. A word behind an unknown option is
/// its value as a rule: then only the option is named.
std::string complaint_about(const CLI::App& command, const std::vector<std::string>& left_over) {
  const auto option = std::ranges::find_if(left_over, is_option);
  if (option != left_over.end()) {
    const std::string meant = protocol::nearest_word(bare_name(*option), long_names_of(command));
    return "no option '" + option->substr(0, option->find('=')) + "'" +
           (meant.empty() ? "" : ": did you mean '--" + meant + "'?");
  }
  std::string text = left_over.size() == 1 ? "unexpected argument" : "unexpected arguments";
  for (const std::string& word : left_over) {
    text += " '" + word + "'";
  }
  const bool has_bots = command.get_option_no_throw("--bot") != nullptr;
  return text + (has_bots ? ": expected a bot by --bot COMMAND, or behind --" : "");
}

[[noreturn]] void refuse_left_over(const CLI::App& program) {
  const std::vector<CLI::App*> named = program.get_subcommands();
  const CLI::App& command = named.empty() ? program : *named.back();
  const std::string who = named.empty() ? "referee" : "referee " + command.get_name();
  const std::string complaint = complaint_about(command, command.remaining());
  throw std::invalid_argument((named.empty() ? "" : command.get_name() + ": ") + complaint +
                              (complaint.ends_with('?') ? "" : "; see " + who + " --help"));
}

/// Prints CLI11's message about a wrong command line, which may quote it, or help or version if the command
/// line asks for them. Returns the exit code.
int explain(const CLI::App& program, const CLI::ParseError& error) {
  std::ostringstream complaint;
  const bool help_or_version = program.exit(error, std::cout, complaint) == 0;
  // What was wrong is one line, whatever it quotes; lines of CLI11's own follow.
  const std::string text = complaint.str();
  const std::size_t quoting = text.starts_with(error.what()) ? std::string_view(error.what()).size() : 0;
  std::cerr << escaped(text.substr(0, quoting), "\\") << escaped(text.substr(quoting), "\\\n");
  return help_or_version ? exit_code::kDone : exit_code::kUsage;
}

}  // namespace

std::optional<int> run_command_line(CLI::App& program, std::vector<std::string> words) {
  if (words.empty()) {
    std::cerr << program.help();
    return exit_code::kUsage;
  }
  if (!words.front().starts_with('-')) {
    refuse_unknown_command(program, words.front());
    words = with_bot_as_option(*program.get_subcommand(words.front()), std::move(words));
  }
  std::ranges::reverse(words);  // as CLI11 takes them
  try {
    program.parse(std::move(words));
  } catch (const CLI::ExtrasError&) {
    refuse_left_over(program);
  } catch (const CLI::RequiredError& error) {
    if (program.get_subcommands().empty() && !program.remaining().empty()) {
      refuse_left_over(program);
    }
    return explain(program, error);
  } catch (const CLI::ParseError& error) {
    return explain(program, error);
  }
  return std::nullopt;
}

}  // namespace referee
