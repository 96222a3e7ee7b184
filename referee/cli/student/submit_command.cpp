#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

#include <CLI/CLI.hpp>

#include "referee/base/secret_file.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/join/submit.h"

namespace referee {
namespace {

/// The command line as it was written.
struct SubmitArguments {
  std::string url;
  std::string bot;
  std::string token_file;
  std::string ca;
  std::string pin;
  bool no_wait = false;
};

SubmitSpec spec_of(const SubmitArguments& arguments) {
  SubmitSpec spec;
  spec.place = HttpPlace::parse(arguments.url);
  spec.bot = arguments.bot;
  spec.wait = !arguments.no_wait;
  const auto token = read_secret_file(arguments.token_file);
  if (!token) {
    throw std::invalid_argument("--token-file: got " + arguments.token_file +
                                ", expected a file with the token of your entrant");
  }
  spec.token = *token;
  if (spec.place.tls) {
    spec.tls = TlsTrust{arguments.ca, read_fingerprint(arguments.pin)};
    if (!arguments.pin.empty() && spec.tls->pin.empty()) {
      throw std::invalid_argument("--pin: got '" + printable(arguments.pin, 100) +
                                  "', expected the certificate's SHA-256: 64 hex digits");
    }
  } else if (!arguments.ca.empty() || !arguments.pin.empty()) {
    throw std::invalid_argument("--ca and --pin are for https://: got " + arguments.url);
  }
  if (!std::filesystem::exists(spec.bot)) {
    throw std::invalid_argument(arguments.bot + ": expected a folder, an archive or a file");
  }
  return spec;
}

int submit(const SubmitArguments& arguments) {
  try {
    return submit(spec_of(arguments), std::cout, std::cerr) == SubmitEnd::plays ? exit_code::kDone
                                                                                : exit_code::kDifferent;
  } catch (const NoConnection& lost) {
    std::cerr << "referee: submit: " << escaped(lost.what()) << "\n";
    return exit_code::kInfrastructure;
  }
}

}  // namespace

void add_submit_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("submit", "Submit a version of your bot while a tournament is open");
  const auto arguments = std::make_shared<SubmitArguments>();
  command->add_option("URL", arguments->url, "Of the tournament's pages: https://HOST:PORT/")->required();
  command
      ->add_option("BOT", arguments->bot,
                   "A folder, an archive (.zip, .tar.gz, .7z, .rar), or the bot's only file")
      ->required();
  command->add_option("--token-file", arguments->token_file, "The token of your entrant")
      ->type_name("FILE")
      ->required();
  command->add_flag("--no-wait", arguments->no_wait, "Do not wait for the build and the trial");
  command
      ->add_option("--ca", arguments->ca, "Certificates that are trusted, PEM; default: those of the system")
      ->type_name("FILE");
  command
      ->add_option("--pin", arguments->pin,
                   "The SHA-256 of the referee's certificate, which alone is trusted")
      ->type_name("SHA256");
  command->footer(
      "Prints what the build and the trial say. A version that is ready plays from the next round on, or "
      "from the next match of a practice; one that fails leaves the old one playing.\n"
      "Exit code: 0 it plays, 1 refused, or it does not build or play, 2 wrong usage, 3 no connection.\n\n"
      "Example:\n"
      "  referee submit https://referee.example.org:7880/ --token-file ada.token my_bot/");
  command->callback([arguments, &code] { code = submit(*arguments); });
}

}  // namespace referee
