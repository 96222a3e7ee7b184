#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "protocol/sha256.h"
#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/cli/record_folder.h"
#include "referee/record/replay.h"
#include "referee/record/verified_json.h"
#include "referee/record/verified_text.h"
#include "referee/record/verify_totals.h"

namespace referee {
namespace {

using protocol::Json;

constexpr std::size_t kMaxReplayMib = 64;  // of a match program

struct VerifyArguments {
  std::vector<std::string> paths;
  std::string game;  // --game
  bool json = false;
};

/// One record, and what came of playing it again.
struct VerifiedFile {
  std::string path;
  std::string unreadable;  ///< why it cannot be read; empty: it can
  Verified verified;

  bool is_different() const { return verified.difference.has_value(); }
};

/// A match program's replay is a file beside the record. Nothing: it is there and true, or there is none.
std::optional<Difference> difference_of_replay(const std::filesystem::path& record,
                                               const RecordedReplay& replay) {
  const std::filesystem::path file = record.parent_path() / replay.file;
  Difference difference{0, std::nullopt, "replay", "", replay.sha256};
  try {
    difference.got = protocol::Sha256::hex_of(read_whole_file(file, kMaxReplayMib));
  } catch (const std::exception& missing) {
    difference.got = missing.what();
  }
  return difference.got == replay.sha256 ? std::nullopt : std::optional(difference);
}

VerifiedFile verify(const std::string& path, const engines::Entry* game) {
  try {
    const OpenedRecord record = open_record(path, game);
    VerifiedFile file{path, "", verify_record(record.text, record.game)};
    if (Verified& verified = file.verified; !verified.difference && verified.replay) {
      verified.difference = difference_of_replay(path, *verified.replay);
      verified.replay_compared = !verified.difference;
    }
    return file;
  } catch (const std::invalid_argument& unreadable) {
    return {path, unreadable.what(), {}};
  }
}

// ---- for people ----

/// A key that this version does not know is no difference: a later version may have added it.
void report_unknown(const std::string& path, const UnknownKeys& unknown) {
  for (const std::string& place : unknown.places) {
    std::cerr << escaped(path + ": " + place, "\\") << ": unknown key, not checked\n";
  }
  if (unknown.count > unknown.places.size()) {
    std::cerr << escaped(path) << ": " << unknown.count - unknown.places.size() << " more unknown keys\n";
  }
}

/// `told`: what has been said of other rules so far. A folder of records with other rules says it once.
void print_line(const VerifiedFile& file, std::set<std::string>& told) {
  if (!file.unreadable.empty()) {
    std::cerr << escaped(file.unreadable, "\\") << "\n";
    return;
  }
  Verified verified = file.verified;
  if (verified.other_rules && !told.insert(verified.other_rules->text()).second) {
    verified.other_rules.reset();
  }
  report_unknown(file.path, verified.unknown);
  if (!verified.difference && verified.other_rules) {
    std::cerr << escaped(file.path + ": it is true all the same, but " + verified.other_rules->text(), "\\")
              << "\n";
  }
  std::cout << escaped(file.path + ": " + verified_text(verified), verified.difference ? "\\" : "") << "\n";
}

// ---- for programs ----

Json json_of(const VerifiedFile& file) {
  if (!file.unreadable.empty()) {
    return {{"file", printable(file.path)}, {"status", "unreadable"}, {"why", printable(file.unreadable)}};
  }
  Json json = json_of(file.verified);
  json["file"] = printable(file.path);
  return json;
}

// ---- both ----

/// The files that the arguments name. `any_folder`: whether one of them is a folder.
std::vector<std::string> files_of(const std::vector<std::string>& paths, bool& any_folder) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code none;
    if (!std::filesystem::is_directory(path, none)) {
      files.push_back(path);
      continue;
    }
    any_folder = true;
    for (const std::filesystem::path& record : records_in(path)) {
      files.push_back(record.string());
    }
  }
  return files;
}

int verify_all(VerifyArguments& arguments) {
  if (arguments.paths.empty()) {
    arguments.paths = {record_or_newest({}).string()};
  }
  bool any_folder = false;
  VerifyTotals totals;
  Json records = Json::array();
  std::set<std::string> told;
  const engines::Entry* const game = game_of_option(arguments.game);
  for (const std::string& path : files_of(arguments.paths, any_folder)) {
    const VerifiedFile file = verify(path, game);
    ++(!file.unreadable.empty() ? totals.unreadable : file.is_different() ? totals.different : totals.ok);
    if (arguments.json) {
      records.push_back(json_of(file));
    } else {
      print_line(file, told);
    }
  }
  if (arguments.json) {
    const Json all{{"records", std::move(records)},
                   {"ok", totals.ok},
                   {"different", totals.different},
                   {"unreadable", totals.unreadable}};
    std::cout << escaped_json(protocol::dump(all)) << "\n";
  } else if (any_folder) {
    std::cout << totals.text() << "\n";
  }
  return totals.unreadable > 0  ? exit_code::kUsage
         : totals.different > 0 ? exit_code::kDifferent
                                : exit_code::kDone;
}

}  // namespace

void add_verify_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("verify", "Play records again and compare every event");
  const auto arguments = std::make_shared<VerifyArguments>();
  command->add_option(
      "RECORD", arguments->paths,
      "Record files, JSON Lines; or a folder of them, such as out/records or out; default: the "
      "newest in out/records");
  add_game_option(*command, arguments->game);
  command->add_flag("--json", arguments->json, "Print one JSON object");
  command->footer(
      "Prints one line a record. For the first difference: line, turn, field, got, expected. Of a folder a "
      "last line says how many records are true.\n"
      "Keys that this version does not know are named on standard error. So is, once, a game of your own "
      "whose folder has changed since, if the record is true all the same (\"other_rules\" in --json). Of a "
      "match that a match program has played (\"match_program\" in --json), only seal, digest and replay can "
      "be checked.\n"
      "--json prints \"records\", a list of objects with \"file\", \"status\" (\"ok\", \"different\" or "
      "\"unreadable\") and \"text\", the line for people without the file, and the numbers \"ok\", "
      "\"different\" and \"unreadable\".\n"
      "Exit code: 0 all true, 1 a difference, 2 a file that cannot be read.\n\n"
      "Examples:\n"
      "  referee verify\n"
      "  referee verify out/records/*.jsonl\n"
      "  referee verify out");
  command->callback([arguments, &code] { code = verify_all(*arguments); });
}

}  // namespace referee
