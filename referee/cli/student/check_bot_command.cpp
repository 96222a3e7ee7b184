#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "referee/adapt/submission.h"
#include "referee/base/files.h"
#include "referee/base/text.h"
#include "referee/cli/bot_options.h"
#include "referee/cli/commands.h"
#include "referee/cli/game_arguments.h"
#include "referee/cli/json_argument.h"
#include "referee/command/command_loop.h"
#include "referee/games/adapters.h"
#include "referee/games/option_files.h"
#include "referee/lab/examination.h"
#include "referee/lab/finding_text.h"
#include "referee/lab/own_connectors.h"
#include "referee/process/program.h"
#include "referee/rules/game_names.h"
#include "referee/tournament/config/entrant_spec.h"

namespace referee {
namespace {

/// The command line as it was written.
struct CheckBotArguments {
  std::string game;                ///< the first argument; or the first word of the bot's command
  std::vector<std::string> games;  ///< --game
  BotArgument bot;
  std::vector<std::string> options;
  std::string clock;
  std::string listen;
  std::string json;
  std::vector<std::string> command;  ///< the bot's; empty: it dials in
  int turns = 60;
  int wait_s = 60;
  int pause_ms = 1000;
  std::optional<int> answer_s;
  std::string adapter = "json";
  std::string stdio = "tcp";
  SandboxArgument sandbox;
  TraceFile trace;
};

/// What plays for the bot that is launched; nullptr: it speaks the protocol, as sample bots do.
const Adapter* adapter_of(const CheckBotArguments& arguments) {
  const bool is_sample = !arguments.command.empty() && arguments.command.front().starts_with(kSamplePrefix);
  return is_sample ? nullptr : adapter_named(arguments.adapter);
}

/// A folder is a game only if it is one: else it may be the path of a bot's program.
bool is_game(const std::string& word) {
  return rules::names_folder(word) ? std::filesystem::is_directory(word)
                                   : engines::find_game(word) != nullptr;
}

/// Tells the game from the bot's command: where that has no place of its own, a first argument that is no
/// game is its first word.
void tell_apart(CheckBotArguments& arguments) {
  const bool begins_command =
      !arguments.bot.is_apart() && arguments.listen.empty() && !is_game(arguments.game);
  if (!arguments.game.empty() && !begins_command) {
    (void)game_named(arguments.game);  // names the argument if it is wrong
    arguments.games.insert(arguments.games.begin(), arguments.game);
  }
  if (begins_command && !arguments.game.empty()) {
    arguments.command = {arguments.game};
    arguments.command.insert(arguments.command.end(), arguments.bot.arguments().begin(),
                             arguments.bot.arguments().end());
  } else if (arguments.bot.is_apart() || !arguments.bot.arguments().empty()) {
    arguments.command = arguments.bot.words();
  }
  if (const Adapter* const adapter = adapter_of(arguments); adapter != nullptr && arguments.games.empty()) {
    arguments.games.emplace_back(adapter->game);
  }
}

std::vector<const engines::Entry*> games_of(const CheckBotArguments& arguments) {
  std::vector<const engines::Entry*> games;
  if (arguments.games.empty()) {
    for (const engines::Entry& game : engines::games()) {
      games.push_back(&game);
    }
  }
  for (const std::string& name : arguments.games) {
    games.push_back(&game_named(name, "--game"));
    refuse_match_program(*games.back(), "check-bot");
    if (const Adapter* const adapter = adapter_of(arguments)) {
      check_game(*adapter, games.back()->name);
    }
  }
  return games;
}

ExaminationSpec spec_of(const CheckBotArguments& arguments) {
  ExaminationSpec spec;
  spec.games = games_of(arguments);
  spec.games_were_named = !arguments.games.empty();
  spec.options = read_options(arguments.options);
  if (!spec.options.empty()) {
    if (spec.games.size() != 1) {
      throw std::invalid_argument("--option: expected one GAME whose option it is");
    }
    OptionFiles files(*spec.games.front(), {});
    files.fill_in(spec.options, "options");
    files.with_places([&] { return spec.games.front()->facts(spec.options).seats; });
  }
  if (!arguments.clock.empty()) {
    spec.clock = ClockSpec::read(read_json_argument(arguments.clock), "clock");
  }
  spec.peer.turns = arguments.turns;
  spec.peer.start = init_with(adapter_of(arguments), Milliseconds(0));
  spec.peer.pause = Milliseconds(arguments.pause_ms);
  spec.peer.dial = std::chrono::seconds(arguments.wait_s);
  if (arguments.answer_s) {
    spec.peer.patience = std::chrono::seconds(*arguments.answer_s);
  }
  return spec;
}

void refuse_contradictions(const CheckBotArguments& arguments, const ExaminationSpec& spec) {
  const bool listens = !arguments.listen.empty();
  if (listens != arguments.command.empty()) {
    throw std::invalid_argument(
        "expected either the bot's command after --, or --listen for a bot that dials in");
  }
  if (listens && arguments.stdio != "tcp") {
    throw std::invalid_argument(
        "--stdio: got " + arguments.stdio +
        ", expected no --stdio with --listen: a bot that dials in has its own connection");
  }
  if (listens && arguments.adapter != "json") {
    throw std::invalid_argument("--as: got " + arguments.adapter +
                                ", expected no --as with --listen: join --as plays for a bot that dials in");
  }
  check_stdio(*stdio_named(arguments.stdio), adapter_of(arguments));
  if (listens && arguments.games.empty()) {
    throw std::invalid_argument(
        "--listen: expected the GAME too, because a bot that dials in is not started anew for each game");
  }
  if (const auto need = spec.clock ? spec.clock->cpu_need() : std::nullopt; listens && need) {
    throw std::invalid_argument(need->text() + " with --listen");
  }
}

/// One run of the command: owns the event loop and its users.
class CheckBotRun {
 public:
  CheckBotRun(const CheckBotArguments& arguments, ExaminationSpec spec) : json_(arguments.json) {
    connector_ = arguments.command.empty() ? listen(arguments.listen) : launch(arguments);
    connector_->trace = arguments.trace.open(loop_.tasks().clock(), "check-bot");
    examination_.emplace(*connector_, std::move(spec), [this](const Finding& finding) {
      std::cout << line_of(finding) << std::flush;
      findings_.push_back(finding);
    });
  }

  /// The exit code.
  int run() {
    loop_.run("examination", and_finally(examination_->run(), [this] { return connector_->close(); }));
    const auto code = loop_.early_end();
    return code ? *code : report();
  }

 private:
  std::unique_ptr<OwnConnector> launch(const CheckBotArguments& arguments) {
    const engines::Entry* const game =
        arguments.games.size() == 1 ? &game_named(arguments.games.front()) : nullptr;
    const Adapter* const adapter = adapter_of(arguments);
    BotCommand command{adapter != nullptr ? adapted_words(*adapter, arguments.command)
                                          : read_bot_command(Json(arguments.command), "COMMAND", {}, game)};
    command.adapter = adapter;
    if (!arguments.command.front().starts_with(kSamplePrefix)) {  // sample bots are ours
      command.stdio = *stdio_named(arguments.stdio);
      command.confinement = arguments.sandbox.confinement(adapter, command.argv, {});
    }
    sandbox_ = arguments.sandbox.open(command.confinement ? Confines::something : Confines::nothing);
    return std::make_unique<LaunchedConnector>(loop_.tasks(), std::move(command), sandbox_);
  }

  std::unique_ptr<OwnConnector> listen(const std::string& address) {
    auto connector = std::make_unique<DialledConnector>(loop_.tasks(), Address::parse(address));
    std::cout << "listening on " << connector->address()
              << ", waiting for the bot to dial in: with --connect, "
              << "REFEREE_ADDR, or join.py" << std::endl;
    return connector;
  }

  int report() const {
    std::cout << advice_on(findings_);
    if (const std::string words = last_lines(examination_->stderr_text()); !words.empty()) {
      std::cout << "\nthe bot's standard error, its last lines:\n" << words;
    }
    if (sandbox_ != nullptr) {
      std::cout << escaped(sandbox_->notes().text_for_author(), "\n\\");
    }
    std::cout << "\n" << summary_of(findings_) << std::endl;
    if (!json_.empty()) {
      write_file_atomically(json_, escaped_json(json_of(findings_).dump(2)) + "\n");
    }
    const bool broken = std::ranges::count(findings_, Standing::violation, &Finding::standing) > 0;
    return broken ? exit_code::kDifferent : exit_code::kDone;
  }

  std::string json_;
  CommandLoop loop_;
  std::shared_ptr<const Sandbox> sandbox_;  // of a launched bot
  std::unique_ptr<OwnConnector> connector_;
  std::optional<Examination> examination_;
  std::vector<Finding> findings_;
};

int check_bot(CheckBotArguments& arguments) {
  tell_apart(arguments);
  ExaminationSpec spec = spec_of(arguments);
  refuse_contradictions(arguments, spec);
  return CheckBotRun(arguments, std::move(spec)).run();
}

void add_options(CLI::App& command, CheckBotArguments& arguments) {
  command.add_option(
      "GAME", arguments.game,
      "The game that the bot is for: " + known_games() + ". Default: all are tried, one must be played");
  arguments.bot.add_to(command);
  command.add_option("--game", arguments.games, "A game that the bot is for, as GAME")
      ->type_name("GAME")
      ->allow_extra_args(false);
  command.add_option("--option", arguments.options, "KEY=VALUE, an option of the one GAME, as for match")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command.add_option("--clock", arguments.clock, "A clock as JSON or @FILE; default: each game's own")
      ->type_name("CLOCK");
  command.add_option("--turns", arguments.turns, "A game is broken off after so many turns of the bot")
      ->type_name("TURNS")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command
      .add_option("--answer-s", arguments.answer_s,
                  "Seconds to wait for an answer, and for the bot to leave; default: 10, or twice the clock")
      ->type_name("SECONDS")
      ->check(CLI::Range(1, 86'400));
  command
      .add_option("--pause-ms", arguments.pause_ms,
                  "How long a slow start keeps the bot waiting, which must be silent")
      ->type_name("MS")
      ->check(CLI::Range(1, 600'000))
      ->capture_default_str();
  command.add_option("--listen", arguments.listen, "HOST:PORT, for a bot that dials in; port 0: any")
      ->type_name("HOST:PORT");
  command.add_option("--wait-s", arguments.wait_s, "Seconds to wait for the bot to dial in, or again")
      ->type_name("SECONDS")
      ->check(CLI::Range(1, 86'400))
      ->capture_default_str();
  command.add_option("--json", arguments.json, "Writes the findings to this file, too")->type_name("FILE");
  add_trace_option(command, arguments.trace);
  add_adapter_option(command, arguments.adapter);
  add_stdio_option(command, arguments.stdio)->capture_default_str();
  arguments.sandbox.add_to(command);
}

}  // namespace

void add_check_bot_command(CLI::App& app, int& code) {
  CLI::App* command =
      app.add_subcommand("check-bot", "Try a bot on all that the protocol asks, before it is submitted");
  const auto arguments = std::make_shared<CheckBotArguments>();
  add_options(*command, *arguments);
  command->footer(
      "Plays games and awkward scenarios with the bot, names what it does wrong with the line that broke the "
      "protocol, and says how to mend it.\n"
      "Exit code: 0 all well, 1 violations, 2 wrong usage, 3 the referee or its machine failed, 4 sandbox "
      "weaker than asked, 128+N ended by signal N.\n\n"
      "Examples:\n"
      "  referee check-bot walls -- python3 my_bot.py\n"
      "  referee check-bot --as superball -- ./sb-play\n"
      "  referee check-bot walls --listen 127.0.0.1:7878");
  command->callback([arguments, &code] { code = check_bot(*arguments); });
}

}  // namespace referee
