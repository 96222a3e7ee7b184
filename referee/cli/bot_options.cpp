#include "referee/cli/bot_options.h"

#include <spdlog/spdlog.h>
#include <wordexp.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <utility>

#include <CLI/CLI.hpp>

#include "protocol/messages.h"
#include "referee/adapt/submission.h"
#include "referee/base/text.h"
#include "referee/games/adapters.h"
#include "referee/process/command_fault.h"
#include "referee/process/program.h"
#include "referee/rules/ready_bots.h"
#include "referee/rules/rules_entry.h"

namespace referee {
namespace {

/// The name before the "=" of "NAME=COMMAND"; "" if the text is a command alone.
std::string given_name(const std::string& argument) {
  const std::string name = argument.substr(0, std::min(argument.find('='), argument.size()));
  return name.size() < argument.size() && protocol::is_valid_name(name) ? name : "";
}

BotCommand command_of_bot(const std::string& command, const Adapter* adapter, const engines::Entry* game) {
  BotCommand bot;
  bot.argv = split_words(command);
  const std::string typed = bot.argv.front();
  if (const auto expected = rules::place_ready_bot(bot.argv, game)) {
    throw std::invalid_argument("no bot '" + typed + "': expected " + *expected);
  }
  const bool is_ready = typed.starts_with(kSamplePrefix) || typed.starts_with(rules::kGamePrefix);
  if (adapter != nullptr && !is_ready) {
    bot.adapter = adapter;
    bot.argv = adapted_words(*adapter, bot.argv);
  } else if (const auto fault = fault_of_command(bot.argv)) {
    throw std::invalid_argument("bot command '" + command + "': got '" + bot.argv[fault->word] +
                                "', expected " + fault->expected);
  } else if (const auto script = is_ready ? fault_of_script(bot.argv.front()) : std::nullopt) {
    throw std::invalid_argument("bot command '" + command + "': " + script->text);
  }
  return bot;
}

}  // namespace

void BotArgument::add_to(CLI::App& command) {
  command
      .add_option("--bot", bot_, "The bot in one word, as \"python3 my_bot.py\"; or sample:NAME, game:NAME")
      ->type_name("COMMAND");
  command.add_option("COMMAND", words_, "The bot's command, or sample:NAME, behind --; or see --bot");
}

std::vector<std::string> BotArgument::words() const {
  if (bot_ && !words_.empty()) {
    throw std::invalid_argument("unexpected argument '" + words_.front() +
                                "': the bot is given by --bot, or behind --");
  }
  if (!bot_ && words_.empty()) {
    throw std::invalid_argument("no bot: expected its command behind --, or --bot COMMAND");
  }
  return bot_ ? split_words(*bot_) : words_;
}

std::vector<std::string> with_bot_as_option(const CLI::App& command, std::vector<std::string> words) {
  const auto dashes = std::ranges::find(words, "--");
  if (dashes == words.end() || command.get_option_no_throw("--bot") == nullptr) {
    return words;
  }
  const std::vector<std::string> bot(dashes + 1, words.end());
  words.erase(dashes, words.end());
  if (!bot.empty()) {
    words.push_back("--bot=" + shell_command(bot));
  }
  return words;
}

CLI::Option* add_stdio_option(CLI::App& command, std::string& name) {
  return command
      .add_option("--stdio", name,
                  "What launched bots have as standard input and output: a TCP connection, which the kernel "
                  "stamps, or pipes, for a bot that opens /dev/stdin or /dev/stdout")
      ->check(CLI::IsMember({"tcp", "pipe"}));
}

void add_adapter_option(CLI::App& command, std::string& name) {
  command
      .add_option(
          "--as", name,
          "What the bot is written to: the protocol (json), or the conventions of a course's handout; "
          "handouts/README.md explains them")
      ->check(CLI::IsMember(adapter_names()))
      ->capture_default_str();
}

void add_trace_option(CLI::App& command, TraceFile& trace, const std::string& more) {
  command
      .add_option(
          "--trace", trace.file,
          "Writes every line between referee and bot to this file, both ways, with its time; tokens as "
          "***. protocol/TRACE.md has the format." +
              more)
      ->type_name("FILE");
}

void add_as_root_flag(CLI::App& command, bool& as_root) {
  command.add_flag(
      "--as-root", as_root,
      "Lets launched bots run as root, if you are: they can then do to this machine whatever the "
      "sandbox does not forbid. Without it each has a user of its own");
}

void add_memory_option(CLI::App& command, std::int64_t& mib) {
  command
      .add_option("--memory-mib", mib,
                  "What each launched bot and all that it starts may take together, in MiB")
      ->type_name("MIB")
      ->check(CLI::Range(Confinement::kLeastMemoryMib, Confinement::kMostMemoryMib))
      ->capture_default_str();
}

void SandboxArgument::add_to(CLI::App& command) {
  command
      .add_option("--sandbox", level_,
                  "The least sandbox accepted for launched bots: none, basic, bwrap or full. A confined bot "
                  "reads the system's programs and the folder of its program (or of its first argument that "
                  "is a file), and writes to a private folder that is removed in the end. The strongest that "
                  "works here is used; none confines nothing, even where more works")
      ->check(CLI::IsMember({"none", "basic", "bwrap", "full"}))
      ->capture_default_str();
  command
      .add_option("--readable", readable_,
                  "A file or folder that confined bots may read as well, such as an interpreter of your own")
      ->type_name("PATH")
      ->allow_extra_args(false);
  add_as_root_flag(command, as_root_);
  add_memory_option(command, memory_mib_);
}

std::shared_ptr<const Sandbox> SandboxArgument::open(Confines confines) const {
  return open_sandbox(sandbox_level(level_).value(), as_root_, confines);
}

std::shared_ptr<const Sandbox> SandboxArgument::open(const engines::Entry& game,
                                                     const std::vector<SeatSpec>& seats,
                                                     TriedBy tried_by) const {
  const SandboxLevel asked = sandbox_level(level_).value();
  const bool confines_program = !game.has_turns() && asked != SandboxLevel::none;
  return open_sandbox(rules::least_sandbox(game, asked), as_root_,
                      confines_program ? Confines::something : confines_of(seats),
                      game.has_turns() ? tried_by : TriedBy::trial);
}

Confinement SandboxArgument::confinement(const Adapter* adapter, const std::vector<std::string>& argv,
                                         std::vector<std::filesystem::path> hidden) const {
  Confinement confinement = default_confinement(adapter, argv);
  confinement.readable.assign(readable_.begin(), readable_.end());
  confinement.hidden = std::move(hidden);
  confinement.memory_mib = memory_mib_;
  return confinement;
}

Confines confines_of(const std::vector<SeatSpec>& seats) {
  const bool any =
      std::ranges::any_of(seats, [](const SeatSpec& seat) { return seat.bot && seat.bot->confinement; });
  return any ? Confines::something : Confines::nothing;
}

bool names_sample_bot(const std::string& argument) {
  const std::string name = given_name(argument);
  return argument.substr(name.empty() ? 0 : name.size() + 1).starts_with(kSamplePrefix);
}

SeatSpec read_bot_argument(const std::string& argument, const Adapter* adapter, std::set<std::string>& taken,
                           const engines::Entry* game) {
  return std::move(read_bot_arguments({argument}, adapter, taken, game).front());
}

std::vector<SeatSpec> read_bot_arguments(const std::vector<std::string>& arguments, const Adapter* adapter,
                                         std::set<std::string>& taken, const engines::Entry* game) {
  std::vector<SeatSpec> entrants;
  std::vector<std::vector<std::string>> unnamed;
  for (const std::string& argument : arguments) {
    const std::string name = given_name(argument);
    if (!name.empty() && !taken.insert(protocol::folded_name(name)).second) {
      throw std::invalid_argument("--bot: two bots are called '" + name + "'");
    }
    const std::string command = name.empty() ? argument : argument.substr(name.size() + 1);
    entrants.push_back({name, command_of_bot(command, adapter, game)});
    if (name.empty()) {
      const bool has_name = command.starts_with(rules::kGamePrefix);
      unnamed.push_back(has_name ? std::vector{split_words(command).front().substr(rules::kGamePrefix.size())}
                                 : entrants.back().bot->argv);
    }
  }
  const std::vector<std::string> names = names_of_bots(unnamed, taken);
  auto next = names.begin();
  for (SeatSpec& entrant : entrants) {
    if (entrant.name.empty()) {
      entrant.name = *next++;
    }
  }
  return entrants;
}

}  // namespace referee
