#include "referee/cli/record_folder.h"

#include <string.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <system_error>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/cli/game_arguments.h"
#include "referee/record/replay.h"
#include "referee/rules/game_names.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNamed = 10;  // records that a message names

/// walls-1g9 stands before walls-1g10.
bool is_before(const fs::path& a, const fs::path& b) { return ::strverscmp(a.c_str(), b.c_str()) < 0; }

std::vector<fs::path> files_in(const fs::path& folder) {
  std::error_code unreadable;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, unreadable), end; !unreadable && entry != end;
       entry.increment(unreadable)) {
    std::error_code gone;
    if (entry->path().extension() == ".jsonl" && entry->is_regular_file(gone)) {
      files.push_back(entry->path());
    }
  }
  if (unreadable) {
    throw std::invalid_argument(unreadable_text(folder, unreadable.value()));
  }
  std::ranges::sort(files, is_before);
  return files;
}

}  // namespace

std::vector<fs::path> records_in(const fs::path& folder) {
  std::vector<fs::path> files = files_in(folder);
  std::error_code none;
  if (files.empty() && fs::is_directory(folder / "records", none)) {
    files = files_in(folder / "records");
  }
  if (files.empty()) {
    throw std::invalid_argument(folder.string() + ": no records in this folder: expected files *.jsonl");
  }
  return files;
}

fs::path only_record(const fs::path& path) {
  std::error_code none;
  if (!fs::is_directory(path, none)) {
    return path;
  }
  const std::vector<fs::path> records = records_in(path);
  if (records.size() == 1) {
    return records.front();
  }
  std::string names;
  for (std::size_t i = 0; i < std::min(records.size(), kNamed); ++i) {
    names += (i == 0 ? "" : ", ") + records[i].filename().string();
  }
  throw std::invalid_argument(records.front().parent_path().string() + ": " + std::to_string(records.size()) +
                              " records, expected the name of one: " + names +
                              (records.size() > kNamed ? " ..." : ""));
}

fs::path newest_record(const fs::path& folder) {
  std::vector<fs::path> records = records_in(folder);
  const auto written = [](const fs::path& record) {
    std::error_code gone;
    const auto time = fs::last_write_time(record, gone);
    return gone ? fs::file_time_type::min() : time;
  };
  std::ranges::reverse(records);  // of two that are as new, the later name
  return *std::ranges::max_element(records, {}, written);
}

fs::path record_or_newest(const fs::path& path) {
  if (!path.empty()) {
    return only_record(path);
  }
  std::error_code none;
  if (!fs::exists(kUsualReports, none)) {
    throw std::invalid_argument(std::string("RECORD: missing, and there is no folder ") + kUsualReports +
                                " with a newest one here: expected the file of a match, such as "
                                "out/records/walls-1g1.jsonl");
  }
  fs::path newest = newest_record(kUsualReports);
  std::cerr << "the newest record: " << escaped(newest.string(), "\\") << "\n";
  return newest;
}

OpenedRecord open_record(const fs::path& file, const engines::Entry* game) {
  OpenedRecord record{read_whole_file(file, kMaxRecordMib), nullptr};
  const auto header = nlohmann::json::parse(record.text.substr(0, record.text.find('\n')), nullptr, false);
  if (!header.is_object() || !header.contains("game") || !header.at("game").is_string()) {
    return record;  // what is wrong with it is for its reader to say
  }
  const std::string name = header.at("game").get<std::string>();
  if (game != nullptr && game->name != name) {
    throw std::invalid_argument(file.string() + ": it is a record of " + printable(name) +
                                ", expected one of " + rules::typed_name(*game));
  }
  const auto rules = header.find("rules_sha256");
  const std::string sha256 = rules != header.end() && rules->is_string() ? rules->get<std::string>() : "";
  record.game = game != nullptr ? game : rules::find_recorded_game(name, sha256, file);
  return record;
}

OpenedRecord open_record_aloud(const fs::path& file, const engines::Entry* game) {
  OpenedRecord record = open_record(file, game);
  if (const auto other = other_rules(record.text, record.game)) {
    std::cerr << "referee: " << escaped(file.string() + ": " + other->text(), "\\") << "\n";
  }
  return record;
}

const engines::Entry* game_of_option(const std::string& game) {
  return game.empty() ? nullptr : &game_named(game, "--game");
}

void add_game_option(CLI::App& command, std::string& game) {
  command
      .add_option(
          "--game", game,
          "The folder of a game of your own, if it is not found: the folders above the record and the "
          "current one are looked into")
      ->type_name("DIR");
}

}  // namespace referee
