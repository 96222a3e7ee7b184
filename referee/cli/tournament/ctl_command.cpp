#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "protocol/nearest.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/net/control_message.h"

namespace referee {
namespace {

/// A command that a running referee knows.
struct Known {
  std::string_view name;
  std::string_view subject;  ///< required arguments, a word each, or empty
  bool reason;               ///< the words after them are a reason, for people
  std::string_view help;
  std::string_view with_glob = {};  ///< the referee's name of the same for `--glob PATTERN`; empty: none
  bool with_next = false;           ///< `--next` does the first step of it, `--step` one after the other
};

constexpr std::array<Known, 18> kKnown{{
    {"start", "", false, "begin the tournament now"},
    {"pause", "", false, "call no new matches; running ones end"},
    {"resume", "", false, "go on after pause"},
    {"status", "", false, "what is going on"},
    {"withdraw", "NAME", true, "an entrant plays no more", "withdraw_matching"},
    {"approve", "NAME", false, "a new entrant plays that has to be approved", "approve_matching"},
    {"bye", "NAME ROUND half|zero|none", true, "leave an entrant out of a round to come"},
    {"rounds", "N", true, "a swiss has N rounds"},
    {"add", "NAME", false, "a new entrant; prints the token"},
    {"token", "NAME", false, "a new token for one who has lost it"},
    {"void", "MATCH", true, "a finished match is cancelled: it does not count"},
    {"rerun", "MATCH", true, "a match is void, and played again if it is needed"},
    {"reveal", "", false, "show the results that web.freeze_rounds holds back", {}, true},
    {"versions", "NAME", false, "the submissions of a bot"},
    {"rollback", "NAME N", false, "an entrant plays version N again; 0: as the file says"},
    {"kick", "NAME", true, "close an entrant's connection"},
    {"reload", "", false, "read the files of the TLS certificate again"},
    {"stop", "", false, "the referee ends; running matches are played to the end"},
}};

std::string usage_of(const Known& known) {
  std::string text(known.name);
  if (!known.subject.empty()) {
    text.append(" ").append(known.subject);
  }
  if (!known.with_glob.empty()) {
    text.append("|--glob PATTERN");
  }
  if (known.with_next) {
    text += " [--next|--step]";
  }
  return known.reason ? text + " [REASON...]" : text;
}

std::size_t subjects_of(const Known& known) {
  return known.subject.empty() ? 0 : 1 + static_cast<std::size_t>(std::ranges::count(known.subject, ' '));
}

std::string list_of_commands() {
  std::string text = "Commands:\n";
  for (const Known& known : kKnown) {
    std::string line = "  " + usage_of(known);
    line.resize(std::max<std::size_t>(line.size() + 2, 46), ' ');
    text.append(line).append(known.help).append("\n");
  }
  return text;
}

/// What else the command line says.
struct CtlOptions {
  std::string socket;
  std::string glob;  ///< a pattern in place of the name; empty: none
  bool json = false;
  bool next = false;  ///< --next
  bool step = false;  ///< --step
};

/// The words of the command line as a request; those of a reason become one argument.
ControlRequest request_of(const Known& known, std::vector<std::string> words, const CtlOptions& options) {
  const auto& [socket, glob, json, next, step] = options;
  if (next || step) {
    if (!known.with_next || words.size() > 1 || next == step) {
      throw std::invalid_argument("ctl " + words.front() + ": got " + (next ? "--next" : "--step") +
                                  ", expected: referee ctl reveal --next, or --step");
    }
    return {words.front(), {"next"}};
  }
  if (json) {
    if (known.name != "status" || words.size() > 1) {
      throw std::invalid_argument("ctl " + words.front() +
                                  ": got --json, expected: referee ctl status --json");
    }
    return {words.front(), {"json"}};
  }
  const std::size_t subjects = subjects_of(known);
  if (!glob.empty()) {
    if (known.with_glob.empty()) {
      throw std::invalid_argument("ctl " + std::string(known.name) + ": got --glob, expected: referee ctl " +
                                  usage_of(known));
    }
    words.front() = known.with_glob;
    words.insert(words.begin() + 1, glob);
  }
  const std::size_t given = words.size() - 1;
  if (given < subjects || (given > subjects && !known.reason)) {
    throw std::invalid_argument("ctl " + std::string(known.name) + ": got " + std::to_string(given) +
                                " arguments, expected: referee ctl " + usage_of(known));
  }
  ControlRequest request{words.front(), {}};
  std::string reason;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (i <= subjects) {
      request.arguments.push_back(words[i]);
    } else {
      reason += (reason.empty() ? "" : " ") + words[i];
    }
  }
  if (!reason.empty()) {
    request.arguments.push_back(reason);
  }
  return request;
}

/// Finds the control socket of this folder, if there is exactly one.
std::filesystem::path find_socket() {
  std::vector<std::string> found;
  std::error_code unreadable;
  for (const auto& entry : std::filesystem::directory_iterator(".", unreadable)) {
    std::error_code gone;
    if (entry.path().extension() == ".ctl" && entry.is_socket(gone)) {
      found.push_back(entry.path().filename().string());
    }
  }
  if (found.size() == 1) {
    return found.front();
  }
  if (found.empty()) {
    throw std::invalid_argument(
        "no referee is running here: this folder has no control socket (*.ctl). Go to the folder of its "
        "store, or name the socket that it prints: --socket PATH");
  }
  std::ranges::sort(found);
  std::string names;
  for (const std::string& name : found) {
    names += (names.empty() ? ": " : ", ") + name;
  }
  throw std::invalid_argument("got " + std::to_string(found.size()) +
                              " control sockets (*.ctl) in this folder" + names +
                              "; expected one, or --socket PATH");
}

/// Prints a reply; whether the referee has done it.
bool print(const ControlReply& reply) {
  const bool ends = reply.text.empty() || reply.text.ends_with('\n');
  (reply.ok ? std::cout : std::cerr) << escaped(reply.text, "\n") << (ends ? "" : "\n") << std::flush;
  return reply.ok;
}

/// Asks once for each line of the input, until there is nothing left to do.
int step_through(const std::filesystem::path& socket, const ControlRequest& request) {
  std::cout << "Enter: the next place. Ctrl-D: stop.\n" << std::flush;
  bool done_any = false;
  for (std::string line; std::getline(std::cin, line); done_any = true) {
    if (!print(ask_referee(socket, request))) {
      return done_any ? exit_code::kDone : exit_code::kDifferent;
    }
  }
  return exit_code::kDone;
}

int ask(const CtlOptions& options, const std::vector<std::string>& words) {
  const auto known = std::ranges::find(kKnown, words.front(), &Known::name);
  if (known == kKnown.end()) {
    std::cerr << "referee: ctl: no command '" << printable(words.front(), 40) << "'"
              << printable(protocol::did_you_mean(words.front(), ctl_commands())) << "\n"
              << list_of_commands();
    return exit_code::kUsage;
  }
  const ControlRequest request = request_of(*known, words, options);
  const std::filesystem::path path =
      options.socket.empty() ? find_socket() : std::filesystem::path(options.socket);
  if (options.step) {
    return step_through(path, request);
  }
  const ControlReply reply = ask_referee(path, request);
  if (options.json && reply.ok) {
    std::cout << escaped_json(reply.text) << std::endl;
    return exit_code::kDone;
  }
  return print(reply) ? exit_code::kDone : exit_code::kDifferent;
}

}  // namespace

std::vector<std::string> ctl_commands() {
  std::vector<std::string> names;
  for (const Known& known : kKnown) {
    names.emplace_back(known.name);
  }
  return names;
}

void add_ctl_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("ctl", "Give a running referee a command");
  const auto options = std::make_shared<CtlOptions>();
  const auto words = std::make_shared<std::vector<std::string>>();
  command
      ->add_option("--socket", options->socket, "Its control socket; default: the only *.ctl in this folder")
      ->type_name("FILE");
  command
      ->add_option("--glob", options->glob,
                   "A pattern of names, as 'ghost*', in place of NAME: all entrants with such names")
      ->type_name("PATTERN");
  command->add_flag("--json", options->json, "Of status: print one JSON object");
  command->add_flag("--next", options->next,
                    "Of reveal: only the next place of the final standings, from the last on");
  command->add_flag("--step", options->step,
                    "Of reveal: one more place for each line of the input, such as Enter");
  command->add_option("COMMAND", *words, "The command and its arguments")->required();
  command->footer(
      list_of_commands() +
      "Exit code: 0 done, 1 refused (the answer says why), 2 wrong usage, 3 no referee answers.\n\n"
      "Example:\n  referee ctl withdraw alice \"has left the class\"");
  command->callback([options, words, &code] { code = ask(*options, *words); });
}

}  // namespace referee
