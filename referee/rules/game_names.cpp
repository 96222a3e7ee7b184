#include "referee/rules/game_names.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/nearest.h"
#include "referee/base/input.h"
#include "referee/rules/rules_entry.h"

namespace referee::rules {
namespace {

namespace fs = std::filesystem;

constexpr const char* kGameFile = "game.json";
constexpr int kFoldersAbove = 3;  // a record lies in DIR/records, or in a folder of a tournament beside it

/// Whether the folder's game.json names that game. A folder that cannot be read is not the one.
bool is_folder_of(const fs::path& folder, const std::string& name) {
  std::error_code none;
  if (!fs::is_regular_file(folder / kGameFile, none)) {
    return false;
  }
  const auto json = nlohmann::json::parse(read_whole_file(folder / kGameFile, 1), nullptr, false);
  return json.is_object() && json.contains("name") && json.at("name") == name;
}

/// Whether the folder's rules have that SHA-256. Those that cannot be read have another one.
bool has_content(const fs::path& folder, const std::string& rules_sha256) {
  try {
    return RulesFolder(folder).sha256() == rules_sha256;
  } catch (const fields::Exception&) {
    return false;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

/// In quotes.
std::string our_games() {
  std::string names;
  for (const engines::Entry& entry : engines::games()) {
    names.append(names.empty() ? "\"" : ", \"").append(entry.name).append("\"");
  }
  return names;
}

/// For the end of what is expected: the one of our games that was probably meant.
std::string meant_by(const nlohmann::json& value) {
  std::vector<std::string> names;
  for (const engines::Entry& entry : engines::games()) {
    names.emplace_back(entry.name);
  }
  return value.is_string() ? protocol::did_you_mean(value.get<std::string>(), names) : "";
}

}  // namespace

bool names_folder(std::string_view name) {
  return name == "." || name == ".." || name.find('/') != std::string_view::npos;
}

const engines::Entry* find_game(const std::string& name, const fs::path& base) {
  const engines::Entry* const known = names_folder(name) ? nullptr : engines::find_game(name);
  if (known != nullptr && known->rules_sha256().empty()) {
    return known;
  }
  const fs::path folder = base / name;
  const bool is_game =
      names_folder(name) ? fs::is_directory(folder) : fs::is_regular_file(folder / kGameFile);
  if (is_game) {
    return &open_rules(folder);
  }
  return known;
}

const engines::Entry& read_game(fields::Object& in, std::string_view key, const fs::path& base) {
  const nlohmann::json* const value = in.find(key);
  in.require();  // not before: a missing "name" is not this key, misspelt
  const std::string expected =
      "one of " + our_games() + ", or a folder that has a game.json, as \"./tictactoe\"";
  if (value == nullptr) {
    in.fail_missing(key, expected);
    in.require();
  }
  const engines::Entry* game = nullptr;
  try {
    game = value->is_string() ? find_game(value->get<std::string>(), base) : nullptr;
  } catch (const fields::Exception& wrong) {
    in.fail(key, *value, "a game that can be played: " + wrong.error().text());
  } catch (const std::invalid_argument& wrong) {
    in.fail(key, *value, std::string("a game that can be played: ") + wrong.what());
  }
  if (game == nullptr) {
    in.fail(key, *value, expected + meant_by(*value));
  }
  in.require();
  return *game;
}

const engines::Entry* find_recorded_game(const std::string& name, const std::string& rules_sha256,
                                         const fs::path& place) {
  const engines::Entry* const of_name = engines::find_game(name);
  if (of_name != nullptr && of_name->rules_sha256().empty()) {
    return of_name;
  }
  if (const engines::Entry* const known = engines::find_rules(rules_sha256)) {
    return known;
  }
  std::vector<fs::path> folders;
  const auto add = [&](const fs::path& folder) {
    const fs::path full = fs::weakly_canonical(folder);
    if (is_folder_of(full, name) && std::ranges::find(folders, full) == folders.end()) {
      folders.push_back(full);
    }
  };
  add(fs::current_path());
  add(fs::current_path() / name);
  fs::path above = fs::absolute(place);
  for (int i = 0; i < kFoldersAbove; ++i) {
    above = above.parent_path();
    add(above);
    add(above / name);
  }
  if (folders.empty()) {
    return of_name;
  }
  if (folders.size() == 1) {  // open_rules() reads it
    return &open_rules(folders.front());
  }
  const auto exact = std::ranges::find_if(
      folders, [&](const fs::path& folder) { return has_content(folder, rules_sha256); });
  return &open_rules(exact == folders.end() ? folders.front() : *exact);
}

std::string typed_name(const engines::Entry& game) {
  const std::string folder = game.folder();
  if (folder.empty()) {
    return std::string(game.name);
  }
  const std::string from_here = name_beside(game, fs::current_path());
  return from_here.starts_with("..") ? folder : from_here;
}

std::string name_beside(const engines::Entry& game, const fs::path& folder) {
  if (game.folder().empty()) {
    return std::string(game.name);
  }
  const std::string path = fs::path(game.folder()).lexically_relative(fs::weakly_canonical(folder)).string();
  return names_folder(path) ? path : "./" + path;
}

std::string place_of_copy(const engines::Entry& game) {
  const RulesFolder* const folder = rules_folder_of(game);
  return folder == nullptr ? std::string(game.name) : folder->copy().string();
}

}  // namespace referee::rules
