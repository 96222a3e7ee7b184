#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "protocol/messages.h"
#include "referee/adapt/submission.h"
#include "referee/base/secret_file.h"
#include "referee/base/text.h"
#include "referee/cli/bot_options.h"
#include "referee/cli/commands.h"
#include "referee/command/command_loop.h"
#include "referee/games/adapters.h"
#include "referee/join/join.h"
#include "referee/loop/event.h"
#include "referee/process/command_fault.h"
#include "referee/tls/tls_client.h"

namespace referee {
namespace {

/// The command line as it was written.
struct JoinArguments {
  std::string address;
  std::string name;
  std::string token_file;
  std::string code_file;
  std::string adapter = "json";
  BotArgument bot;
  int dials = 10;
  bool tls = false;
  std::string ca;
  std::string pin;
  TraceFile trace;
};

/// From the file, else from the environment; "" if neither has one. The file has to be there: nothing makes
/// it.
std::string read_code(const std::string& file) {
  if (file.empty()) {
    const char* const code = std::getenv("REFEREE_REGISTRATION_CODE");
    return code == nullptr ? "" : code;
  }
  const auto code = read_secret_file(file);
  if (!code) {
    throw std::invalid_argument("--code-file: got " + file +
                                ", expected a file with the registration code of your class");
  }
  return *code;
}

/// Throws before the bot dials in if the token's file cannot be written: a token that is issued and not kept
/// is lost, and so is the name.
void refuse_unwritable(const std::filesystem::path& token_file) {
  const std::filesystem::path folder = token_file.has_parent_path() ? token_file.parent_path() : ".";
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    throw std::invalid_argument("--token-file: got " + token_file.string() +
                                ", expected a file in a folder that can be written");
  }
}

BotCommand read_bot(const JoinArguments& arguments) {
  const std::vector<std::string> words = arguments.bot.words();
  BotCommand bot;
  bot.adapter = adapter_named(arguments.adapter);
  if (bot.adapter != nullptr) {
    bot.argv = adapted_words(*bot.adapter, words);
    if (bot.adapter->starts_programs()) {  // as where the referee launches it
      bot.folder = default_confinement(bot.argv).folder;
    }
  } else if (const auto fault = fault_of_command(words)) {
    throw std::invalid_argument("COMMAND: got '" + printable(words[fault->word], 100) + "', expected " +
                                fault->expected);
  } else {
    bot.argv = words;
  }
  return bot;
}

JoinSpec spec_of(const JoinArguments& arguments, const Clock& clock) {
  JoinSpec spec;
  spec.addresses = Address::parse_list(arguments.address);
  if (!protocol::is_valid_name(arguments.name)) {
    throw std::invalid_argument("--name: got '" + printable(arguments.name, 40) +
                                "', expected a letter or digit, then at most 31 of A-Z a-z 0-9 . _ -");
  }
  spec.name = arguments.name;
  spec.command = read_bot(arguments);
  spec.dials = arguments.dials;
  if (arguments.tls) {
    spec.tls = TlsTrust{arguments.ca, read_fingerprint(arguments.pin)};
    if (!arguments.pin.empty() && spec.tls->pin.empty()) {
      throw std::invalid_argument("--pin: got '" + printable(arguments.pin, 100) +
                                  "', expected the certificate's SHA-256: 64 hex digits");
    }
  }
  if (const char* const token = std::getenv("REFEREE_TOKEN")) {
    spec.token = token;
  }
  spec.registration_code = read_code(arguments.code_file);
  if (!arguments.token_file.empty()) {
    spec.token_file = arguments.token_file;
    spec.token = read_secret_file(spec.token_file).value_or(spec.token);
    refuse_unwritable(spec.token_file);
  }
  spec.trace = arguments.trace.open(clock, "join");
  return spec;
}

/// One run of the command: owns the event loop and its users.
class JoinRun {
 public:
  explicit JoinRun(const JoinArguments& arguments)
      : loop_([this](int) { join_.stop(); }),
        join_(loop_.tasks(), spec_of(arguments, loop_.tasks().clock()), std::cerr) {}

  /// The exit code.
  int run() {
    loop_.run("join", join());
    if (const auto code = loop_.early_end()) {
      return *code;
    }
    switch (end_) {
      case JoinEnd::refused:
        return exit_code::kUsage;
      case JoinEnd::gave_up:
        return exit_code::kInfrastructure;
      case JoinEnd::bye:
      case JoinEnd::stopped:
        break;
    }
    return exit_code::kDone;
  }

 private:
  Task<> join() { end_ = co_await join_.run(); }

  CommandLoop loop_;
  Join join_;
  JoinEnd end_ = JoinEnd::stopped;
};

}  // namespace

void add_join_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("join", "Let a bot on this machine play on a referee elsewhere");
  const auto arguments = std::make_shared<JoinArguments>();
  command
      ->add_option("HOST:PORT", arguments->address,
                   "Where the referee listens; several with commas between, where others stand by for it")
      ->required();
  arguments->bot.add_to(*command);
  command->add_option("--name", arguments->name, "The bot's name on the referee")
      ->type_name("NAME")
      ->required();
  command
      ->add_option("--token-file", arguments->token_file,
                   "Holds the token (otherwise: REFEREE_TOKEN); a newly issued one is saved here")
      ->type_name("FILE");
  command
      ->add_option("--code-file", arguments->code_file,
                   "Holds the class's registration code (otherwise: REFEREE_REGISTRATION_CODE), where new "
                   "names need one")
      ->type_name("FILE");
  auto* tls =
      command->add_flag("--tls", arguments->tls,
                        "Speak TLS. Without --ca and --pin the certificate has to be one that this system "
                        "trusts");
  auto* ca =
      command->add_option("--ca", arguments->ca, "File of certificates to trust in place of the system's")
          ->type_name("FILE");
  auto* pin = command
                  ->add_option("--pin", arguments->pin,
                               "SHA-256 of the referee's certificate; its name is not checked then")
                  ->type_name("SHA256");
  ca->needs(tls)->excludes(pin);
  pin->needs(tls);
  command->add_option("--dials", arguments->dials, "How often to dial without a welcome before giving up")
      ->type_name("TIMES")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  add_trace_option(*command, arguments->trace);
  add_adapter_option(*command, arguments->adapter);
  command->footer(
      "The bot is started anew for every match, a lost connection is dialled again. Ends when the referee "
      "says "
      "bye.\n"
      "Exit code: 0 done, 2 wrong usage or not let in, 3 no referee answers, 128+N ended by signal N.\n\n"
      "Example:\n"
      "  referee join class.example.org:7878 --name alice --token-file alice.token -- python3 my_bot.py");
  command->callback([arguments, &code] { code = JoinRun(*arguments).run(); });
}

}  // namespace referee
