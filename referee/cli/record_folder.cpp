#include "referee/cli/record_folder.h"

#include <string.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include <nlohmann/json.hpp>

#include "referee/base/input.h"
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

std::string record_text(const fs::path& file) {
  std::string text = read_whole_file(file, kMaxRecordMib);
  const auto header = nlohmann::json::parse(text.substr(0, text.find('\n')), nullptr, false);
  if (header.is_object() && header.contains("game") && header.at("game").is_string()) {
    rules::open_rules_near(header.at("game").get<std::string>(), file);
  }
  return text;
}

}  // namespace referee
