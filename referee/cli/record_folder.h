#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engines/registry.h"

namespace CLI {
class App;
}

namespace referee {

/// The records in a folder: its files *.jsonl in the order of their names, numbers by their value; of a
/// folder of reports, those in its folder `records`. Throws std::invalid_argument, naming the folder, if it
/// has none or cannot be read.
std::vector<std::filesystem::path> records_in(const std::filesystem::path& folder);

/// The record that `path` names: itself, or the only record in a folder. Throws std::invalid_argument as
/// records_in() does, and for a folder with several records, which the message names.
std::filesystem::path only_record(const std::filesystem::path& path);

/// Where commands put their reports that are not told where.
inline constexpr const char* kUsualReports = "out";

/// The record in `folder` that was written last. Throws std::invalid_argument as records_in() does.
std::filesystem::path newest_record(const std::filesystem::path& folder);
/// The record that `path` names, as only_record() finds it; if it is empty, the newest in kUsualReports, and
/// standard error says which. Throws std::invalid_argument.
std::filesystem::path record_or_newest(const std::filesystem::path& path);

/// A record's file, and the game that it is of.
struct OpenedRecord {
  std::string text;
  const engines::Entry* game = nullptr;  ///< nullptr: it is not known here, or the text is no record
};

/// The option --game of commands that read records.
void add_game_option(CLI::App& command, std::string& game);
/// The game that the option names; nullptr for "". Throws as game_named().
const engines::Entry* game_of_option(const std::string& game);

/// Reads a record's file of at most kMaxRecordMib. `game`: its game; nullptr: the one that
/// rules::find_recorded_game() finds. Throws as read_whole_file() and rules::open_rules(), and
/// std::invalid_argument if the record is of another game than `game`.
OpenedRecord open_record(const std::filesystem::path& file, const engines::Entry* game);
/// What open_record() returns. Standard error says so if the rules here are not those of the match.
OpenedRecord open_record_aloud(const std::filesystem::path& file, const engines::Entry* game);

}  // namespace referee
