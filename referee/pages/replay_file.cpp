#include "referee/pages/replay_file.h"

#include <algorithm>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "protocol/sha256.h"
#include "referee/base/input.h"
#include "referee/match/program/program_place.h"
#include "referee/tournament/run/opened_store.h"

namespace referee::pages {

namespace {

namespace fs = std::filesystem;

/// A path that is not there for a store in which no tournament has begun.
fs::path records_folder(const TournamentSnapshot& snapshot) {
  const auto& meta = snapshot.content().meta;
  const auto reports = meta.find(meta_key::kReports);
  return reports == meta.end() ? fs::path() : fs::path(reports->second) / "records";
}

}  // namespace

std::optional<RecordedReplay> replay_of(std::string_view record) {
  while (record.ends_with('\n')) {
    record.remove_suffix(1);
  }
  const auto line = nlohmann::json::parse(record.substr(record.rfind('\n') + 1), nullptr, false);
  if (!line.is_object() || !line.contains("replay") || !line.at("replay").is_object()) {
    return std::nullopt;
  }
  const auto& replay = line.at("replay");
  const auto file = replay.find("file");
  const auto bytes = replay.find("bytes");
  const auto sha256 = replay.find("sha256");
  const auto none = replay.end();
  if (file == none || !file->is_string() || bytes == none || !bytes->is_number_unsigned() || sha256 == none ||
      !sha256->is_string()) {
    return std::nullopt;
  }
  return RecordedReplay{file->get<std::string>(), bytes->get<std::uint64_t>(), sha256->get<std::string>()};
}

std::optional<std::string> read_replay(const TournamentSnapshot& snapshot, const RecordedReplay& replay) {
  if (fs::path(replay.file).filename() != replay.file) {
    return std::nullopt;
  }
  const fs::path file = records_folder(snapshot) / replay.file;
  std::error_code none;
  if (!fs::is_regular_file(file, none) || fs::file_size(file, none) != replay.bytes) {
    return std::nullopt;
  }
  std::optional<std::string> bytes = read_own_file(file);
  return bytes && protocol::Sha256::hex_of(*bytes) == replay.sha256 ? bytes : std::nullopt;
}

std::vector<std::string> replay_files(const TournamentSnapshot& snapshot) {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(records_folder(snapshot), none)) {
    std::string name = entry.path().filename().string();
    if (name.find(".replay") != std::string::npos) {
      names.push_back(std::move(name));
    }
  }
  std::ranges::sort(names);
  return names;
}

std::string replay_among(const std::vector<std::string>& names, const std::string& match, int attempt) {
  MatchSpec spec;
  spec.id = match;
  spec.attempt = attempt;
  auto found = std::ranges::lower_bound(names, replay_stem(spec));
  return found != names.end() && is_replay_name(*found, spec) ? *found : "";
}

}  // namespace referee::pages
