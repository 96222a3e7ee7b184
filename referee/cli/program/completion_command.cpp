#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "referee/cli/commands.h"
#include "referee/cli/program/command_text.h"

// Completion of the command line in three shells, from what the commands and options say of themselves. Where
// a word is not one of a list, the shell completes names of files; behind -- it does so always, for a bot's
// command.

namespace referee {
namespace {

using Write = std::string (*)(const CommandText& program, const std::vector<CommandText>& commands);

std::string joined(const std::vector<std::string>& words, std::string_view between = " ") {
  std::string text;
  for (const std::string& word : words) {
    text.append(text.empty() ? "" : between).append(word);
  }
  return text;
}

std::vector<std::string> names_of(const std::vector<OptionText>& options) {
  std::vector<std::string> names;
  for (const OptionText& option : options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

std::vector<std::string> values_of(const std::vector<OptionText>& options) {
  std::vector<std::string> values;
  for (const OptionText& option : options) {
    values.insert(values.end(), option.values.begin(), option.values.end());
  }
  return values;
}

std::string names_of_commands(const std::vector<CommandText>& commands) {
  std::vector<std::string> names;
  for (const CommandText& command : commands) {
    names.push_back(command.name);
  }
  return joined(names);
}

/// The first sentence: menus of shells are narrow.
std::string first_sentence(const std::string& description) {
  const std::size_t end = std::min(description.find(". "), description.find("; "));
  return description.substr(0, end);
}

/// A word in single quotes, for a shell that knows '\''. Fish does, too: outside quotes \' is a quote there.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    out += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return out + "'";
}

// bash

std::string bash_values(const std::string& command, const OptionText& option) {
  if (!option.takes_value) {
    return "";
  }
  std::vector<std::string> places;
  for (const std::string& name : option.names) {
    places.push_back(command + "/" + name);
  }
  return "    " + joined(places, " | ") + ") options='' values='" + joined(option.values) + "' ;;\n";
}

std::string bash(const CommandText& program, const std::vector<CommandText>& commands) {
  std::string of_commands;
  std::string of_options;
  for (const CommandText& command : commands) {
    of_commands += "    " + command.name + ") options='" + joined(names_of(command.options)) + "' values='" +
                   joined(values_of(command.arguments)) + "' ;;\n";
    for (const OptionText& option : command.options) {
      of_options += bash_values(command.name, option);
    }
  }
  return "# Completion of the command line of referee in bash, written by `referee completion bash`.\n"
         "_referee() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} options values i\n"
         "  COMPREPLY=()\n"
         "  if ((COMP_CWORD == 1)); then\n"
         "    COMPREPLY=($(compgen -W '" +
         names_of_commands(commands) + " " + joined(names_of(program.options)) +
         "' -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  for ((i = 2; i < COMP_CWORD; ++i)); do\n"
         "    [[ ${COMP_WORDS[i]} != -- ]] || return 0  # the words of a bot's command\n"
         "  done\n"
         "  case ${COMP_WORDS[1]} in\n" +
         of_commands +
         "  esac\n"
         "  case ${COMP_WORDS[1]}/${COMP_WORDS[COMP_CWORD - 1]} in\n" +
         of_options +
         "  esac\n"
         "  [[ $word != -* ]] || values=$options\n"
         "  COMPREPLY=($(compgen -W \"$values\" -- \"$word\"))\n"
         "}\n"
         "complete -o default -F _referee referee\n";
}

// zsh

/// What _arguments takes as an explanation in brackets, or as the name of a value.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    out += (c == '[' || c == ']' || c == ':' || c == '\\') ? "\\" + std::string(1, c) : std::string(1, c);
  }
  return out;
}

std::string zsh_values(const OptionText& option) {
  return option.values.empty() ? "_files" : "(" + joined(option.values) + ")";
}

/// One name of an option; where it may be given once, its other names are not offered beside it.
std::string zsh_option(const OptionText& option, const std::string& name) {
  const std::string before = option.repeats ? "*" : "(" + joined(option.names) + ")";
  const std::string value = option.takes_value ? ":value:" + zsh_values(option) : "";
  return quoted(before + name + "[" + zsh_text(first_sentence(option.description)) + "]" + value);
}

std::string zsh_arguments(const CommandText& command) {
  std::string text = "      _arguments -S";
  for (const OptionText& option : command.options) {
    for (const std::string& name : option.names) {
      text += " \\\n        " + zsh_option(option, name);
    }
  }
  for (const OptionText& argument : command.arguments) {
    text += " \\\n        " + quoted((argument.repeats ? "*:" : ":") + zsh_text(argument.names.front()) +
                                     ":" + zsh_values(argument));
  }
  return text + "\n      ;;\n";
}

std::string zsh(const CommandText& program, const std::vector<CommandText>& commands) {
  std::string listed;
  std::string of_commands;
  for (const CommandText& command : commands) {
    listed += "      " + quoted(command.name + ":" + command.description) + "\n";
    of_commands += "    " + command.name + ")\n" + zsh_arguments(command);
  }
  return "#compdef referee\n"
         "# Completion of the command line of referee in zsh, written by `referee completion zsh`.\n"
         "_referee() {\n"
         "  if ((CURRENT == 2)); then\n"
         "    local -a commands=(\n" +
         listed +
         "    )\n"
         "    _describe command commands\n"
         "    compadd -- " +
         joined(names_of(program.options)) +
         "\n"
         "    return\n"
         "  fi\n"
         "  shift words\n"
         "  ((CURRENT--))\n"
         "  case $words[1] in\n" +
         of_commands +
         "  esac\n"
         "}\n"
         "# This file is read by the completion system itself, or by `source`.\n"
         "if [[ $funcstack[1] == _referee ]]; then\n"
         "  _referee \"$@\"\n"
         "else\n"
         "  compdef _referee referee\n"
         "fi\n";
}

// fish

std::string fish_option(const std::string& condition, const OptionText& option) {
  std::string text = "complete -c referee -n " + quoted(condition);
  for (const std::string& name : option.names) {
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (option.takes_value) {
    text += option.values.empty() ? " -r -F" : " -x -a " + quoted(joined(option.values));
  }
  return text + " -d " + quoted(first_sentence(option.description)) + "\n";
}

std::string fish(const CommandText& program, const std::vector<CommandText>& commands) {
  std::string text =
      "# Completion of the command line of referee in fish, written by `referee completion fish`.\n"
      "function __referee_begins\n"
      "    test (count (commandline -opc)) -eq 1\n"
      "end\n"
      "function __referee_command\n"
      "    set -l words (commandline -opc)\n"
      "    test (count $words) -ge 2; and test $words[2] = $argv[1]; and not contains -- -- $words\n"
      "end\n";
  for (const OptionText& option : program.options) {
    text += fish_option("__referee_begins", option);
  }
  for (const CommandText& command : commands) {
    const std::string condition = "__referee_command " + command.name;
    text += "complete -c referee -n __referee_begins -f -a " + command.name + " -d " +
            quoted(command.description) + "\n";
    for (const OptionText& option : command.options) {
      text += fish_option(condition, option);
    }
    if (const std::vector<std::string> values = values_of(command.arguments); !values.empty()) {
      text += "complete -c referee -n " + quoted(condition) + " -f -a " + quoted(joined(values)) + "\n";
    }
  }
  return text;
}

struct Shell {
  const char* name;
  Write write;
};
constexpr Shell kShells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};

}  // namespace

void add_completion_command(CLI::App& app, int&) {
  const auto name = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("completion", "Print what lets a shell complete this command line");
  std::vector<std::string> names;
  for (const Shell& shell : kShells) {
    names.emplace_back(shell.name);
  }
  command->add_option("SHELL", *name, "The shell")->required()->check(CLI::IsMember(names));
  command->footer(
      "The Debian package has installed it already.\n"
      "Exit code: 0 printed, 2 wrong usage.\n\n"
      "Example:\n  source <(referee completion bash)  # in ~/.bashrc");
  command->callback([name, &app] {
    for (const Shell& shell : kShells) {
      if (shell.name == *name) {
        std::cout << shell.write(text_of(app), commands_of(app));
      }
    }
  });
}

}  // namespace referee
