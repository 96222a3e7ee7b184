#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include <CLI/CLI.hpp>

#include "referee/base/files.h"
#include "referee/base/kernel_time.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/tournament/config/new_tournament.h"
#include "referee/tournament/config/token_files.h"

namespace referee {
namespace {

struct InitArguments {
  std::string file = "tournament.json";
  std::map<std::string, std::string> given;  ///< answers, by the keys of their questions
  bool yes = false;
  bool overwrite = false;
};

/// A line of standard input; nothing at its end.
std::optional<std::string> read_answer() {
  std::string line;
  std::cout << std::flush;
  if (!std::getline(std::cin, line)) {
    return std::nullopt;
  }
  return line;
}

void print_question(const NewTournamentQuestion& question, const NewTournament& answers) {
  std::cout << "\n" << question.text << "\n";
  std::size_t number = 0;
  for (const auto& choice : question.choices(answers)) {
    std::cout << "  " << ++number << "  " << choice.word << ": " << choice.meaning << "\n";
  }
}

/// Asks until an answer can be taken. An empty one is the usual one.
void ask_for(const NewTournamentQuestion& question, NewTournament& answers) {
  print_question(question, answers);
  const std::string usual = question.usual(answers);
  while (true) {
    std::cout << "[" << usual << "] ";
    const auto line = read_answer();
    if (!line) {
      std::cout << "\n";
      throw std::invalid_argument("init: the answers end before \"" + std::string(question.text) +
                                  "\": nothing is written. Add --" + std::string(question.key) +
                                  ", or --yes for the usual answers");
    }
    const bool empty = line->find_first_not_of(" \t\r") == std::string::npos;
    const std::string problem = question.answer(answers, empty ? usual : *line);
    if (problem.empty()) {
      return;
    }
    std::cout << escaped(problem, "\\") << "\n";
  }
}

NewTournament all_answers(const InitArguments& arguments) {
  NewTournament answers;
  for (const NewTournamentQuestion& question : new_tournament_questions()) {
    const auto given = arguments.given.find(std::string(question.key));
    const bool has_choice = question.choices(answers).size() > 1 || question.read != nullptr;
    if (given != arguments.given.end() && !given->second.empty()) {
      if (const std::string problem = question.answer(answers, given->second); !problem.empty()) {
        throw std::invalid_argument("--" + std::string(question.key) + ": " + problem);
      }
    } else if (arguments.yes || !has_choice) {
      (void)question.answer(answers, question.usual(answers));
    } else {
      ask_for(question, answers);
    }
  }
  return answers;
}

/// A file that is there is replaced only by somebody who says so. Throws std::invalid_argument otherwise.
void check_overwriting(const InitArguments& arguments) {
  if (!std::filesystem::exists(arguments.file) || arguments.overwrite) {
    return;
  }
  if (!arguments.yes && ::isatty(STDIN_FILENO) == 1) {
    std::cout << "\n" << escaped(arguments.file) << " is there already. Replace it? (yes or no)\n[no] ";
    const auto line = read_answer();
    if (line && (*line == "yes" || *line == "y")) {
      return;
    }
  }
  throw std::invalid_argument(
      arguments.file + ": is there already, and stays as it is: name another file, or add --overwrite");
}

/// The tokens of the bots, in files that only their owner reads; those that are there stay.
std::map<std::string, std::string> make_tokens(const NewTournament& answers,
                                               const std::filesystem::path& folder) {
  std::map<std::string, std::string> tokens;
  const TokenFiles files(folder);
  for (const NewTournament::Bot& bot : answers.bots) {
    tokens[bot.name] = files.keep(bot.name).sha256;
  }
  return tokens;
}

int init(const InitArguments& arguments) {
  if (arguments.yes) {
    check_overwriting(arguments);
  }
  const NewTournament answers = all_answers(arguments);
  if (!arguments.yes) {
    check_overwriting(arguments);
  }
  check_writable(arguments.file);
  const std::filesystem::path folder = std::filesystem::path(arguments.file).parent_path() / "tokens";
  const auto tokens =
      answers.has_tokens() ? make_tokens(answers, folder) : std::map<std::string, std::string>{};
  write_file_atomically(arguments.file, new_tournament_text(answers, arguments.file, tokens, kernel_utc()));
  std::cout << (arguments.yes ? "" : "\n") << escaped(arguments.file) << " is written.";
  if (!tokens.empty()) {
    std::cout << " Give each student one file of " << escaped(folder.string()) << ": NAME.token.";
  }
  std::cout << " Next:\n\n";
  for (const std::string& line : next_commands(answers, arguments.file)) {
    std::cout << "    " << escaped(line) << "\n";
  }
  std::cout << "\n";
  if (const auto lines = lines_for_students(answers); !lines.empty()) {
    std::cout << "Each student types this, with the name or address of this machine for HOST:\n\n";
    for (const std::string& line : lines) {
      std::cout << "    " << escaped(line) << "\n";
    }
    std::cout << "\n";
  }
  return exit_code::kDone;
}

}  // namespace

void add_init_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("init", "Ask six questions, and write a tournament file");
  const auto arguments = std::make_shared<InitArguments>();
  command->add_option("FILE", arguments->file, "The file to write")->capture_default_str();
  for (const NewTournamentQuestion& question : new_tournament_questions()) {
    const std::string key(question.key);
    command->add_option("--" + key, arguments->given[key], std::string(question.help));
  }
  command->add_flag("--yes", arguments->yes, "Asks nothing: the usual answer where no option gives one");
  command->add_flag("--overwrite", arguments->overwrite, "Replaces FILE if it is there");
  command->footer(
      "An empty line takes the answer in brackets. The file has comments; \"referee check\" explains it.\n"
      "Exit code: 0 written, 2 a wrong option, the end of the answers, or a FILE that is there, 3 the file "
      "cannot be written.\n\n"
      "Examples:\n"
      "  referee init\n"
      "  referee init ladder.json --game walls --from laptops --format ladder --yes");
  command->callback([arguments, &code] { code = init(*arguments); });
}

}  // namespace referee
