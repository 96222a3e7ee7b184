#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/swiss/colours.h"
#include "referee/swiss/pairing.h"
#include "referee/swiss/trf/check.h"
#include "referee/swiss/trf/reader.h"

namespace referee {
namespace {

struct PairArguments {
  std::vector<std::string> files;
  bool check = false;
};

/// A file's name in messages.
std::string name_of(const std::string& path) { return path == "-" ? "stdin" : path; }

/// A message that names or quotes a file, as a line that is safe to print.
std::string shown(const std::string& message) { return escaped(message, "\\") + "\n"; }

/// Reads a file and prints its warnings.
swiss::Tournament tournament_of(const std::string& path) {
  const std::string text =
      path == "-" ? read_standard_input(kMaxRecordMib) : read_whole_file(path, kMaxRecordMib);
  swiss::TrfReport report = swiss::read_trf(text, name_of(path));
  for (const std::string& warning : report.warnings) {
    std::cerr << shown(warning);
  }
  return std::move(report.tournament);
}

/// Refuses a tournament that lacks what pairing the next round needs.
void expect_pairable(const swiss::Tournament& tournament, const std::string& file) {
  if (tournament.rounds == 0) {
    throw std::invalid_argument(
        file +
        ": no 142 or XXR record, expected the number of rounds: the last one is paired "
        "by other rules. For 9 rounds, add the line XXR 9");
  }
  if (tournament.played >= static_cast<std::size_t>(tournament.rounds)) {
    throw std::invalid_argument(file + ": all " + std::to_string(tournament.rounds) +
                                " rounds have been paired, expected one that has not");
  }
  if (!tournament.initial_colour && !swiss::first_colour(tournament)) {
    throw std::invalid_argument(file +
                                ": no round has colours, expected the colour that was drawn for player 1: "
                                "add the line 152 W or 152 B");
  }
}

int pair(const std::string& path) {
  const swiss::Tournament tournament = tournament_of(path);
  expect_pairable(tournament, name_of(path));
  swiss::RoundPairing pairing;
  try {
    pairing = swiss::pair_round(tournament);
  } catch (const swiss::NoPairing& none) {
    std::cerr << shown(name_of(path) + ": " + none.what());
    return exit_code::kNoPairing;
  }
  std::cout << pairing.boards.size() + (pairing.bye ? 1 : 0) << "\n";
  for (const swiss::Board& board : pairing.boards) {
    std::cout << board.white + 1 << " " << board.black + 1 << "\n";
  }
  if (pairing.bye) {
    std::cout << *pairing.bye + 1 << " 0\n";
  }
  return exit_code::kDone;
}

int check(const std::string& path) {
  swiss::Tournament tournament = tournament_of(path);
  const std::string file = name_of(path);
  if (tournament.rounds == 0) {
    tournament.rounds = static_cast<int>(tournament.played);
    std::cerr << shown(file + ": no 142 or XXR record: the last round of the file is taken for the last one");
  }
  const auto differences = swiss::check_rounds(tournament);
  for (const swiss::RoundDifference& difference : differences) {
    std::cout << shown(file + ": " + difference.text());
  }
  const std::string played = std::to_string(tournament.played);
  if (differences.empty()) {
    std::cout << shown(file + ": " + played + (tournament.played == 1 ? " round agrees" : " rounds agree"));
    return exit_code::kDone;
  }
  std::cout << shown(file + ": " + std::to_string(differences.size()) + " of " + played + " rounds differ");
  return exit_code::kDifferent;
}

/// Checks all files, also after one that is wrong.
int check_all(const std::vector<std::string>& files) {
  int code = exit_code::kDone;
  for (const std::string& file : files) {
    try {
      code = std::max(code, check(file));
    } catch (const std::invalid_argument& wrong) {
      std::cerr << shown(wrong.what());
      code = std::max(code, exit_code::kUsage);
    }
  }
  return code;
}

int run(const PairArguments& arguments) {
  if (arguments.check) {
    return check_all(arguments.files);
  }
  if (arguments.files.size() != 1) {
    throw std::invalid_argument("pair: got " + std::to_string(arguments.files.size()) +
                                " files, expected one, or --check");
  }
  return pair(arguments.files.front());
}

}  // namespace

void add_pair_command(CLI::App& app, int& code) {
  CLI::App* command =
      app.add_subcommand("pair", "Pair the next round of a tournament report file by the FIDE Dutch system");
  const auto arguments = std::make_shared<PairArguments>();
  command
      ->add_option("FILE", arguments->files, "Tournament report files (TRF16, TRF26), - for standard input")
      ->required();
  command->add_flag("--check", arguments->check,
                    "Pair all rounds that were played again and print differences");
  command->footer(
      "Prints the number of pairs and then one a line in the order of boards, white first; the bye as ID 0.\n"
      "Exit code: 0 done, all rounds agree; 1 no pairing is allowed, or rounds differ; 2 wrong usage or "
      "file.\n\n"
      "Examples:\n"
      "  referee pair spring.trf\n"
      "  referee pair - < spring.trf > round_4.txt\n"
      "  referee pair --check archive/*.trf");
  command->callback([arguments, &code] { code = run(*arguments); });
}

}  // namespace referee
