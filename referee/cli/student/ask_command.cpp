#include <unistd.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "referee/adapt/submission.h"
#include "referee/base/files.h"
#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/cli/bot_options.h"
#include "referee/cli/commands.h"
#include "referee/cli/opening_arguments.h"
#include "referee/cli/record_folder.h"
#include "referee/command/command_loop.h"
#include "referee/games/adapters.h"
#include "referee/lab/ask_text.h"
#include "referee/lab/asked_record.h"
#include "referee/lab/asking.h"
#include "referee/lab/finding_text.h"
#include "referee/loop/event.h"
#include "referee/match/launcher.h"
#include "referee/play/input_watch.h"
#include "referee/process/process.h"
#include "referee/process/program.h"
#include "referee/tournament/config/entrant_spec.h"

namespace referee {
namespace {

/// The command line as it was written.
struct AskArguments {
  std::string record;
  engines::Seat seat = 0;
  std::optional<std::int64_t> turn;
  bool wait = false;
  bool exit_code = false;
  std::optional<int> patience_s;
  std::string game;  // --game
  std::string adapter = "json";
  std::string stdio = "tcp";
  std::string json;
  BotArgument bot;
  SandboxArgument sandbox;
};

BotCommand command_of(const AskArguments& arguments, const AskedRecord& record) {
  BotCommand command;
  const std::vector<std::string> words = arguments.bot.words();
  const bool sample = words.front().starts_with(kSamplePrefix);
  if (!sample) {  // sample bots are ours
    command.adapter = adapter_named(arguments.adapter);
    command.stdio = *stdio_named(arguments.stdio);
  }
  if (command.adapter != nullptr) {
    check_game(*command.adapter, record.spec().game->name);
    check_stdio(command.stdio, command.adapter);
    command.argv = adapted_words(*command.adapter, words);
  } else {
    command.argv = read_bot_command(nlohmann::json(words), "COMMAND", {}, record.spec().game);
  }
  if (!sample) {
    command.confinement = arguments.sandbox.confinement(command.adapter, command.argv, {});
  }
  return command;
}

/// The name of a running process; empty if it has ended.
std::string name_of_process(pid_t pid) {
  std::string name = read_own_file("/proc/" + std::to_string(pid) + "/comm").value_or("");
  name.erase(name.find_last_not_of('\n') + 1);
  return name;
}

/// Waits until a person at standard input presses Enter, or its end.
class EnterKey {
 public:
  explicit EnterKey(Tasks& tasks) : pressed_(tasks.io()), input_(tasks, STDIN_FILENO, [this] { read(); }) {}

  Task<> pressed() { co_await pressed_.wait(); }

 private:
  void read() {
    std::array<char, 256> bytes{};
    const ssize_t size = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    const std::string_view text(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    if (size <= 0 || text.find('\n') != std::string_view::npos) {
      input_.close();
      pressed_.set();
    }
  }

  Event pressed_;
  play::InputWatch input_;
};

/// One run of the command: owns the event loop and its users.
class AskRun {
 public:
  AskRun(const AskArguments& arguments, const AskedRecord& record)
      : arguments_(arguments),
        record_(record),
        command_(command_of(arguments, record)),
        sandbox_(arguments.sandbox.open(command_.confinement ? Confines::something : Confines::nothing)),
        launcher_(loop_.tasks(), sandbox_) {}

  /// The exit code.
  int run() {
    loop_.stop_on_failure();
    launcher_.keep_apart();
    loop_.run("asking", ask(), [this] { launcher_.close(); });
    const auto code = loop_.early_end();
    return code ? *code : show();
  }

 private:
  Task<> ask() {
    AskSpec spec{.record = record_, .command = command_, .turn = arguments_.turn};
    if (arguments_.patience_s) {
      spec.patience = std::chrono::seconds(*arguments_.patience_s);
    }
    if (arguments_.wait) {
      spec.before_turn = [this](const Process& process) { return stop_before_turn(process); };
    }
    Asking asking(loop_.tasks(), launcher_, std::move(spec));
    report_ = co_await asking.run();
  }

  /// Names the bot's processes, those of the sandbox left out, and waits for Enter.
  Task<> stop_before_turn(const Process& process) {
    std::string others;
    pid_t first = process.pid();
    bool named = false;
    for (const pid_t pid : process.processes()) {
      const std::string name = name_of_process(pid);
      if (name.empty() || name == "bwrap") {
        continue;
      }
      if (!named) {
        first = pid;
        named = true;
      } else {
        others += (others.empty() ? "" : ", ") + std::to_string(pid) + " (" + name + ")";
      }
    }
    std::cout << "stopped before turn " << *arguments_.turn << ": process " << first << " ("
              << printable(name_of_process(first)) << "), gdb -p " << first << "\n";
    if (!others.empty()) {
      std::cout << "more processes of the bot: " << printable(others) << "\n";
    }
    std::cout << "Enter goes on" << std::endl;
    EnterKey enter(loop_.tasks());
    co_await enter.pressed();
  }

  int show() const {
    std::cout << printable(record_.spec().id) << ", seat " << record_.seat() << " ("
              << printable(record_.players()[record_.seat()]) << " then)\n\n"
              << table_of(report_) << summary_of(report_, record_);
    if (const std::string words = last_lines(report_.stderr_text); !words.empty() && report_.broken_off()) {
      std::cout << "\nthe bot's standard error, its last lines:\n" << words;
    }
    std::cout << escaped(sandbox_->notes().text(), "\n\\") << std::flush;
    if (!arguments_.json.empty()) {
      write_file_atomically(arguments_.json, escaped_json(json_of(report_, record_).dump(2)) + "\n");
    }
    const bool same = report_.differing().empty() && !report_.broken_off();
    return arguments_.exit_code && !same ? exit_code::kDifferent : exit_code::kDone;
  }

  const AskArguments& arguments_;
  const AskedRecord& record_;
  BotCommand command_;
  CommandLoop loop_;
  std::shared_ptr<const Sandbox> sandbox_;
  Launcher launcher_;
  AskReport report_;
};

int ask_bot(AskArguments& arguments) {
  if (arguments.wait && !arguments.turn) {
    throw std::invalid_argument("--wait: expected --turn too, the turn before which to stop");
  }
  arguments.record = record_or_newest(arguments.record).string();
  const AskedRecord record(arguments.record,
                           open_record_aloud(arguments.record, game_of_option(arguments.game)).text,
                           arguments.seat);
  if (arguments.turn) {
    record.expect_asked(arguments.record, *arguments.turn);
  }
  return AskRun(arguments, record).run();
}

void add_options(CLI::App& command, AskArguments& arguments) {
  command.add_option("RECORD", arguments.record,
                     "The record of a match, JSON Lines; default: the newest in out/records");
  arguments.bot.add_to(command);
  command.add_option("--seat", arguments.seat, "The seat whose views the bot is given, from 0")
      ->type_name("SEAT")
      ->required();
  command
      .add_option(
          "--turn", arguments.turn,
          "Only this turn counts. The turns before it come first: as the past, if the bot's hello says "
          "resume; else the bot is asked them too, and its answers are not compared")
      ->type_name("TURN")
      ->check(CLI::Range(std::int64_t{0}, kMostTurns));
  command.add_flag("--wait", arguments.wait,
                   "Stop before --turn is sent, print the process id of the bot for a debugger, and go on at "
                   "Enter. No clock matters then. Some systems let only root attach to a process; --sandbox "
                   "none makes it easier");
  command
      .add_option("--patience", arguments.patience_s,
                  "Seconds to wait for an answer before the bot is asked no more; default: 60, or twice what "
                  "the clock left")
      ->type_name("SECONDS")
      ->check(CLI::Range(1, 86'400));
  command.add_flag("--exit-code", arguments.exit_code,
                   "Exit code 1 if an answer differs, or the bot has not answered");
  command.add_option("--json", arguments.json, "Writes all of it to this file, too")->type_name("FILE");
  add_game_option(command, arguments.game);
  add_adapter_option(command, arguments.adapter);
  add_stdio_option(command, arguments.stdio)->capture_default_str();
  arguments.sandbox.add_to(command);
}

}  // namespace

void add_ask_command(CLI::App& app, int& code) {
  CLI::App* command =
      app.add_subcommand("ask", "Give a bot the views of a recorded seat again, and compare answers");
  const auto arguments = std::make_shared<AskArguments>();
  add_options(*command, *arguments);
  command->footer(
      "The bot is sent what the player at that seat was sent then, times included; no opponent is needed. "
      "After each turn the match goes on with the answers of the record. An answer that is late by the "
      "record's clock, or illegal, is reported, and the bot is asked on.\n"
      "A bot that keeps state from turn to turn has the state of a bot that gave its new answers, in a match "
      "that went as the record has it.\n"
      "Exit code: 0 asked, also if answers differ (1 with --exit-code), 2 wrong usage, a record that cannot "
      "be used or a bot that says no hello, 3 the referee or its machine failed, 4 sandbox weaker than "
      "asked, 128+N ended by signal N.\n\n"
      "Examples:\n"
      "  referee ask --seat 0 -- python3 my_bot.py\n"
      "  referee ask out/records/walls-1g1.jsonl --seat 0 -- python3 my_bot.py\n"
      "  referee ask out/records/walls-1g1.jsonl --seat 0 --turn 12 --wait -- ./my_bot");
  command->callback([arguments, &code] { code = ask_bot(*arguments); });
}

}  // namespace referee
