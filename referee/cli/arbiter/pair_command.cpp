#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/base/files.h"
#include "referee/base/text.h"
#include "referee/base/text_table.h"
#include "referee/cli/commands.h"
#include "referee/cli/report_file.h"
#include "referee/swiss/colours.h"
#include "referee/swiss/open_games.h"
#include "referee/swiss/pairing.h"
#include "referee/swiss/round_explanation.h"
#include "referee/swiss/trf/check.h"
#include "referee/swiss/trf/trf_text.h"

namespace referee {
namespace {

struct PairArguments {
  std::vector<std::string> files;
  bool check = false;
  bool names = false;
  bool json = false;
  bool explain = false;
  std::string write;         // a file's name
  std::optional<int> round;  // from 1
  std::optional<swiss::OpenAs> open_as;
};

const std::map<std::string, swiss::OpenAs> kOpenAs = {{"draw", swiss::OpenAs::draw},
                                                      {"leave-out", swiss::OpenAs::leave_out}};

/// Refuses games without a result.
[[noreturn]] void refuse_open_games(const std::string& file, const std::vector<swiss::OpenGame>& games,
                                    const std::string& expected) {
  const swiss::OpenGame& first = games.front();
  throw std::invalid_argument(file + ": " + counted(games.size(), "game has", "games have") +
                              " no result, as " + std::to_string(first.white + 1) + "-" +
                              std::to_string(first.black + 1) + " in round " + std::to_string(first.round) +
                              ": expected " + expected);
}

/// The tournament as it was before the round that is to be paired.
swiss::Tournament before(const swiss::Tournament& tournament, const std::string& file,
                         std::optional<int> round) {
  const int next = static_cast<int>(tournament.played) + 1;
  if (round && (*round < 1 || *round > next)) {
    throw std::invalid_argument(file + ": --round: got " + std::to_string(*round) +
                                ", expected one from 1 to " + std::to_string(next));
  }
  return round && *round < next ? swiss::before_round(tournament, *round) : tournament;
}

/// `tournament` without open games. Throws if it has some and `open_as` does not say what they become.
swiss::Tournament decided(swiss::Tournament tournament, const std::string& file,
                          std::optional<swiss::OpenAs> open_as) {
  const auto games = swiss::open_games(tournament);
  if (games.empty()) {
    return tournament;
  }
  if (!open_as) {
    refuse_open_games(file, games, "results, or --open-as draw or leave-out");
  }
  return swiss::without_open_games(std::move(tournament), *open_as);
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

/// A pairing in the form that JaVaFo and bbpPairings print: the number of lines, then two numbers a line.
std::string pairs_text(const swiss::RoundPairing& pairing) {
  std::string text = std::to_string(pairing.boards.size() + (pairing.bye ? 1 : 0)) + "\n";
  for (const swiss::Board& board : pairing.boards) {
    text += std::to_string(board.white + 1) + " " + std::to_string(board.black + 1) + "\n";
  }
  return pairing.bye ? text + std::to_string(*pairing.bye + 1) + " 0\n" : text;
}

/// For a notice board.
std::string text_with_names(const swiss::Tournament& tournament, const swiss::RoundPairing& pairing) {
  TextTable table({"board", "", "white", "", "black"}, 5);
  const auto id = [](swiss::PlayerIndex player) { return std::to_string(player + 1); };
  for (std::size_t at = 0; at < pairing.boards.size(); ++at) {
    const swiss::Board& board = pairing.boards[at];
    table.add({std::to_string(at + 1), id(board.white), tournament.players[board.white].name, id(board.black),
               tournament.players[board.black].name});
  }
  if (pairing.bye) {
    table.add({"-", id(*pairing.bye), tournament.players[*pairing.bye].name, "", "bye"});
  }
  return "Round " + std::to_string(tournament.played + 1) + "\n" + table.text();
}

protocol::Json json_of(const swiss::Tournament& tournament, swiss::PlayerIndex player) {
  return {{"id", player + 1}, {"name", tournament.players[player].name}};
}

std::string json_text(const swiss::Tournament& tournament, const swiss::RoundPairing& pairing) {
  protocol::Json json;
  json["round"] = tournament.played + 1;
  json["pairs"] = protocol::Json::array();
  for (const swiss::Board& board : pairing.boards) {
    json["pairs"].push_back({{"board", json["pairs"].size() + 1},
                             {"white", json_of(tournament, board.white)},
                             {"black", json_of(tournament, board.black)}});
  }
  json["bye"] = pairing.bye ? json_of(tournament, *pairing.bye) : protocol::Json(nullptr);
  return protocol::dump(json) + "\n";
}

/// Writes the file with the pairing in it. `byes`: of `tournament`, as they were paired by.
void write_round(const ReportFile& file, std::vector<swiss::RequestedBye> byes,
                 const swiss::RoundPairing& pairing, const std::string& path) {
  swiss::Tournament tournament = file.report.tournament;
  tournament.byes = std::move(byes);
  swiss::TrfText text(file.text);
  swiss::add_round(text, tournament, pairing);
  write_file_atomically(path, text.text());
}

int pair(const PairArguments& arguments) {
  if (!arguments.write.empty()) {
    check_writable(arguments.write);
  }
  const ReportFile file = read_report_file(arguments.files.front(), swiss::TrfUse::pairing);
  const swiss::Tournament tournament =
      decided(before(file.report.tournament, file.name, arguments.round), file.name, arguments.open_as);
  expect_pairable(tournament, file.name);
  if (!arguments.write.empty() && tournament.played < file.report.tournament.played) {
    throw std::invalid_argument(file.name + ": --write: round " + std::to_string(*arguments.round) +
                                " is in the file already, expected the next one");
  }
  swiss::RoundPairing pairing;
  try {
    pairing = swiss::pair_round(tournament);
  } catch (const swiss::NoPairing& none) {
    std::cerr << shown_line(file.name + ": " + none.what());
    return exit_code::kNoPairing;
  }
  if (!arguments.write.empty()) {
    write_round(file, tournament.byes, pairing, arguments.write);
  }
  std::cout << (arguments.json      ? json_text(tournament, pairing)
                : arguments.explain ? swiss::round_explanation(tournament, pairing)
                : arguments.names   ? text_with_names(tournament, pairing)
                                    : pairs_text(pairing));
  return exit_code::kDone;
}

/// What came of pairing the rounds of a file again.
struct CheckedFile {
  std::string name;
  std::size_t rounds = 0;
  std::vector<swiss::RoundDifference> differences;
  std::string wrong;  ///< why it cannot be checked; "": it can
};

/// Checks a file. Open games of its last round are of no account; those of earlier ones may be taken for
/// draws.
CheckedFile check(const std::string& path, std::optional<swiss::OpenAs> open_as) {
  ReportFile read = read_report_file(path, swiss::TrfUse::pairing);
  const std::string file = read.name;
  const auto open = swiss::open_games(read.report.tournament);
  if (!open.empty() && open.front().round < static_cast<int>(read.report.tournament.played) &&
      open_as != swiss::OpenAs::draw) {
    refuse_open_games(file, open, "results of all rounds but the last, or --open-as draw");
  }
  swiss::Tournament tournament =
      swiss::without_open_games(std::move(read.report.tournament), swiss::OpenAs::draw);
  if (tournament.rounds == 0) {
    tournament.rounds = static_cast<int>(tournament.played);
    std::cerr << shown_line(file +
                            ": no 142 or XXR record: the last round of the file is taken for the last one");
  }
  return {file, tournament.played, swiss::check_rounds(tournament), ""};
}

void print_check(const CheckedFile& file) {
  if (!file.wrong.empty()) {
    std::cerr << shown_line(file.wrong);
    return;
  }
  for (const swiss::RoundDifference& difference : file.differences) {
    std::cout << shown_line(file.name + ": " + difference.text());
  }
  const std::string played = std::to_string(file.rounds);
  std::cout << shown_line(
      file.name + ": " +
      (file.differences.empty()
           ? played + (file.rounds == 1 ? " round agrees" : " rounds agree")
           : std::to_string(file.differences.size()) + " of " + played + " rounds differ"));
}

protocol::Json json_of(const CheckedFile& file) {
  protocol::Json json{{"file", printable(file.name)}};
  if (!file.wrong.empty()) {
    json["status"] = "unreadable";
    json["why"] = printable(file.wrong);
    return json;
  }
  json["status"] = file.differences.empty() ? "ok" : "different";
  json["rounds"] = file.rounds;
  json["differences"] = protocol::Json::array();
  for (const swiss::RoundDifference& difference : file.differences) {
    const bool none = !difference.no_pairing.empty();
    json["differences"].push_back(
        {{"round", difference.round},
         {"paired", difference.paired},
         {"ruled", difference.ruled},
         {"no_pairing", none ? protocol::Json(difference.no_pairing) : protocol::Json()}});
  }
  return json;
}

int code_of(const CheckedFile& file) {
  return !file.wrong.empty()        ? exit_code::kUsage
         : file.differences.empty() ? exit_code::kDone
                                    : exit_code::kDifferent;
}

/// Checks all files, also after one that is wrong.
int check_all(const PairArguments& arguments) {
  int code = exit_code::kDone;
  protocol::Json files = protocol::Json::array();
  for (const std::string& path : arguments.files) {
    CheckedFile file{.name = path, .differences = {}, .wrong = {}};
    try {
      file = check(path, arguments.open_as);
    } catch (const std::invalid_argument& wrong) {
      file.wrong = wrong.what();
    }
    code = std::max(code, code_of(file));
    if (arguments.json) {
      files.push_back(json_of(file));
    } else {
      print_check(file);
    }
  }
  if (arguments.json) {
    std::cout << escaped_json(protocol::dump(protocol::Json{{"files", std::move(files)}})) << "\n";
  }
  return code;
}

int run(const PairArguments& arguments) {
  if (arguments.check) {
    return check_all(arguments);
  }
  if (arguments.files.size() != 1) {
    throw std::invalid_argument("pair: got " + std::to_string(arguments.files.size()) +
                                " files, expected one, or --check");
  }
  return pair(arguments);
}

}  // namespace

void add_pair_command(CLI::App& app, int& code) {
  CLI::App* command =
      app.add_subcommand("pair", "Pair the next round of a report file by the FIDE Dutch system");
  const auto arguments = std::make_shared<PairArguments>();
  command
      ->add_option("FILE", arguments->files, "Tournament report files (TRF16, TRF26), - for standard input")
      ->required();
  CLI::Option* check = command->add_flag("--check", arguments->check,
                                         "Pair all rounds that were played again and print differences");
  CLI::Option* names =
      command->add_flag("--names", arguments->names, "Print a table with names")->excludes(check);
  CLI::Option* json = command->add_flag("--json", arguments->json, "Print one JSON object")->excludes(names);
  command
      ->add_flag("--explain", arguments->explain,
                 "Print brackets, downfloaters and the criterion that decided in each")
      ->excludes(check, names, json);
  command
      ->add_option("--write", arguments->write,
                   "Write the file with the new round in it, games without a result; may be FILE itself")
      ->type_name("FILE")
      ->excludes(check);
  command
      ->add_option("--round", arguments->round,
                   "Pair this round, from what was known before it; else the next one")
      ->type_name("ROUND")
      ->excludes(check);
  command
      ->add_option_function<std::string>(
          "--open-as", [arguments](const std::string& word) { arguments->open_as = kOpenAs.at(word); },
          "Games without a result: draw, or leave-out, which also does not pair their players")
      ->check(CLI::IsMember(kOpenAs));
  command->footer(
      "Prints the number of pairs and then one a line in the order of boards, white first; the bye as ID 0. "
      "--check --json prints \"files\", a list of objects with \"file\" and \"status\" (\"ok\", "
      "\"different\" or \"unreadable\").\n"
      "Exit code: 0 done, all rounds agree; 1 no pairing is allowed, or rounds differ; 2 wrong usage or "
      "file.\n\n"
      "Examples:\n"
      "  referee pair spring.trf\n"
      "  referee pair spring.trf --names --write spring_4.trf\n"
      "  referee pair - < spring.trf > round_4.txt\n"
      "  referee pair --check archive/*.trf");
  command->callback([arguments, &code] { code = run(*arguments); });
}

}  // namespace referee
