#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace referee {

/// The records in a folder: its files *.jsonl in the order of their names, numbers by their value; of a
/// folder of reports, those in its folder `records`. Throws std::invalid_argument, naming the folder, if it
/// has none or cannot be read.
std::vector<std::filesystem::path> records_in(const std::filesystem::path& folder);

/// The record that `path` names: itself, or the only record in a folder. Throws std::invalid_argument as
/// records_in() does, and for a folder with several records, which the message names.
std::filesystem::path only_record(const std::filesystem::path& path);

/// The text of a record's file, at most kMaxRecordMib. If its game is a folder with a program that is at hand
/// (rules::open_rules_near), that is opened. Throws as read_whole_file() and rules::open_rules().
std::string record_text(const std::filesystem::path& file);

}  // namespace referee
